"""Marks of values, by which a change in place is seen: cheap, and taken in the child, where looking does no harm."""

from __future__ import annotations

import os
import struct
import types
import zlib
from typing import Any

_WHOLE = 4 * 1024 * 1024
"""Bytes of arrays that are read whole, all names together; of what is above, samples and the system's page table."""
_SAMPLES, _SAMPLE = 64, 1024
_COLUMNS = 300
_ELEMENTS = 2000
_DEPTH = 3
_PAGE = os.sysconf("SC_PAGE_SIZE")
_OWN_PAGE = 1 << 56
"""Bit of a page table's entry: no other process has this page. After a fork, it was written to."""
_IMMUTABLE = (bool, int, float, complex, str, bytes, type(None), range, type, types.ModuleType, types.FunctionType)
_EXTENSION_PARTS = ("_ndarray", "_pa_array", "_data", "_mask", "_codes")
"""Where the arrays of pandas keep what they hold."""


class Marker:
    """Takes marks before and after the cell; equal marks of the same object mean that it is as it was."""

    def __init__(self) -> None:
        self._left = _WHOLE
        self._kept: list[Any] = []
        """What is known by its identity must live on, or another object could get the same one."""

    def mark(self, value: Any) -> Any:
        """A value to compare; never raises, ``None`` where nothing is known of the type."""
        try:
            return self._mark(value, _DEPTH)
        except Exception:
            # A class that only looks like the known one.
            return None

    def second(self) -> Marker:
        """For the marks after the cell, which have to read as much."""
        again = Marker()
        again._kept = self._kept
        return again

    def _mark(self, value: Any, depth: int) -> Any:
        kind = type(value)
        if isinstance(value, _IMMUTABLE):
            return (kind, value) if kind in (bool, int, float, complex, str, bytes) else self._identity(value)
        library = kind.__module__.split(".")[0]
        if library == "numpy" and hasattr(value, "dtype"):
            return self._array(value)
        if library == "pandas":
            return self._pandas(value)
        if library == "torch" and hasattr(value, "is_leaf"):
            return (id(value), value._version, tuple(value.shape))
        if kind in (list, tuple):
            return (kind, len(value), self._each(value, depth))
        if kind in (set, frozenset):
            return (kind, len(value), frozenset(map(self._identity, list(value)[:_ELEMENTS])))
        if kind is dict:
            return (kind, len(value), self._each(value, depth), self._each(value.values(), depth))
        if isinstance(value, types.GeneratorType):
            frame = value.gi_frame
            return (id(value), None if frame is None else frame.f_lasti)
        if hasattr(value, "__length_hint__") and hasattr(value, "__next__"):
            return (id(value), value.__length_hint__())
        fields = getattr(value, "__dict__", None)
        if type(fields) is dict:
            return (id(value), len(fields), self._each(fields, depth), self._each(fields.values(), depth))
        return None

    def _each(self, values: Any, depth: int) -> tuple[Any, ...]:
        elements = list(values)[:_ELEMENTS]
        if depth == 0 or len(elements) == _ELEMENTS:
            return tuple(map(self._identity, elements))
        return tuple(
            (self._identity(element), None if isinstance(element, _IMMUTABLE) else self._mark(element, depth - 1))
            for element in elements
        )

    def _identity(self, value: Any) -> int:
        self._kept.append(value)
        return id(value)

    def _pandas(self, value: Any) -> Any:
        name = type(value).__name__
        if name in ("DataFrame",):
            columns = [self._column(value.iloc[:, at]) for at in range(min(value.shape[1], _COLUMNS))]
            return (value.shape, tuple(map(str, value.columns[:_COLUMNS])), self._column(value.index), tuple(columns))
        if name == "Series":
            return (value.shape, str(value.name), self._column(value.index), self._column(value))
        if name.endswith("Index"):
            return self._column(value)
        # Groupings and the like look at a frame and hold nothing of their own.
        return self._identity(value)

    def _column(self, column: Any) -> Any:
        if type(column).__name__ == "RangeIndex":
            return (column.start, column.stop, column.step)
        if type(column).__name__ == "MultiIndex":
            return self._identity(column)
        array = column.array
        parts = [getattr(array, name, None) for name in _EXTENSION_PARTS]
        return (
            str(column.dtype),
            tuple(
                self._array(part) if type(part).__name__ == "ndarray" else self._identity(part)
                for part in parts
                if part is not None
            ),
        )

    def _array(self, array: Any) -> Any:
        head = (array.shape, str(array.dtype))
        if array.nbytes <= self._left:
            self._left -= array.nbytes
            return (*head, zlib.crc32(array.tobytes()))
        flat = array.reshape(-1) if array.flags.c_contiguous else array.T.reshape(-1)
        step = max(1, len(flat) // _SAMPLES)
        sample = 0
        for start in range(0, len(flat), step):
            sample = zlib.crc32(flat[start : start + _SAMPLE // max(1, array.itemsize)].tobytes(), sample)
        return (*head, sample, _own_pages(array))


def _own_pages(array: Any) -> int:
    """How many pages that belong to an array alone were written since the fork; 0 where the system doesn't tell."""
    if not (array.flags.c_contiguous or array.flags.f_contiguous):
        return 0
    start = -(-array.ctypes.data // _PAGE)
    end = (array.ctypes.data + array.nbytes) // _PAGE
    try:
        with open("/proc/self/pagemap", "rb", buffering=0) as file:
            file.seek(start * 8)
            entries = file.read(max(0, end - start) * 8)
    except OSError:
        return 0
    return sum(1 for (entry,) in struct.iter_unpack("<Q", entries[: len(entries) // 8 * 8]) if entry & _OWN_PAGE)

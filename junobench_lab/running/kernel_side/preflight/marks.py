"""Marks of values, by which a change in place is seen: cheap, and taken in the child, where looking does no harm."""

from __future__ import annotations

import collections
import itertools
import os
import random
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
        if isinstance(value, type) and value.__module__ == "__main__":
            return self._fields(value, dict(vars(value)), depth)
        if isinstance(value, _IMMUTABLE):
            return (kind, value) if kind in (bool, int, float, complex, str, bytes) else self._identity(value)
        library = kind.__module__.split(".")[0]
        if library == "numpy" and hasattr(value, "dtype"):
            return self._array(value)
        if library == "pandas":
            return self._pandas(value)
        if library == "torch" and hasattr(value, "is_leaf"):
            return (id(value), value._version, tuple(value.shape))
        if isinstance(value, (list, tuple, collections.deque)):
            return (kind, len(value), self._each(value, depth), *self._own_fields(value, depth))
        if isinstance(value, (set, frozenset)):
            elements = frozenset(map(self._identity, itertools.islice(value, _ELEMENTS)))
            return (kind, len(value), elements, *self._own_fields(value, depth))
        if isinstance(value, dict):
            parts = (self._each(value, depth), self._each(value.values(), depth))
            return (kind, len(value), *parts, *self._own_fields(value, depth))
        if isinstance(value, (bytearray, memoryview)) or library == "array":
            return (kind, len(value), zlib.crc32(value))
        if library == "_io":
            return _place_in_file(value)
        if isinstance(value, random.Random):
            return (id(value), hash(value.getstate()))
        if library == "numpy" and hasattr(value, "bit_generator"):
            return (id(value), repr(value.bit_generator.state))
        if library == "numpy" and hasattr(value, "get_state"):
            return (id(value), repr(value.get_state(legacy=False)))
        if isinstance(value, types.GeneratorType):
            frame = value.gi_frame
            return (id(value), None if frame is None else frame.f_lasti)
        if hasattr(value, "__length_hint__") and hasattr(value, "__next__"):
            return (id(value), value.__length_hint__())
        return self._own_fields(value, depth) or None

    def _own_fields(self, value: Any, depth: int) -> tuple[Any, ...]:
        fields = getattr(value, "__dict__", None)
        return self._fields(value, fields, depth) if type(fields) is dict else ()

    def _fields(self, value: Any, fields: dict[str, Any], depth: int) -> tuple[Any, ...]:
        return (id(value), len(fields), self._each(fields, depth), self._each(fields.values(), depth))

    def _each(self, values: Any, depth: int) -> tuple[Any, ...]:
        elements = list(itertools.islice(values, _ELEMENTS))
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
            labels = (tuple(map(str, value.columns[:_COLUMNS])), tuple(map(str, value.columns.names)))
            notes = (self._each(value.attrs, 0), self._each(value.attrs.values(), 0))
            return (value.shape, *labels, *notes, self._index(value.index), tuple(columns))
        if name == "Series":
            return (value.shape, str(value.name), self._index(value.index), self._column(value))
        if name.endswith("Index"):
            return self._index(value)
        # Groupings and the like look at a frame and hold nothing of their own.
        return self._identity(value)

    def _index(self, index: Any) -> Any:
        return (tuple(map(str, index.names)), self._column(index))

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


def _place_in_file(file: Any) -> Any:
    """Where an open file stands. Of one that is written, only whether it is closed: asking would write what waits."""
    if file.closed:
        return (id(file), None)
    if hasattr(file, "getvalue"):
        return (id(file), file.tell(), hash(file.getvalue()))
    return (id(file), 0 if file.writable() else file.tell())


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

"""What a cell did to the session's names: new, reassigned, changed in place, deleted."""

from __future__ import annotations

import types
from typing import Any

from .marks import Marker

_MOST = 60
"""Changes that are told."""
_TEXT = 40
_COLUMNS = 8
_SCALARS = (bool, int, float, complex, type(None))


def told(value: Any) -> str:
    """A value in short: its type and shape, or a scalar as Python writes it."""
    kind = type(value)
    if kind in _SCALARS:
        return repr(value) if kind is not int or abs(value) < 10**30 else "int"
    if kind in (str, bytes):
        text = repr(value[:_TEXT])
        return text if len(value) <= _TEXT else f"{text}... ({len(value)})"
    if isinstance(value, types.ModuleType):
        return f"module {value.__name__}"
    if isinstance(value, type):
        return "class"
    name = kind.__name__
    shape = getattr(value, "shape", None)
    if shape is not None and not callable(shape):
        sizes = [int(size) for size in shape]
        if not sizes:
            return f"{name} {str(value)[:_TEXT]}"
        dtype = getattr(value, "dtype", None)
        return f"{name} {' x '.join(map(str, sizes))}" + (f", {dtype}" if dtype is not None else "")
    if hasattr(kind, "__len__"):
        return f"{name} of {len(value)}"
    return name


def changes(
    before: dict[str, Any],
    marks: dict[str, Any],
    texts: dict[str, tuple[str, Any]],
    after: dict[str, Any],
    marker: Marker,
) -> tuple[list[dict[str, Any]], int]:
    """The changes, new names first, and how many more there were.

    ``marks`` and ``texts`` are of the values before; ``marker`` takes the marks of those after.
    """
    found: list[dict[str, Any]] = []
    for name, value in after.items():
        if name not in before:
            found.append({"name": name, "change": "new", "after": _safe(value)})
    for name, value in after.items():
        if name not in before:
            continue
        old, columns = texts.get(name, (None, None))
        if value is not before[name]:
            kind = "reassigned"
        elif name in marks and marks[name] != marker.mark(value):
            kind = "changed"
        else:
            continue
        now = columns_of(value)
        found.append(
            {
                "name": name,
                "change": kind,
                "before": old if old is not None else _safe(before[name]),
                "after": _safe(value),
                "columns_added": _missing(now, columns),
                "columns_removed": _missing(columns, now),
            }
        )
    for name in before:
        if name not in after:
            old = texts[name][0] if name in texts else _safe(before[name])
            found.append({"name": name, "change": "deleted", "before": old})
    return found[:_MOST], max(0, len(found) - _MOST)


def columns_of(value: Any) -> list[str] | None:
    """The names of a frame's columns; ``None`` for anything else."""
    if type(value).__name__ != "DataFrame":
        return None
    try:
        return [str(column) for column in value.columns[:1000]]
    except Exception:
        # A class of that name that isn't pandas'.
        return None


def text_of(value: Any) -> tuple[str, list[str] | None]:
    return _safe(value), columns_of(value)


def _safe(value: Any) -> str:
    try:
        return told(value)
    except Exception:
        # Its own `__len__` or `shape` may fail.
        return type(value).__name__


def _missing(here: list[str] | None, there: list[str] | None) -> list[str]:
    if here is None or there is None:
        return []
    known = set(there)
    return [name for name in here if name not in known][:_COLUMNS]

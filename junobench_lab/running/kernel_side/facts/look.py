"""What names stand for at the end of a run. The kernel ends afterwards, so looking may compute."""

from __future__ import annotations

import builtins
import json
import os
import sys
import time
import types
from typing import Any

from ..state import COLUMNS, details, is_from, type_name
from .ranges import series_range, value_range

SHAPED = ("scipy", "keras", "jax", "jaxlib")
SECONDS = 8.0
"""When this time is up, the names that are left are told by their type alone."""
BYTES = 60000


def fact(value: Any, ranges: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"type": type_name(value)}
    if isinstance(value, types.ModuleType):
        return {**found, "value": value.__name__}
    if not ranges:
        return found
    try:
        found.update(details(value) or form(value))
        found.update(value_range(value))
        if "columns" in found:
            found["columns"] = columns(value, found["columns"])
    except Exception:
        # A class that only looks like the known one.
        found = {"type": type_name(value)}
    return without_digests(found)


def form(value: Any) -> dict[str, Any]:
    """Shape and type of data of what a run doesn't compare: sparse matrices, the symbolic tensors of a model."""
    if not any(is_from(value, library) for library in SHAPED):
        return {}
    shape = getattr(value, "shape", None)
    if not isinstance(shape, tuple) or not all(size is None or isinstance(size, int) for size in shape):
        return {}
    return {"shape": list(shape), "dtype": str(getattr(value, "dtype", None))}


def columns(frame: Any, told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A frame's first columns with the range of each."""
    return [{**column, **series_range(frame.iloc[:, at])} for at, column in enumerate(told[:COLUMNS])]


def without_digests(told: dict[str, Any]) -> dict[str, Any]:
    """A digest tells nobody anything; it is there to compare runs."""
    kept = {name: value for name, value in told.items() if name != "digest"}
    if "columns" in kept:
        kept["columns"] = [without_digests(column) for column in kept["columns"]]
    return kept


def at_home(told: Any, folders: list[str]) -> Any:
    """Without the folder of this run, which is another one every time."""
    if isinstance(told, dict):
        return {name: at_home(value, folders) for name, value in told.items()}
    if isinstance(told, list):
        return [at_home(value, folders) for value in told]
    if isinstance(told, str):
        for folder in folders:
            told = told.replace(folder, ".")
    return told


def answer(names: list[str]) -> dict[str, Any]:
    space = sys.modules["IPython"].get_ipython().user_ns
    deadline = time.monotonic() + SECONDS
    here = os.getcwd()
    folders = sorted({here, os.path.realpath(here)}, key=len, reverse=True)
    known: list[dict[str, Any]] = []
    missing: list[str] = []
    size = more = 0
    for name in names:
        if name not in space and not hasattr(builtins, name):
            missing.append(name)
            continue
        value = space[name] if name in space else getattr(builtins, name)
        told = {"name": name, **at_home(fact(value, time.monotonic() < deadline), folders)}
        size += len(json.dumps(told))
        if size > BYTES:
            more += 1
        else:
            known.append(told)
    return {"names": known, "missing": missing, "more": more}

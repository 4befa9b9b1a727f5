"""Which names a cell can reach: those that it reads, those that its functions read, and what shares their values."""

from __future__ import annotations

import ast
import collections
import types
from collections.abc import Iterator
from typing import Any

_MOST = 400
"""Names that are looked at."""
_SHARED_FROM = 200
"""The longest container whose elements are looked at for what is another name, too."""
_READS_ANYTHING = {"globals", "locals", "vars", "eval", "exec", "run_line_magic", "run_cell", "ex", "ev"}
_ATOMS = (bool, int, float, complex, str, bytes, type(None), types.ModuleType)
_HIDDEN = {"In", "Out", "exit", "quit", "get_ipython", "open"}


def own_names(names: dict[str, Any]) -> dict[str, Any]:
    """The names that a person made."""
    return {
        name: value
        for name, value in list(names.items())
        if isinstance(name, str) and not name.startswith("_") and name not in _HIDDEN
    }


def compiled(source: str, shell: Any) -> types.CodeType | None:
    """The cell's code object; ``None`` where it doesn't compile."""
    try:
        code: types.CodeType = compile(shell.transform_cell(source), "<cell>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    except Exception:
        return None
    return code


def reached(code: types.CodeType | None, names: dict[str, Any], shell: Any) -> dict[str, Any]:
    """Name -> value of what the cell can change without giving it a new value."""
    if code is None:
        return {}
    read = _read(code, names, shell)
    direct = names if read & _READS_ANYTHING else {name: names[name] for name in read if name in names}
    shared = {id(part) for value in direct.values() for part in (value, *_parts(value)) if not isinstance(part, _ATOMS)}
    found = {name: value for name, value in names.items() if name in direct or id(value) in shared}
    return dict(list(found.items())[:_MOST])


def holders(reached: dict[str, Any], names: dict[str, Any]) -> dict[str, Any]:
    """The other names whose values hold one that is reached: what changes it changes them, too."""
    held = {id(value) for value in reached.values() if not isinstance(value, (*_ATOMS, type, types.FunctionType))}
    found = {
        name: value
        for name, value in names.items()
        if name not in reached and any(id(part) in held for part in _parts(value))
    }
    return dict(list(found.items())[: max(0, _MOST - len(reached))])


def _read(code: types.CodeType, names: dict[str, Any], shell: Any) -> set[str]:
    read: set[str] = set()
    waiting = [code]
    seen: set[int] = set()
    while waiting and len(seen) < _MOST:
        current = waiting.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        in_magic = "run_cell_magic" in current.co_names or "run_line_magic" in current.co_names
        for constant in current.co_consts:
            if isinstance(constant, types.CodeType):
                waiting.append(constant)
            elif in_magic and isinstance(constant, str):
                body = compiled(constant, shell)
                if body is not None:
                    waiting.append(body)
        for name in current.co_names:
            if name not in read:
                read.add(name)
                waiting.extend(_codes(names.get(name), names))
    return read - {"run_line_magic"} if "run_line_magic" in code.co_names else read


def _codes(value: Any, names: dict[str, Any]) -> Iterator[types.CodeType]:
    """The code of a function of the session, or of the methods of a class that the session defines."""
    if isinstance(value, types.FunctionType):
        yield value.__code__
        return
    kind = value if isinstance(value, type) else type(value)
    if kind.__module__ == "__main__":
        for member in vars(kind).values():
            function = getattr(member, "__func__", member)
            if isinstance(function, types.FunctionType):
                yield function.__code__


def _parts(value: Any) -> list[Any]:
    """What a value holds, or looks into."""
    if isinstance(value, (list, tuple, set, frozenset, collections.deque)) and len(value) <= _SHARED_FROM:
        return list(value)
    if isinstance(value, dict) and len(value) <= _SHARED_FROM:
        return list(value.values())
    if type(value).__name__ == "ndarray" and value.base is not None:
        return [value.base]
    fields = getattr(value, "__dict__", None)
    if type(fields) is dict and len(fields) <= _SHARED_FROM and not isinstance(value, (type, types.FunctionType)):
        return list(fields.values())
    return []

"""Where the names of a notebook come from: the package that each was imported from, or whose call made it."""

import ast
import re
from collections.abc import Iterable

from ...trace.python_source import parse_cell, parse_python

_IMPORT = re.compile(r"^\s*import +([\w.]+)(?: +as +(\w+))?", re.MULTILINE)
_FROM = re.compile(r"^\s*from +([\w.]+) +import +([^\n#;]+)", re.MULTILINE)


def origins(sources: Iterable[str], *, whole_cells: bool = True) -> dict[str, str]:
    """Name -> dotted package it comes from, read over cells in the order in which they ran.

    A name that is bound to the result of a call has the package of what was called: of ``m = Sequential()`` it is the
    package from which ``Sequential`` was imported. Of parts of cells, as a traceback shows them, the imports are
    found also where the part is no whole Python.
    """
    found: dict[str, str] = {}
    for source in sources:
        tree = parse_cell(source).tree if whole_cells else parse_python(source)
        if tree is None or not tree.body:
            _by_pattern(source, found)
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    found[alias.asname or alias.name.partition(".")[0]] = alias.name
            elif isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    # A module inside a package says more than the package: tensorflow.keras.
                    found[alias.asname or alias.name] = node.module
            elif isinstance(node, ast.Assign) and (package := _package(node.value, found)):
                for target in node.targets:
                    for name in _names(target):
                        found.setdefault(name, package)
    return found


def _by_pattern(source: str, found: dict[str, str]) -> None:
    """The imports of code that is no whole Python, such as the lines that a traceback shows."""
    for match in _IMPORT.finditer(source):
        found[match[2] or match[1].partition(".")[0]] = match[1]
    for match in _FROM.finditer(source):
        for part in match[2].strip("() ").split(","):
            words = part.split()
            if words and words[-1].isidentifier():
                found[words[-1]] = match[1]


def _package(value: ast.expr, found: dict[str, str]) -> str | None:
    """The package of the outermost call: that of the name at its root."""
    if not isinstance(value, ast.Call):
        return None
    root: ast.expr = value
    while isinstance(root, ast.Call | ast.Attribute | ast.Subscript):
        root = root.func if isinstance(root, ast.Call) else root.value
    return found.get(root.id) if isinstance(root, ast.Name) else None


def _names(target: ast.expr) -> list[str]:
    if isinstance(target, ast.Name):
        return [target.id]
    if isinstance(target, ast.Tuple | ast.List):
        return [name for part in target.elts for name in _names(part)]
    return []

"""Whether code reaches for what judges it: the kernel, Python itself, functions that a check compares with. Pure.

A check runs in the kernel of the repair, so code that sets out to forge it can't be kept from it by rules on its text.
What is plain to see is named here, and no repair needs it.
"""

import ast
from collections.abc import Iterable, Iterator

from ..trace.python_source import parse_cell

_MODULES = {"IPython", "ipykernel", "builtins", "ctypes", "jupyter_client", "traitlets", "zmq", "junobench_lab"}
_HARMLESS = {"IPython.display"}
_MAGICS = {"run_line_magic", "run_cell_magic", "magic", "system", "getoutput"}
"""What may be asked of `get_ipython()`: into these are magics and ``!`` turned."""
_NAMES = {"__builtins__", "__import__", "exec", "compile"}
_OF_MODULES = {
    "sys": {"_getframe", "_current_frames", "settrace", "setprofile", "addaudithook", "modules", "meta_path"},
    "gc": {"get_objects", "get_referrers", "get_referents"},
}
_ATTRIBUTES = {"__globals__", "__code__", "__closure__", "__subclasses__", "f_globals", "f_locals", "f_back"}
_STANDARD = {"json", "os", "sys", "hashlib", "warnings", "ast", "inspect", "math"}
"""Modules of Python that what asks for the conditions uses, and that no notebook changes."""
_COMPARISONS = {
    *("allclose", "isclose", "array_equal", "array_equiv", "equals", "all", "any", "__eq__", "__ne__"),
    *("assert_allclose", "assert_array_equal", "assert_frame_equal", "assert_series_equal", "isinstance", "len"),
}


def tampering(before: Iterable[str], after: Iterable[str]) -> str | None:
    """What of the machinery the sources of ``after`` reach for that those of ``before`` didn't, as it is written."""
    known = {what for source in before for what in _reached(source)}
    return next((what for source in after for what in _reached(source) if what not in known), None)


def _reached(source: str) -> Iterator[str]:
    tree = parse_cell(source).tree
    asked = {
        id(node.value.func)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in _MAGICS and isinstance(node.value, ast.Call)
    }
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (name for name in _imported(node) if name.partition(".")[0] in _MODULES)
        elif isinstance(node, ast.Name) and (node.id in _NAMES or (node.id == "get_ipython" and id(node) not in asked)):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield from _of_attribute(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield from _of_call(node, node.func.id)


def _imported(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    else:
        names = [node.module or ""]
        if node.module == "IPython" and all(alias.name in ("display", "get_ipython") for alias in node.names):
            # `get_ipython` is judged by what is done with it.
            return
    yield from (name for name in names if name != "IPython" and name not in _HARMLESS)


def _of_attribute(node: ast.Attribute) -> Iterator[str]:
    base = node.value.id if isinstance(node.value, ast.Name) else ""
    if node.attr in _ATTRIBUTES:
        yield node.attr
    elif node.attr in _OF_MODULES.get(base, ()) or (base == "IPython" and node.attr != "display"):
        yield f"{base}.{node.attr}"
    elif isinstance(node.ctx, (ast.Store, ast.Del)) and (base in _STANDARD or node.attr in _COMPARISONS):
        yield ast.unparse(node)


def _of_call(node: ast.Call, name: str) -> Iterator[str]:
    texts = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
    if name == "eval" and node.args:
        if texts and isinstance(texts[0], str):
            yield from _reached(texts[0])
        elif isinstance(node.args[0], (ast.BinOp, ast.JoinedStr)):
            yield "eval"
    elif name in ("setattr", "delattr", "getattr") and len(node.args) > 1:
        base = node.args[0].id if isinstance(node.args[0], ast.Name) else ""
        refused = _ATTRIBUTES | _COMPARISONS if name == "setattr" else _ATTRIBUTES
        if refused & {*map(str, texts)} or base in _STANDARD | set(_OF_MODULES):
            yield name

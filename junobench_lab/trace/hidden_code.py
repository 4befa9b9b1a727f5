"""Code that a cell runs without showing it as its own: ``exec``, magics and shell commands.

Magics and ``!`` are looked at as IPython's transformer wrote them: ``get_ipython().run_line_magic("run", "a.py")``.
"""

import ast
import re

from .python_source import parse_python

_UNSEEN_MAGICS = frozenset({"run", "pylab", "store", "macro", "load_ext", "reload_ext", "cython"})
_SHELL = frozenset({"system", "getoutput"})
_MENTIONED = re.compile(r"(?<![\\$])\$([A-Za-z_]\w*)|\{([A-Za-z_]\w*)[^{}]*\}")


def may_hide_code(call: ast.Call) -> bool:
    """Whether a call is one that the other questions here are worth asking of; most calls are none."""
    if isinstance(call.func, ast.Name):
        return call.func.id == "exec"
    return isinstance(call.func, ast.Attribute) and (call.func.attr == "run_line_magic" or call.func.attr in _SHELL)


def executed_text(call: ast.Call) -> str | None:
    """The text of ``exec("...")`` where the cell spells it out and no namespace of its own is given."""
    if _called(call) == "exec" and len(call.args) == 1 and isinstance(call.args[0], ast.Constant):
        text = call.args[0].value
        return text if isinstance(text, str) else None
    return None


def runs_unseen_code(call: ast.Call) -> bool:
    """Whether a call may bind names in the notebook that the cell doesn't show."""
    if _called(call) == "exec":
        return len(call.args) == 1
    magic = _line_magic(call)
    return magic is not None and magic[0] in _UNSEEN_MAGICS


def is_namespace(target: ast.expr) -> bool:
    """Whether it is ``globals()["name"]``."""
    return (
        isinstance(target, ast.Subscript)
        and isinstance(target.value, ast.Call)
        and _called(target.value) in {"globals", "locals"}
    )


def names_mentioned_by_magic(call: ast.Call) -> list[str]:
    """Names that IPython puts the values of into a command: ``x`` and ``y`` of ``!head {x} $y``."""
    magic = _line_magic(call)
    text = magic[1] if magic is not None else _shell_command(call)
    if text is None:
        return []
    return list(dict.fromkeys(one or other for one, other in _MENTIONED.findall(text)))


def timed_expression(call: ast.Call) -> ast.Module | None:
    """What ``%timeit`` runs: it reads the notebook's names and binds none."""
    magic = _line_magic(call)
    if magic is None or magic[0] != "timeit":
        return None
    tree = parse_python(re.sub(r"^(?:-\w+\s*\d*\s+)+", "", magic[1]))
    return None if tree is None else ast.increment_lineno(tree, call.lineno - 1)


def _called(call: ast.Call) -> str | None:
    return call.func.id if isinstance(call.func, ast.Name) else None


def _line_magic(call: ast.Call) -> tuple[str, str] | None:
    if not (isinstance(call.func, ast.Attribute) and call.func.attr == "run_line_magic" and len(call.args) >= 2):
        return None
    name, text = (argument.value if isinstance(argument, ast.Constant) else None for argument in call.args[:2])
    return (name, text) if isinstance(name, str) and isinstance(text, str) else None


def _shell_command(call: ast.Call) -> str | None:
    if not (isinstance(call.func, ast.Attribute) and call.func.attr in _SHELL and call.args):
        return None
    receiver, first = call.func.value, call.args[0]
    is_ipython = isinstance(receiver, ast.Call) and _called(receiver) == "get_ipython"
    return first.value if is_ipython and isinstance(first, ast.Constant) and isinstance(first.value, str) else None

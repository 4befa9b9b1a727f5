"""Python source of a notebook cell: what IPython would run, as a syntax tree with the cell's own line numbers.

IPython's own transformer turns magics, ``!`` and ``?`` into calls (`IPython.core.inputtransformer2`). It is asked
only where a cell isn't plain Python, because a cell that parses as it stands is left unchanged by it.
"""

import ast
import warnings
from functools import lru_cache
from typing import Any

PYTHON_CELL_MAGICS = frozenset({"time", "timeit", "capture", "prun", "memit", "mprun", "lprun", "python", "python3"})
"""Cell magics whose body is Python that runs in the notebook's namespace (``python`` runs elsewhere, see below)."""

STATEMENT_MAGICS = frozenset({"time", "prun", "memit"})
"""Line magics whose text is a statement that runs in the notebook's namespace."""

SEPARATE_PROCESS = frozenset({"python", "python3"})
"""Cell magics whose body is Python, but runs in a process of its own: it touches no name of the notebook."""


class ParsedCell:
    """A cell's syntax tree, or the reason why there is none."""

    __slots__ = ("apart", "captured", "problem", "tree")

    def __init__(
        self, tree: ast.Module, problem: str | None = None, captured: str | None = None, *, apart: bool = False
    ) -> None:
        self.tree = tree
        self.problem = problem
        """A sentence on what couldn't be parsed; the tree then holds what could."""
        self.captured = captured
        """Name that ``%%capture NAME`` binds."""
        self.apart = apart
        """Whether the body runs in a scope of its own (``%%timeit``): it reads the notebook's names and binds none."""


def parse_cell(source: str) -> ParsedCell:
    """Parse a cell as IPython would run it. Never raises: what can't be parsed is reported in words."""
    tree = parse_python(source)
    if tree is not None:
        return ParsedCell(tree)
    body, captured, offset = _unwrap_cell_magic(source)
    if body is None:
        return ParsedCell(_EMPTY, None)
    tree = parse_python(body) or parse_python(_transform(body))
    if tree is None:
        return ParsedCell(
            _shift(_longest_valid_part(body), offset), "This cell is not valid Python, so only a part could be read."
        )
    return ParsedCell(_shift(tree, offset), None, captured, apart=source.lstrip().startswith("%%timeit"))


def statement_of_magic(call: ast.Call) -> ast.Module | None:
    """The statement that a line magic runs: ``x = f()`` of ``%time x = f()``, as the transformer wrote the call."""
    function, arguments = call.func, call.args
    if not (isinstance(function, ast.Attribute) and function.attr == "run_line_magic" and len(arguments) == 2):
        return None
    name, text = (argument.value if isinstance(argument, ast.Constant) else None for argument in arguments)
    if name not in STATEMENT_MAGICS or not isinstance(text, str):
        return None
    tree = parse_python(text)
    return None if tree is None else _shift(tree, call.lineno - 1)


_EMPTY = ast.Module(body=[], type_ignores=[])


def parse_python(source: str) -> ast.Module | None:
    """The tree of plain Python, or ``None`` where it isn't."""
    try:
        if "\\" not in source:
            return ast.parse(source)
        # Python warns of escapes that mean nothing ("\d"), which is no matter of ours.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _unwrap_cell_magic(source: str) -> tuple[str | None, str | None, int]:
    """The body that runs here, the name that the magic binds, and how many lines stand above the body.

    A magic whose body isn't Python of this namespace (``%%bash``, ``%%html``) gives no body.
    """
    lines = source.split("\n")
    start = next((i for i, line in enumerate(lines) if line.strip()), 0)
    first = lines[start].lstrip()
    if not first.startswith("%%"):
        return source, None, 0
    words = first[2:].split()
    name, arguments = (words[0], words[1:]) if words else ("", [])
    if name not in PYTHON_CELL_MAGICS or name in SEPARATE_PROCESS:
        return None, None, 0
    captured = None
    if name == "capture":
        captured = next((word for word in arguments if word.isidentifier()), None)
    body, inner_captured, offset = _unwrap_cell_magic("\n".join(lines[start + 1 :]))
    return body, captured or inner_captured, start + 1 + offset


@lru_cache(maxsize=1)
def _transformer() -> Any:
    # Imported on first need: it takes longer than a whole trace of plain cells.
    from IPython.core.inputtransformer2 import TransformerManager

    return TransformerManager()


def _transform(source: str) -> str:
    try:
        return str(_transformer().transform_cell(source))
    except (SyntaxError, ValueError, IndexError, RecursionError):
        # The transformer's tokenizer gives up on broken text; what parses is found line by line.
        return source


def _longest_valid_part(source: str) -> ast.Module:
    """The longest head of the cell that parses; statements after the fault are not guessed at."""
    lines = source.split("\n")
    for end in range(len(lines) - 1, 0, -1):
        head = "\n".join(lines[:end])
        tree = parse_python(head) or parse_python(_transform(head))
        if tree is not None:
            return tree
    return _EMPTY


def _shift(tree: ast.Module, lines: int) -> ast.Module:
    if lines:
        ast.increment_lineno(tree, lines)
    return tree

"""Notebooks as scripts whose cells begin with a line ``# %%``: the format of Spyder, VS Code and Jupytext."""

import re
from collections.abc import Sequence

from ...instances.models import CellType
from .models import TaskCell

_MARK = re.compile(r"^#\s*%%(?!%)(?P<rest>.*)$")
_KIND = re.compile(r"\[(?P<kind>markdown|md|raw)\]", re.IGNORECASE)
_COMMENT = re.compile(r"^#[ ]?")
_MAGIC = re.compile(r"^# ?(?=%[a-z]\w+|![\w./~])")


def cells_of_script(text: str) -> list[TaskCell]:
    """The cells of a script, in order; what stands above the first mark is a cell too, unless it is blank.

    ``# %% [markdown]`` and ``# %% [raw]`` begin a cell of text, whose lines lose their comment sign or the quotes
    around them all. In a code cell, a commented magic (``# %matplotlib inline``) is a magic again. Blank lines at
    either end of a cell go; a cell that is empty stays, so that numbers fit. A mark within a string counts as a mark,
    as it does for the editors.
    """
    parts: list[tuple[CellType, list[str]]] = [("code", [])]
    for line in text.replace("\r\n", "\n").split("\n"):
        mark = _MARK.match(line)
        if mark is not None:
            parts.append((_type(mark["rest"]), []))
        else:
            parts[-1][1].append(line)
    if not any(line.strip() for line in parts[0][1]):
        parts = parts[1:]
    return [TaskCell(cell=place, type=kind, source=_source(kind, lines)) for place, (kind, lines) in enumerate(parts)]


def _type(rest: str) -> CellType:
    kind = _KIND.search(rest)
    if kind is None:
        return "code"
    return "raw" if kind["kind"].lower() == "raw" else "markdown"


def _source(kind: CellType, lines: Sequence[str]) -> str:
    kept = list(lines)
    while kept and not kept[0].strip():
        kept.pop(0)
    while kept and not kept[-1].strip():
        kept.pop()
    if kind == "code":
        return "\n".join(_MAGIC.sub("", line) for line in kept)
    text = "\n".join(kept)
    for quotes in ('"""', "'''"):
        if len(text) >= 6 and text.startswith(quotes) and text.endswith(quotes):
            return text[3:-3].strip("\n")
    return "\n".join(_COMMENT.sub("", line) for line in kept)

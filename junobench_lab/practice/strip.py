"""Taking out of a notebook the comments that give the cause of its crash away.

The reproduced notebooks of the data set carry such comments: ``# [re-execute] this crash is because this cell was
executed more than once``, ``# fix ----``. Only whole comment lines that speak of the fault or its repair go. An empty
line stays in the place of each, so that line numbers, tracebacks and the recorded crash line go on fitting.
"""

import re
from collections.abc import Iterable
from typing import Any

from ..instances.models import Cell
from ..instances.notebooks import Notebook

_END = r"\s*(?:$|[-=:.!*#]+)"
_HINTS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\[re-?execute\]",
        # "# fix", "# fix ----", "# bug: ...", "# Solution": not "# fix the seed" or "# bug reports per week".
        rf"^(?:bug)?fix(?:ed)?(?: version| here)?{_END}",
        rf"^(?:the )?(?:bug|error|solution|crash|repair)(?: is)?(?: here)?{_END}",
        r"^(?:bug)?fix(?:ed|es)? (?:for )?(?:the |this |a )?(?:bug|crash|error|exception|issue)\b",
        r"\b(?:this|the) (?:crash|bug|error|exception) (?:is|was|comes|came|happens|happened|occurs)\b",
        r"\b(?:it|this|here|line|cell|code)\b.* crash(?:es|ed)\b|\bcrash(?:es|ed) (?:here|because)\b",
        r"\bcauses? (?:the |a |this )?(?:crash|bug|exception)\b",
        r"\bexecuted (?:more than once|twice|again)\b",
    )
)


def is_hint(line: str) -> bool:
    """Whether a line of code is a comment that speaks of the fault or its repair."""
    text = line.strip()
    if not text.startswith("#"):
        return False
    comment = text.lstrip("#").strip()
    return any(hint.search(comment) for hint in _HINTS)


def strip_hints(notebook: Notebook) -> tuple[Notebook, list[int]]:
    """The notebook without its hints, and the cells from which lines were taken."""
    cells, stripped = [], []
    for cell in notebook.cells:
        hints = [line for line in cell.source.split("\n") if is_hint(line)] if cell.type == "code" else []
        if hints:
            stripped.append(cell.cell)
            cell = _without(cell, hints)
        cells.append(cell)
    if not stripped:
        return notebook, []
    removed = [hint.strip() for place in stripped for hint in notebook.cells[place].source.split("\n") if is_hint(hint)]
    # A function's lines show up in the tracebacks of other cells, too.
    cells = [cell.model_copy(update={"outputs": [_clean(o, removed) for o in cell.outputs]}) for cell in cells]
    return notebook.model_copy(update={"cells": cells}), stripped


def _without(cell: Cell, hints: Iterable[str]) -> Cell:
    gone = set(hints)
    return cell.model_copy(
        update={"source": "\n".join("" if line in gone else line for line in cell.source.split("\n"))}
    )


def _clean(output: dict[str, Any], removed: list[str]) -> dict[str, Any]:
    """An error output whose traceback doesn't show the lines that were taken out."""
    if output.get("output_type") != "error":
        return output
    traceback = []
    for part in output.get("traceback") or []:
        if isinstance(part, str):
            for line in removed:
                part = part.replace(line, "")
        traceback.append(part)
    return {**output, "traceback": traceback}

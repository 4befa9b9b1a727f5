"""Which comments of a notebook a system gets to see.

The notebooks of the data set give the answer away in comments, and fixed ones keep the old code in comments. Lines
keep their places, so that crash lines and tracebacks go on fitting.
"""

import io
import re
import tokenize
from typing import Any

from ...instances.models import Cell
from ...instances.notebooks import Notebook
from ...practice.strip import strip_hints
from .models import Comments

_TERMINAL_CODES = re.compile(r"\x1b\[[0-9;]*m")


def with_comments(notebook: Notebook, comments: Comments) -> Notebook:
    """The notebook with the comments of its code cells and tracebacks as asked; tracebacks lose their colours."""
    if comments == "no-hints":
        notebook, _ = strip_hints(notebook)
    gone: set[str] = set()
    cells = []
    for cell in notebook.cells:
        if comments == "none" and cell.type == "code":
            source, taken = _without_comments(cell.source)
            gone |= taken
            cell = cell.model_copy(update={"source": source})
        cells.append(cell)
    return notebook.model_copy(update={"cells": [_with_plain_traceback(cell, gone) for cell in cells]})


def closed_up(published: str, shown: str) -> str:
    """The source without the empty lines that taken comments left, which would tell where they were."""
    pairs = zip(published.split("\n"), shown.split("\n"), strict=True)
    return "\n".join(line for before, line in pairs if line.strip() or not before.strip())


def _without_comments(source: str) -> tuple[str, set[str]]:
    lines = source.split("\n")
    taken: set[str] = set()
    try:
        tokens = [t for t in tokenize.generate_tokens(io.StringIO(source).readline) if t.type == tokenize.COMMENT]
    except (tokenize.TokenError, SyntaxError):
        # A magic or a broken cell: only whole lines that look like a comment are sure to be one.
        for place, line in enumerate(lines):
            if line.lstrip().startswith("#"):
                taken.add(line.strip())
                lines[place] = ""
        return "\n".join(lines), taken
    for token in tokens:
        place, column = token.start
        taken.add(token.string.strip())
        lines[place - 1] = lines[place - 1][:column].rstrip()
    return "\n".join(lines), taken


def _with_plain_traceback(cell: Cell, gone: set[str]) -> Cell:
    if not any(output.get("output_type") == "error" for output in cell.outputs):
        return cell
    return cell.model_copy(update={"outputs": [_plain(output, gone) for output in cell.outputs]})


def _plain(output: dict[str, Any], gone: set[str]) -> dict[str, Any]:
    traceback = output.get("traceback")
    if output.get("output_type") != "error" or not isinstance(traceback, list):
        return output
    parts = [_TERMINAL_CODES.sub("", part) for part in traceback if isinstance(part, str)]
    return {**output, "traceback": ["\n".join(_cut(line, gone) for line in part.split("\n")) for part in parts]}


def _cut(line: str, gone: set[str]) -> str:
    text = line.rstrip()
    # The longest first: one comment may end in the text of another.
    for comment in sorted(gone, key=lambda each: (-len(each), each)):
        if text.endswith(comment):
            return text.removesuffix(comment).rstrip()
    return line

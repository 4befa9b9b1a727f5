"""Taking out of a notebook the comments that give the cause of its crash away.

The reproduced notebooks of the data set carry such comments: ``# [re-execute] this crash is because this cell was
executed more than once``, ``# fix ----``, and code commented out below them. Only whole comment lines that clearly
speak of the fault, its repair or a second execution go, with the commented-out code right below; a comment after code
stays, and so does text in a string.

An empty line stays in the place of each line that goes, in the cell and in the tracebacks that show it. So line
numbers, recorded crash lines and tracebacks go on fitting.
"""

import ast
import io
import re
import textwrap
import tokenize
from typing import Any

from ..instances.models import Cell
from ..instances.notebooks import Notebook

_END = r"\s*(?:$|:|[-=*#~.!]{2,}|\s[-\u2013\u2014]\s)"
"""What follows the first words of a heading: nothing, a colon, a rule or a dash. Not "=", as in code taken out."""
_BARE_END = r"\s*(?:$|[-=*#~.!]{2,})"

_HINTS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\[re-?execute\]",
        # "# fix ----", "# fixed: use the test set"; not "# fix the seed", "# fixed effects", "# fixed-width file".
        rf"^(?:bug ?)?fix(?:ed|es)?(?: version| here| starts?| ends?)?{_END}",
        # "# bug: wrong axis"; not "# bug reports per week".
        rf"^(?:the )?(?:bug|solution|repair)(?: is)?(?: here)?{_END}",
        # "# crash", "# error ----"; not "# crash severity", "# error: mean of squares".
        rf"^(?:the )?(?:crash|error|exception)(?: is)?(?: here)?{_BARE_END}",
        # "# fix the bug", "# fix for the error"; not "# fix the error bars", "# fix errors in the ages".
        r"^(?:bug ?)?fix(?:ed|es|ing)? (?:for )?(?:the |this |an? )?"
        r"(?:bug|crash|exception|(?:error|issue)(?=\s*(?:$|[.,:;!]|here\b|above\b|below\b)))\b",
        r"\bthis (?:crash|bug|exception) (?:is|was|comes|came|happens|happened|occurs|occurred)\b",
        r"\b(?:this|the) (?:crash|bug|exception|error) (?:is |was |happens |happened |occurs |occurred )?"
        r"(?:because|here|raised|thrown)\b",
        # "# it crashes here"; not "# cars that crashed", "# this year they crashed less".
        r"\b(?:it|here|this(?: line| cell| code| call)?) crash(?:es|ed)\b|\bcrash(?:es|ed) (?:here|because)\b",
        r"\bcauses? (?:the|this) (?:crash|bug|exception)\b",
        # "# this cell was executed twice"; not "# every fold is executed twice".
        r"\bcell\b.*\bexecuted (?:more than once|twice|again)\b",
    )
)

_TERMINAL_CODES = re.compile(r"\x1b\[[0-9;]*m")
_LINE_NUMBER = re.compile(r"\s*(?:-+>)?\s*\d*\s?")


def is_hint(line: str) -> bool:
    """Whether a line, taken as code, is a comment that speaks of the fault or its repair."""
    text = line.strip()
    if not text.startswith("#"):
        return False
    comment = text.lstrip("#").strip()
    return any(hint.search(comment) for hint in _HINTS)


def strip_hints(notebook: Notebook) -> tuple[Notebook, list[int]]:
    """The notebook without its hints, and the cells (0-based) from which lines were taken."""
    cells: list[Cell] = []
    stripped: list[int] = []
    gone: set[str] = set()
    for cell in notebook.cells:
        places = _hint_lines(cell.source) if cell.type == "code" else set()
        if places:
            lines = cell.source.split("\n")
            gone |= {lines[place].strip() for place in places}
            stripped.append(cell.cell)
            cell = cell.model_copy(update={"source": _emptied(cell.source, places)})
        cells.append(cell)
    if not stripped:
        return notebook, []
    # A function's lines show up in the tracebacks of other cells, too.
    cells = [cell.model_copy(update={"outputs": [_cleaned(output, gone) for output in cell.outputs]}) for cell in cells]
    return notebook.model_copy(update={"cells": cells}), stripped


def strip_source(source: str) -> str:
    """The source of a code cell without its hints."""
    return _emptied(source, _hint_lines(source))


def _emptied(source: str, places: set[int]) -> str:
    return "\n".join("" if place in places else line for place, line in enumerate(source.split("\n")))


def _hint_lines(source: str) -> set[int]:
    """Places (0-based) of the lines that are hints, with the commented-out code right below them."""
    lines = source.split("\n")
    comments = _comment_lines(source, lines)
    hints = {place for place in comments if is_hint(lines[place])}
    return hints | {below for hint in hints for below in _code_below(lines, hint, comments - hints)}


def _comment_lines(source: str, lines: list[str]) -> set[int]:
    """Places of the lines that are nothing but a comment."""
    whole = {place for place, line in enumerate(lines) if line.strip().startswith("#")}
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    except (tokenize.TokenError, SyntaxError):
        # A magic or a broken cell: what looks like a comment is taken for one.
        return whole
    return whole & {token.start[0] - 1 for token in tokens if token.type == tokenize.COMMENT}


def _code_below(lines: list[str], hint: int, comments: set[int]) -> list[int]:
    """Places of the commented-out code that begins right below a hint; the longest block that is Python."""
    end = hint + 1
    while end in comments:
        end += 1
    for last in range(end, hint + 1, -1):
        if _is_code("\n".join(re.sub(r"^(\s*)#+ ?", r"\1", line) for line in lines[hint + 1 : last])):
            return list(range(hint + 1, last))
    return []


def _is_code(text: str) -> bool:
    """Whether text is Python that does something: a single word of prose parses, too."""
    try:
        body = ast.parse(textwrap.dedent(text)).body
    except (SyntaxError, ValueError):
        return False
    words = (ast.Name, ast.Constant, ast.Tuple)
    return any(not (isinstance(statement, ast.Expr) and isinstance(statement.value, words)) for statement in body)


def _cleaned(output: dict[str, Any], gone: set[str]) -> dict[str, Any]:
    """An error output whose traceback doesn't show the lines that were taken out; every other output as it is."""
    traceback = output.get("traceback")
    if output.get("output_type") != "error" or not isinstance(traceback, list):
        return output
    return {**output, "traceback": [_cleaned_part(part, gone) if isinstance(part, str) else part for part in traceback]}


def _cleaned_part(part: str, gone: set[str]) -> str:
    return "\n".join(_cleaned_line(line, gone) for line in part.split("\n"))


def _cleaned_line(line: str, gone: set[str]) -> str:
    plain = _TERMINAL_CODES.sub("", line)
    number = _LINE_NUMBER.match(plain)
    start = number.end() if number else 0
    return plain[:start].rstrip() if plain[start:].strip() in gone else line

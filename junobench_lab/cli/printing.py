"""What goes to the terminal, to a pipe or to a program."""

import json
import os
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..model import Model

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_PIPED_WIDTH = 120
_LONGEST_MESSAGE = 2000


def console() -> "Console":
    """The console for what a person asked to see: no colours in a pipe, and a width that isn't the terminal's."""
    return _legible_console(width=_width())


def progress_console() -> "Console":
    """The console for what passes by while a person waits; shows only in a terminal."""
    return _legible_console(stderr=True)


def _legible_console(**settings: Any) -> "Console":
    """One whose terminal can't be steered by what stands in notebooks and files."""
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    class LegibleConsole(Console):
        def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
            for segment in super().render(renderable, options):
                yield segment if segment.control else segment._replace(text=legible(segment.text))

    return LegibleConsole(markup=False, highlight=False, emoji=False, **settings)


def table(*columns: str, whole: Sequence[str] = (), right: Sequence[str] = (), cut: str | None = None) -> "Table":
    """A table with a line under its head.

    The ``whole`` columns are never wrapped or cut, the one to ``cut`` takes the width that is left and ends in dots
    where that isn't enough, the others are folded.
    """
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True, header_style="bold")
    made.expand = cut is not None
    for name in columns:
        made.add_column(
            name,
            justify="right" if name in right else "left",
            no_wrap=name in whole or name == cut,
            overflow="ellipsis" if name == cut else "fold",
            ratio=1 if name == cut else None,
        )
    return made


def facts() -> "Table":
    """A grid of a title and what is to be said under it."""
    from rich.table import Table

    made = Table.grid(padding=(0, 2))
    made.add_column(style="bold", no_wrap=True)
    made.add_column(overflow="fold")
    return made


def legible(text: str) -> str:
    """A text of somebody else without what would steer a terminal: control characters, but for tabs and line ends."""
    if text.isprintable():
        return text
    return "".join(sign for sign in text if sign in "\t\n" or unicodedata.category(sign) != "Cc")


def exception_line(ename: str, evalue: str) -> str:
    """An exception as the end of a traceback says it, cut where its message is very long."""
    message = evalue.strip()
    cut = message if len(message) <= _LONGEST_MESSAGE else f"{message[:_LONGEST_MESSAGE]}…"
    return f"{ename}: {cut}" if cut else ename


def first_line(text: str, *, longest: int = 300) -> str:
    """The first line of a text of somebody else that says something, cut, and without what would steer a terminal."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return legible(line if len(line) <= longest else f"{line[:longest]}…")


def print_json(document: Model | Mapping[str, Any]) -> None:
    """The one document of a command with ``--json``."""
    if isinstance(document, Model):
        text = document.model_dump_json(indent=2)
        if not _is_utf8(sys.stdout.encoding):
            text = json.dumps(json.loads(text), indent=2)
    else:
        text = json.dumps(document, indent=2, ensure_ascii=not _is_utf8(sys.stdout.encoding))
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _width() -> int | None:
    """Columns; ``None`` for those of the terminal."""
    if sys.stdout.isatty():
        return None
    columns = os.environ.get("COLUMNS", "")
    return int(columns) if columns.isdecimal() and int(columns) > 0 else _PIPED_WIDTH


def _is_utf8(encoding: str | None) -> bool:
    return (encoding or "").lower().replace("-", "").replace("_", "") == "utf8"

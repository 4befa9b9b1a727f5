"""The line of a cell that a traceback blames."""

import re
from collections.abc import Sequence

_ANSI = re.compile(r"\x1b\[[0-9;]*m")


def crash_line(traceback: Sequence[str], count: int | None, source: str) -> int | None:
    """The line (1-based) in the crash cell, ``None`` where the traceback doesn't tell."""
    text = _ANSI.sub("", "\n".join(traceback))
    arrows = re.findall(r"^-+> +(\d+) ", text, re.MULTILINE)
    return int(arrows[0]) if arrows else None

"""What a kernel's process wrote outside of cells."""

import os
import re
from typing import IO

_TERMINAL_CODES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_END = 4000


def last_words(log: IO[bytes]) -> str:
    """The last lines of an open log, in one; empty where there are none or it is closed."""
    try:
        log.flush()
        size = log.seek(0, os.SEEK_END)
        log.seek(max(0, size - _END))
        text = log.read().decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""
    lines = [line.strip() for line in _TERMINAL_CODES.sub("", text).splitlines() if line.strip()]
    return " / ".join(lines[-3:])

"""Files of runs: JSON lines, added to as runs end, so that what was interrupted goes on where it stopped."""

import json
import os
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from ..errors import InvalidRequest
from ..model import Model

_BEGINNING = '{"format":1'
"""Of every line."""

_Line = TypeVar("_Line", bound=Model)


def read_lines(file: Path, kind: type[_Line], what: str) -> list[_Line]:
    """The lines on file, none where there is no file. Raises `InvalidRequest`, which names the line that isn't ``what``
    (such as "run of a repair").

    A last line that was cut short, as by a killed process, is passed over.
    """
    if not can_be_read(file):
        return []
    try:
        lines = file.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it isn't UTF-8 text"
        raise InvalidRequest(f"{file} can't be read ({reason}): name a text file.") from None
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            found.append(kind.model_validate_json(line))
        except ValidationError:
            if number == len(lines) and _was_cut_short(line):
                break
            raise InvalidRequest(f"Line {number} of {file} is no {what}: name another file.") from None
    return found


def can_be_read(file: Path) -> bool:
    """Whether there is something on file, or a folder by mistake: nothing was kept in a terminal or a pipe, and some
    devices never end."""
    return file.is_file() or file.is_dir()


def _was_cut_short(line: str) -> bool:
    """Whether it may be the beginning of one of our lines: a person's own text is never taken for one, and removed."""
    if not (_BEGINNING.startswith(line) or line.startswith(_BEGINNING)):
        return False
    try:
        json.loads(line)
    except ValueError:
        return True
    return False


def add_line(file: Path, line: Model) -> None:
    """Add a line to the file. Raises `InvalidRequest` where it can't be written."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("ab") as opened:
            opened.write(line.model_dump_json().encode() + b"\n")
    except OSError as error:
        raise InvalidRequest(f"{file} can't be written ({error.strerror}): name another file.") from None


def mend(file: Path) -> None:
    """Take away a last line that was cut short, so that the next one begins on a line of its own; a last line that
    only lacks its end gets it. Raises `InvalidRequest` where the file can't be changed."""
    if not can_be_read(file):
        return
    try:
        content = file.read_bytes()
        whole = content.rfind(b"\n") + 1
        last = content[whole:]
        if not last:
            return
        with file.open("r+b") as opened:
            if _was_cut_short(last.decode(errors="replace")):
                opened.truncate(whole)
            else:
                opened.seek(0, os.SEEK_END)
                opened.write(b"\n")
    except OSError as error:
        raise InvalidRequest(f"{file} can't be written ({error.strerror}): name another file.") from None

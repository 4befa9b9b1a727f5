"""Copies of what was read, kept for the next process: files of their own in a folder that holds only some of them."""

import os
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from ..data_folder import data_folder

MAX_COPIES = 32
"""Copies kept in one folder; the least recently written go first."""

Stamp = tuple[int, ...]
"""What tells whether a file or a folder is as it was; see `file_stamp`."""


def file_stamp(file: Path) -> Stamp:
    """Time of the content, time of any change (which nobody sets back) and size in bytes. Raises `OSError`."""
    status = file.stat()
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size


def copy_file(folder: str, *of: str | Path) -> Path:
    """Where in the data folder the copy of something is kept, which is known by its paths and names."""
    key = b"\0".join(os.fsencode(part) for part in of)
    return data_folder() / folder / f"{sha256(key).hexdigest()[:24]}.json"


def keep_copy(file: Path, content: bytes) -> None:
    """Write a copy, whole or not at all; where the folder can't be written, the next process does without."""
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=file.parent, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as opened:
                opened.write(content)
            os.replace(temporary, file)
        except BaseException:
            os.unlink(temporary)
            raise
        copies = sorted(file.parent.glob("*.json"), key=lambda path: path.stat().st_mtime)
        for old in copies[:-MAX_COPIES]:
            old.unlink(missing_ok=True)

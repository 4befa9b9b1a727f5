"""Temporary folders of runs whose process was killed before it could remove them.

A process holds a lock on a file in each of its folders. The system releases it however the process ends, so a folder
whose lock is free belongs to nobody. Where the system has no such locks, nothing is marked and nothing is removed.
"""

import contextlib
import os
import shutil
import sys
from pathlib import Path

if sys.platform != "win32":
    import fcntl

_LOCK = ".in-use"


class InUse:
    """The mark that a folder is in use by this process."""

    def __init__(self, folder: Path) -> None:
        """Raises `OSError` where the folder can't be written."""
        self._handle: int | None = None
        if sys.platform != "win32":
            unlocked = folder / f"{_LOCK}.new"
            self._handle = os.open(unlocked, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            # It gets its name when it is locked, so that nobody ever takes the folder for a leftover.
            if _lock(self._handle):
                os.rename(unlocked, folder / _LOCK)
            else:
                # A file system without locks: the folder is then not known as a leftover later, and stays.
                os.unlink(unlocked)

    def end(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def remove_leftovers(parent: Path, prefix: str) -> None:
    """Remove the marked folders in ``parent`` whose names begin with ``prefix`` and that no process uses any more."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError), os.scandir(parent) as entries:
        for entry in entries:
            if entry.name.startswith(prefix) and entry.is_dir(follow_symlinks=False):
                _remove_if_left(Path(entry.path))


def _remove_if_left(folder: Path) -> None:
    with contextlib.suppress(OSError):
        handle = os.open(folder / _LOCK, os.O_RDWR | os.O_NOFOLLOW)
        try:
            if _lock(handle):
                shutil.rmtree(folder, ignore_errors=True)
        finally:
            os.close(handle)


def _lock(handle: int) -> bool:
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True

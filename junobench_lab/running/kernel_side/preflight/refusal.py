"""The system refuses this process to change files outside of one folder."""

from __future__ import annotations

import os

from ..landlock import MAKE_AND_REMOVE, REFER, TRUNCATE, WRITE_FILE, Rules

_SEMAPHORES = "/dev/shm"
"""Where the locks of pools, also of pools of threads, are made and at once unlinked."""


def refuse_changes_outside(folder: str) -> bool:
    """Whether the system now refuses changes of files outside of ``folder``; it can't be undone in this process."""
    try:
        with Rules(WRITE_FILE | MAKE_AND_REMOVE | REFER | TRUNCATE) as rules:
            rules.allow(folder)
            rules.allow(_SEMAPHORES)
            rules.allow(os.devnull)
            rules.restrict()
    except OSError:
        return False
    return True

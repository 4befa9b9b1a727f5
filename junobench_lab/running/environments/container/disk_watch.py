"""How much a kernel's folder grows: without quotas no file system bounds it, so it is looked at now and then."""

import asyncio
import contextlib
import os
import time
from pathlib import Path

INTERVAL = 1.0
"""Seconds between two looks."""


class DiskWatch:
    def __init__(self, folder: Path, bound: int, *, grown: bool = False) -> None:
        """``bound`` in bytes: of all that is in ``folder``, or (``grown``) of what comes to it after the first look."""
        self._folder = folder
        self.bound = bound
        self._before: int | None = None if grown else 0
        # What is there from before has to be known before the kernel adds to it.
        self._due = time.monotonic() + (0.0 if grown else INTERVAL)
        self.size = 0
        """Bytes at the last look."""

    async def exceeded(self) -> bool:
        """Looks once in an `INTERVAL`; in between the answer is no."""
        if time.monotonic() < self._due:
            return False
        self.size = await asyncio.to_thread(_size, self._folder)
        self._due = time.monotonic() + INTERVAL
        if self._before is None:
            self._before = self.size
        return self.size - self._before > self.bound


def _size(folder: Path) -> int:
    """Bytes on disk below ``folder``; what goes away meanwhile counts nothing."""
    total = 0
    for place, _, files in os.walk(folder):
        for file in files:
            with contextlib.suppress(OSError):
                found = os.lstat(os.path.join(place, file))
                total += getattr(found, "st_blocks", 0) * 512 or found.st_size
    return total

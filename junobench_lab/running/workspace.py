"""The private copy of an instance folder in which a run works."""

import asyncio
import contextlib
import os
import shutil
import stat
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path

from ..errors import EnvironmentUnavailable
from .leftovers import InUse, remove_leftovers

_PREFIX = "jbl-"
_CHUNK = 4 * 1024 * 1024
_SPARE = 64 * 1024 * 1024
"""Bytes that have to stay free beside the copy, for what the run itself writes."""
SOCKET_PATH = 107
"""The longest path of a unix socket, in bytes, on Linux (sun_path without its closing zero)."""


class Workspace:
    """A folder of one run: the copy of the inputs, and places for all that a kernel writes elsewhere.

    Everything is below one temporary folder with a short name, because paths of sockets are bounded.
    """

    def __init__(self, name: str) -> None:
        try:
            self.root = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=short_folder()))
            self._in_use = InUse(self.root)
            self.folder = self.root / name
            """The kernel's working directory: the copy of the instance's input files."""
            self.temporary = self.root / "tmp"
            self.ipython = self.root / "ipython"
            for folder in (self.folder, self.temporary, self.ipython):
                folder.mkdir()
        except OSError as error:
            raise EnvironmentUnavailable(
                f"No temporary folder could be made for the run ({error.strerror}); free some disk space or set TMPDIR."
            ) from error
        self._abandoned = threading.Event()
        self._copying = threading.Lock()

    @property
    def sockets(self) -> Path | None:
        """Prefix for the kernel's sockets; ``None`` where a path with a port's number would be too long."""
        prefix = self.root / "k"
        return prefix if len(os.fsencode(prefix)) + len("-65535") <= SOCKET_PATH else None

    async def fill(self, source: Path, files: Sequence[Path]) -> None:
        """Copy ``files`` (paths below ``source``) to the same places below `folder`, writable.

        Raises `EnvironmentUnavailable` where the disk is too full or a file can't be read. A cancelled copy stops soon.
        """
        try:
            await asyncio.to_thread(self._copy_all, source, files)
        except asyncio.CancelledError:
            self._abandoned.set()
            raise

    async def remove(self) -> None:
        """Remove everything, also what was made read-only; what resists is left to the system's own cleaning."""
        self._abandoned.set()
        await asyncio.to_thread(self._remove)

    def _copy_all(self, source: Path, files: Sequence[Path]) -> None:
        with self._copying:
            self._copy_within_lock(source, files)

    def _copy_within_lock(self, source: Path, files: Sequence[Path]) -> None:
        remove_abandoned()
        try:
            needed = sum(file.stat().st_size for file in files)
            if needed + _SPARE > shutil.disk_usage(self.root).free:
                raise EnvironmentUnavailable(
                    f"The disk is too full to copy the instance's input ({needed / 1e6:,.0f} MB) to "
                    f"{self.root.parent}; free some space or set TMPDIR to a larger disk."
                )
            for file in files:
                if self._abandoned.is_set():
                    return
                target = self.folder / file.relative_to(source)
                target.parent.mkdir(parents=True, exist_ok=True)
                self._copy(file, target)
        except OSError as error:
            raise EnvironmentUnavailable(
                f"The instance's input files could not be copied ({error.strerror}: {error.filename}); "
                "see that they can be read and that the disk isn't full."
            ) from error

    def _copy(self, file: Path, target: Path) -> None:
        with file.open("rb") as reader, target.open("wb") as writer:
            while block := reader.read(_CHUNK):
                if self._abandoned.is_set():
                    return
                writer.write(block)

    def _remove(self) -> None:
        with self._copying:
            self._remove_within_lock()
        self._in_use.end()

    def _remove_within_lock(self) -> None:
        for _ in range(2):
            shutil.rmtree(self.root, ignore_errors=True)
            if not self.root.exists():
                return
            for folder, names, _files in os.walk(self.root):
                for name in [".", *names]:
                    # A link may lead out of the copy, to a folder of the person's.
                    if not (Path(folder) / name).is_symlink():
                        with contextlib.suppress(OSError):
                            (Path(folder) / name).chmod(stat.S_IRWXU)


def remove_abandoned() -> None:
    """Remove the folders of runs whose process was killed."""
    remove_leftovers(Path(short_folder() or tempfile.gettempdir()), _PREFIX)


def short_folder() -> str | None:
    """The folder for temporary folders: the system's, unless its path leaves no room for the kernel's sockets."""
    usual = tempfile.gettempdir()
    room = SOCKET_PATH - len("/jbl-xxxxxxxx/k-65535")
    if len(os.fsencode(usual)) > room and os.access("/tmp", os.W_OK | os.X_OK):
        return "/tmp"
    return usual

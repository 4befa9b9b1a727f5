"""Input files for workers that don't have the bench: packed by the client, unpacked once a worker.

A worker takes an instance's folder as it is wherever it holds the same files; only then are they sent.
"""

import io
import shutil
import threading
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ...errors import EnvironmentUnavailable
from ...sizes import bytes_in_words
from ..inputs import InputFile, holds, manifest_digest

SHIPPED = 512 * 1024 * 1024
"""Bytes of one instance's input that are sent at most: it is held in memory, here and on workers."""
KEPT = 4 * 1024 * 1024 * 1024
"""Bytes of unpacked input that a worker keeps; what was used longest ago goes first."""


def pack(folder: Path, manifest: Sequence[InputFile]) -> bytes:
    """The files as one archive.

    Raises `EnvironmentUnavailable` where they are too large to be sent or can't be read.
    """
    total = sum(file.size for file in manifest)
    if total > SHIPPED:
        raise EnvironmentUnavailable(
            f"The workers don't have {folder}, and its {bytes_in_words(total)} of input are more than the "
            f"{bytes_in_words(SHIPPED)} that are sent: put the bench at the same path on every worker."
        )
    packed = io.BytesIO()
    try:
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for file in manifest:
                archive.write(folder / file.path, file.path)
    except (OSError, ValueError) as error:
        raise EnvironmentUnavailable(f"The input of {folder.name} can't be read ({error}).") from error
    return packed.getvalue()


class InputStore:
    """The unpacked inputs of one worker, below one folder. May be used from any thread."""

    def __init__(self, folder: Path, kept: int = KEPT) -> None:
        self._folder = folder
        self._kept = kept
        self._lock = threading.Lock()
        self._sizes: dict[str, int] = {}
        """Digest -> bytes, the one that was used last at the end."""
        self._in_use: dict[str, int] = {}

    @contextmanager
    def folder_for(
        self, name: str, manifest: Sequence[InputFile], candidates: Sequence[Path], archive: bytes | None
    ) -> Iterator[Path | None]:
        """A folder that has the files, and nobody removes meanwhile; ``None`` where they have to be sent first.

        ``name`` is that of the folder, which a notebook can see. Raises `OSError` where the archive can't be unpacked.
        """
        if not manifest:
            yield Path(name)
            return
        own = next((folder for folder in candidates if holds(folder, manifest)), None)
        if own is not None:
            yield own
            return
        digest = manifest_digest(manifest)
        with self._lock:
            folder = self._unpacked(digest, name, manifest, archive)
            if folder is not None:
                self._in_use[digest] = self._in_use.get(digest, 0) + 1
        try:
            yield folder
        finally:
            if folder is not None:
                with self._lock:
                    self._in_use[digest] -= 1
                    self._make_room()

    def _unpacked(self, digest: str, name: str, manifest: Sequence[InputFile], archive: bytes | None) -> Path | None:
        folder = self._folder / digest[:32] / name
        if digest in self._sizes and holds(folder, manifest):
            self._sizes[digest] = self._sizes.pop(digest)
            return folder
        if archive is None:
            return None
        shutil.rmtree(folder, ignore_errors=True)
        with zipfile.ZipFile(io.BytesIO(archive)) as packed:
            for file in manifest:
                target = folder / file.path
                target.parent.mkdir(parents=True, exist_ok=True)
                with packed.open(file.path) as reader, target.open("wb") as writer:
                    shutil.copyfileobj(reader, writer)
        if not holds(folder, manifest):
            raise OSError("the files came damaged")
        self._sizes[digest] = sum(file.size for file in manifest)
        return folder

    def _make_room(self) -> None:
        for digest in list(self._sizes):
            if sum(self._sizes.values()) <= self._kept:
                return
            if self._in_use.get(digest, 0) == 0:
                del self._sizes[digest]
                shutil.rmtree(self._folder / digest[:32], ignore_errors=True)

"""What an instance's input files are, by content: to know a folder again on another machine, or after a while."""

import hashlib
import threading
from collections.abc import Sequence
from pathlib import Path

from ..errors import EnvironmentUnavailable
from ..model import Model

_CHUNK = 1024 * 1024


class InputFile(Model):
    path: str
    """Below the instance's folder, with slashes."""
    size: int
    sha256: str


_known: dict[Path, tuple[int, int, str]] = {}
"""File -> its time, its size, and its digest then."""
_lock = threading.Lock()


def input_manifest(folder: Path, files: Sequence[Path]) -> list[InputFile]:
    """The files (below ``folder``) with their digests. What was read before isn't read again while its time and size
    stay. Raises `EnvironmentUnavailable` where one can't be read."""
    found = []
    for file in files:
        try:
            status = file.stat()
            digest = _digest(file, status.st_mtime_ns, status.st_size)
        except OSError as error:
            raise EnvironmentUnavailable(
                f"The instance's input file {file} can't be read ({error.strerror}): see that it can be."
            ) from error
        found.append(InputFile(path=file.relative_to(folder).as_posix(), size=status.st_size, sha256=digest))
    return found


def holds(folder: Path, manifest: Sequence[InputFile]) -> bool:
    """Whether the folder has all these files, with the same content; others beside them don't count."""
    try:
        for file in manifest:
            path = folder / file.path
            status = path.stat()
            if status.st_size != file.size or _digest(path, status.st_mtime_ns, status.st_size) != file.sha256:
                return False
    except OSError:
        return False
    return True


def manifest_digest(manifest: Sequence[InputFile]) -> str:
    """SHA-256 by which two sets of input files are the same, wherever they lie."""
    lines = sorted(f"{file.sha256} {file.path}" for file in manifest)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _digest(file: Path, time: int, size: int) -> str:
    with _lock:
        known = _known.get(file)
    if known is not None and known[:2] == (time, size):
        return known[2]
    digest = hashlib.sha256()
    with file.open("rb") as opened:
        while block := opened.read(_CHUNK):
            digest.update(block)
    with _lock:
        _known[file] = (time, size, digest.hexdigest())
    return digest.hexdigest()

"""Whether a file is the one that the hub lists."""

import hashlib
from pathlib import Path

from .models import HubFile


def has_size(file: Path, listed: HubFile) -> bool:
    """Whether the file is there with the size that the listing names: all that can be told of much data in a moment."""
    try:
        return file.stat().st_size == listed.size
    except OSError:
        return False


def is_intact(file: Path, listed: HubFile) -> bool:
    """Whether the file is there with the content that the listing names; by its size alone where no checksum is known.

    A git blob's name is the SHA-1 of ``blob <size>\\0`` followed by the content (Git's object format).
    """
    try:
        if file.stat().st_size != listed.size:
            return False
        if listed.sha256 is not None:
            return _digest(file, hashlib.sha256()) == listed.sha256
        if listed.git_blob is not None:
            head = hashlib.sha1(f"blob {listed.size}\0".encode(), usedforsecurity=False)
            return _digest(file, head) == listed.git_blob
    except OSError:
        return False
    return True


def _digest(file: Path, digest: "hashlib._Hash") -> str:
    with file.open("rb") as opened:
        while block := opened.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()

"""Files that a person names by their path among their own files."""

from pathlib import Path

from ..errors import InvalidRequest


def own_file(root: Path, path: str) -> Path:
    """The file at a path below the contents root. Raises `InvalidRequest` for one that leads out of it."""
    root = root.resolve()
    file = root if "\x00" in path else (root / path.lstrip("/")).resolve()
    if file == root or not file.is_relative_to(root):
        raise InvalidRequest(f"{path[:200]!r} is not among your files.")
    return file

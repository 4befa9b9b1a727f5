"""Pointer files: what a clone without large-file support holds in place of notebooks and data."""

HEAD_LENGTH = 200
"""Bytes from the start of a file that tell whether it is a pointer."""

MAX_POINTER_BYTES = 1024
"""No pointer is larger, so that larger files needn't be looked into."""

_MARKS = {
    b"version https://git-lfs.github.com/": "Git LFS",
    b"version https://hawser.github.com/": "Git LFS",
    b"# xet version": "Xet",
}


def pointer_sentence(name: str, head: bytes) -> str | None:
    """What to tell a person about a file that starts with ``head``; ``None`` where it is no pointer."""
    for mark, kind in _MARKS.items():
        if head.lstrip(b"\xef\xbb\xbf\r\n ").startswith(mark):
            return (
                f"{name} is a {kind} pointer, not the file itself: run `git lfs pull` in the folder of the bench, "
                "or download the file again."
            )
    return None

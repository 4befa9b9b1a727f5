"""How a person names a notebook on the command line: a file, or ``ID:variant``, or ``ID:attempt-N``."""

import re
from dataclasses import dataclass
from pathlib import Path

from ..errors import InvalidRequest

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_ATTEMPT = re.compile(r"attempt-([1-9]\d{0,8})")


@dataclass(frozen=True)
class Reference:
    """One of ``file``, ``id`` with ``variant``, or ``id`` with ``attempt``."""

    file: Path | None = None
    id: str = ""
    variant: str | None = None
    attempt: int | None = None


def is_file(text: str) -> bool:
    """Whether a text names a file rather than an instance, also a file that isn't there.

    Raises `InvalidRequest` for an address, and where nothing is named.
    """
    if _ADDRESS.match(text):
        raise InvalidRequest(f"{text[:200]!r} is an address: download the notebook, and name the file.")
    if not text.strip():
        raise InvalidRequest("No notebook is named: give the path to a .ipynb file, or an instance.")
    return text.endswith(".ipynb") or Path(text).expanduser().is_file()


def parse_reference(text: str) -> Reference:
    """Raises `InvalidRequest` for a text that is neither."""
    if is_file(text):
        return Reference(file=Path(text).expanduser())
    id, separator, which = text.rpartition(":")
    if not separator or not id or not which:
        raise InvalidRequest(
            f"{text[:200]!r} names no notebook: give the path to a .ipynb file, or an instance with a variant, such as "
            "ferry-reviews:fixed, or with an attempt, such as ferry-reviews:attempt-1."
        )
    attempt = _ATTEMPT.fullmatch(which)
    if attempt is not None:
        return Reference(id=id, attempt=int(attempt.group(1)))
    return Reference(id=id, variant=which)

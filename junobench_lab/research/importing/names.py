"""Which instance and side a result file is about, by its name. Pure."""

from collections.abc import Sequence
from pathlib import PurePath
from typing import Literal

Side = Literal["reproduced", "fixed"]

_SIDES: dict[str, Side] = {"reproduced": "reproduced", "buggy": "reproduced", "crash": "reproduced", "fixed": "fixed"}
"""Words for a side, as last part of a file's name or of a folder's."""


def instance_of(path: PurePath, ids: Sequence[str]) -> str | None:
    """The id that a file's name holds as whole words ("crash_detection_results_torch_2" is about torch_2); else the one
    that a folder above it is named after. The longest where several fit; ``None`` where none does."""
    for name in [path.stem, *reversed(path.parts[:-1])]:
        found = [id for id in ids if _holds(name, id)]
        if found:
            return max(found, key=len)
    return None


def side_of(path: PurePath) -> Side | None:
    """The side by the end of the file's name, else of the folders above it ("results_buggy")."""
    for name in [path.stem, *reversed(path.parts[:-1])]:
        side = _SIDES.get(name.replace("-", "_").rpartition("_")[2].casefold())
        if side is not None:
            return side
    return None


def _holds(name: str, id: str) -> bool:
    place = name.casefold().find(id.casefold())
    while place != -1:
        before, after = name[:place], name[place + len(id) :]
        if (not before or not before[-1].isalnum()) and (not after or not after[0].isalnum()):
            return True
        place = name.casefold().find(id.casefold(), place + 1)
    return False

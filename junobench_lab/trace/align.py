"""Which cells of two notebooks correspond, by position and source; ids are random in JupyterLab and never used."""

from collections.abc import Sequence
from difflib import SequenceMatcher

from ..instances.models import Cell


def align_cells(left: Sequence[Cell], right: Sequence[Cell]) -> list[tuple[int | None, int | None]]:
    """Pairs of positions in the two sequences; every cell once."""
    pairs: list[tuple[int | None, int | None]] = []
    keys = [[(cell.type, cell.source) for cell in side] for side in (left, right)]
    for tag, a, a_end, b, b_end in SequenceMatcher(None, keys[0], keys[1], autojunk=False).get_opcodes():
        if tag == "equal" or a_end - a == b_end - b:
            pairs += zip(range(a, a_end), range(b, b_end), strict=True)
        else:
            pairs += [(place, None) for place in range(a, a_end)]
            pairs += [(None, place) for place in range(b, b_end)]
    return pairs


def counterpart(cell: int, left: Sequence[Cell], right: Sequence[Cell]) -> int | None:
    """The position in ``right`` of the cell that corresponds to position ``cell`` in ``left``, if any."""
    return next((b for a, b in align_cells(left, right) if a == cell), None)

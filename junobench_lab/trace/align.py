"""Which cells of two notebooks stand for each other, by position and source.

Ids are never used: the data set's notebooks have none, and JupyterLab adds random ones when it opens them. The cells
are aligned like two sequences (Needleman and Wunsch 1970): the pairs keep their order and have the largest sum of
similarities. Cells with the same source that are left over on both sides were moved, and are paired across.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from ..instances.models import Cell

_SIMILAR = 0.4
"""Cells that share less than this part of their tokens are different cells, not an edited one."""

_LARGEST_TABLE = 250_000
"""Pairs of cells that are compared one by one; larger blocks are first split at cells that occur once a side."""

_TOKEN = re.compile(r"\w+|[^\w\s]")

Pair = tuple[int | None, int | None]


def align_cells(left: Sequence[Cell], right: Sequence[Cell]) -> list[Pair]:
    """Pairs of positions in the two sequences: every cell of both sides occurs in exactly one.

    ``None`` stands for no counterpart. Pairs come in the order of the right side; a cell that only the left side has
    comes behind the pair of the cell above it. The pairs of moved cells cross others.
    """
    found = list(_aligned(_Side(left), _Side(right)))
    matched = {a: b for a, b in found}
    matched.update(_moved(left, right, matched))
    return _in_order(len(left), len(right), matched)


def counterpart(cell: int, left: Sequence[Cell], right: Sequence[Cell]) -> int | None:
    """The position in ``right`` of the cell that stands for position ``cell`` in ``left``, if any."""
    return next((b for a, b in align_cells(left, right) if a == cell), None)


class _Side:
    """Cells with what comparing them needs, computed once."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self.cells = cells
        self.keys = [(cell.type, cell.source.strip()) for cell in cells]
        self._tokens: dict[int, Counter[str]] = {}

    def tokens(self, place: int) -> Counter[str]:
        if place not in self._tokens:
            self._tokens[place] = Counter(_TOKEN.findall(self.cells[place].source))
        return self._tokens[place]


def _similarity(left: _Side, a: int, right: _Side, b: int) -> float:
    """1 for the same source, else the shared part of their tokens (Dice's coefficient); 0 for another type of cell."""
    if left.keys[a] == right.keys[b]:
        return 1.0
    if left.cells[a].type != right.cells[b].type:
        return 0.0
    one, other = left.tokens(a), right.tokens(b)
    sizes = one.total(), other.total()
    if not all(sizes) or 2 * min(sizes) < _SIMILAR * sum(sizes):
        return 0.0
    shared = sum(min(number, other[token]) for token, number in one.items() if token in other)
    # A little below 1, so that a cell with the same tokens in another order never beats the cell itself.
    return 0.99 * 2 * shared / sum(sizes)


def _aligned(left: _Side, right: _Side) -> Iterator[tuple[int, int]]:
    yield from _block(left, 0, len(left.cells), right, 0, len(right.cells))


def _block(left: _Side, a: int, a_end: int, right: _Side, b: int, b_end: int) -> Iterator[tuple[int, int]]:
    """Pairs within a part of each side."""
    while a < a_end and b < b_end and left.keys[a] == right.keys[b]:
        yield a, b
        a, b = a + 1, b + 1
    tail = []
    while a < a_end and b < b_end and left.keys[a_end - 1] == right.keys[b_end - 1]:
        a_end, b_end = a_end - 1, b_end - 1
        tail.append((a_end, b_end))
    if (a_end - a) * (b_end - b) > _LARGEST_TABLE:
        yield from _split_at_unique(left, a, a_end, right, b, b_end)
    elif a < a_end and b < b_end:
        yield from _best_pairs(left, a, a_end, right, b, b_end)
    yield from reversed(tail)


def _split_at_unique(left: _Side, a: int, a_end: int, right: _Side, b: int, b_end: int) -> Iterator[tuple[int, int]]:
    """Split a large block at the cells that occur once on each side, and align the parts between them."""
    counts = Counter(left.keys[a:a_end]), Counter(right.keys[b:b_end])
    places = {right.keys[place]: place for place in range(b, b_end)}
    anchors: list[tuple[int, int]] = []
    for place in range(a, a_end):
        key = left.keys[place]
        if counts[0][key] == counts[1][key] == 1 and (not anchors or places[key] > anchors[-1][1]):
            anchors.append((place, places[key]))
    if not anchors:
        # Nothing to hold on to: cell by cell as they stand.
        yield from ((a + i, b + i) for i in range(min(a_end - a, b_end - b)) if left.keys[a + i] == right.keys[b + i])
        return
    for x, y in [*anchors, (a_end, b_end)]:
        yield from _block(left, a, x, right, b, y)
        if x < a_end:
            yield x, y
        a, b = x + 1, y + 1


def _best_pairs(left: _Side, a: int, a_end: int, right: _Side, b: int, b_end: int) -> Iterator[tuple[int, int]]:
    """The pairs in order with the largest sum of similarities; of several such, the one that pairs later cells."""
    rows, columns = a_end - a, b_end - b
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    """best[i][j]: the largest sum for the cells from i and j on."""
    alike = [[0.0] * columns for _ in range(rows)]
    for i in reversed(range(rows)):
        for j in reversed(range(columns)):
            similarity = _similarity(left, a + i, right, b + j)
            alike[i][j] = similarity if similarity >= _SIMILAR else 0.0
            paired = alike[i][j] + best[i + 1][j + 1] if alike[i][j] else 0.0
            best[i][j] = max(paired, best[i + 1][j], best[i][j + 1])
    i = j = 0
    gap = (0, 0)
    while i < rows and j < columns:
        if alike[i][j] and best[i][j] == alike[i][j] + best[i + 1][j + 1]:
            yield from _rewritten(left, a + gap[0], a + i, right, b + gap[1], b + j)
            yield a + i, b + j
            i, j = i + 1, j + 1
            gap = (i, j)
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    yield from _rewritten(left, a + gap[0], a_end, right, b + gap[1], b_end)


def _rewritten(left: _Side, a: int, a_end: int, right: _Side, b: int, b_end: int) -> Iterator[tuple[int, int]]:
    """Where as many cells of the same types stand between two pairs on each side, they were rewritten in place."""
    types = [left.cells[i].type for i in range(a, a_end)], [right.cells[j].type for j in range(b, b_end)]
    if types[0] == types[1] and all(_in_place(left, a + k, right, b + k) for k in range(a_end - a)):
        yield from zip(range(a, a_end), range(b, b_end), strict=True)


def _in_place(left: _Side, a: int, right: _Side, b: int) -> bool:
    """Neither cell turns up elsewhere on the other side, which would make it a moved one."""
    return left.keys[a] not in right.keys and right.keys[b] not in left.keys


def _moved(left: Sequence[Cell], right: Sequence[Cell], matched: dict[int, int]) -> dict[int, int]:
    """Cells with the same source that are left over on both sides, first with first."""
    free: dict[tuple[str, str], list[int]] = {}
    taken = set(matched.values())
    for place, cell in enumerate(right):
        if place not in taken and cell.source.strip():
            free.setdefault((cell.type, cell.source.strip()), []).append(place)
    moved = {}
    for place, cell in enumerate(left):
        waiting = free.get((cell.type, cell.source.strip()))
        if place not in matched and waiting:
            moved[place] = waiting.pop(0)
    return moved


def _in_order(left: int, right: int, matched: dict[int, int]) -> list[Pair]:
    back = {b: a for a, b in matched.items()}
    behind: dict[int | None, list[int]] = {}
    """Cells that only the left side has, by the left cell above them that has a counterpart."""
    above: int | None = None
    for place in range(left):
        if place in matched:
            above = place
        else:
            behind.setdefault(above, []).append(place)
    pairs: list[Pair] = [(place, None) for place in behind.get(None, [])]
    for place in range(right):
        pairs.append((back.get(place), place))
        if place in back:
            pairs += [(extra, None) for extra in behind.get(back[place], [])]
    return pairs

"""Which cells of two notebooks correspond, by their place and source.

Ids are no help: notebooks of the data set have none, and JupyterLab gives random ones to those it opens. What counts is
what a cell says and where it stands:

1. Equal cells at the start and at the end are paired off.
2. The rest is aligned so that the sum of the likeness of paired cells is the largest possible, with pairs that don't
   cross. An equal pair weighs more than any two that are merely alike. (Needleman and Wunsch 1970.)
3. Of what is left, equal cells are pairs although they cross others: cells that were moved; then those that are
   almost equal: moved and edited.
4. Between the same two neighbours, cells of one type that are as many on both sides are pairs, however little alike:
   cells that were written anew.
"""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import get_args

from ..instances.models import Cell, CellType

MAX_COMPARED = 90_000
"""Pairs of cells that are compared in one alignment: all of them up to 300 by 300 cells, of more those near the
diagonal."""

_ALIKE = 0.4
"""Share of words from which on two cells at about the same place are one that was edited."""

_MOVED_ALIKE = 0.75
"""The same for cells at different places, where less is due to chance only if it is more."""

_EQUAL_SCORE = 2.0
_BLANK_SCORE = 0.5

_WORD = re.compile(r"\w+")

_Pairs = list[tuple[int, int]]


def align_cells(left: Sequence[Cell], right: Sequence[Cell]) -> list[tuple[int | None, int | None]]:
    """Pairs of positions in the two sequences; ``None`` where a cell has no counterpart. Every cell comes once.

    Only cells of one type are paired. The order is that of the left side; cells that only the right side has come
    below the pair of the cell that stands above them there, and below what only the left side has at that place.
    """
    sides = _keyed(left, right)
    in_order = _in_order(*sides, range(len(left)), range(len(right)))
    moved = _moved(*sides, in_order)
    anew = _written_anew(*sides, in_order, moved)
    return _arranged(dict([*in_order, *moved, *anew]), len(left), len(right))


def counterpart(cell: int, left: Sequence[Cell], right: Sequence[Cell]) -> int | None:
    """The position in ``right`` of what position ``cell`` in ``left`` has become; ``None`` where it is gone.

    Of a cell that was split it is the last part, so that all of it has run once that has; of one that was merged into
    another it is that other.
    """
    if not 0 <= cell < len(left):
        return None
    alignment = align_cells(left, right)
    found = next((b for a, b in alignment if a == cell), None)
    lines = _lines(left[cell])
    if found is None:
        partners = {b: a for a, b in alignment if b is not None}
        for place, other in enumerate(right):
            partner = partners[place]
            own = _lines(left[partner]) if partner is not None else Counter()
            if other.type == left[cell].type and _mostly_from(lines, _lines(other) - own):
                return place
        return None
    added = {b for a, b in alignment if a is None}
    lost = lines - _lines(right[found])
    while found + 1 in added and right[found + 1].type == left[cell].type:
        part = _lines(right[found + 1])
        if not _mostly_from(part, lost):
            break
        lost -= part
        found += 1
    return found


def _lines(cell: Cell) -> Counter[str]:
    return Counter(line.strip() for line in cell.source.splitlines() if line.strip())


def _mostly_from(part: Counter[str], whole: Counter[str]) -> bool:
    """Whether at least half the lines of ``part`` are lines of ``whole``."""
    return bool(part) and 2 * (part & whole).total() >= part.total()


@dataclass(frozen=True, eq=False)
class _KeyedCell:
    """A cell prepared for many comparisons; equal cells of both sides are one object."""

    type: CellType
    blank: bool
    words: int
    """A bit for every word and number of its occurrence, so that a word that comes twice counts twice. Comparing bits
    is what makes hundreds of cells by hundreds quick."""
    size: int
    """Number of words."""

    def likeness(self, other: "_KeyedCell", at_least: float) -> float:
        """Twice the words in common by all words, 0 to 1; 0 for different types and for less than ``at_least``."""
        total = self.size + other.size
        if self.type != other.type or not total or 2 * min(self.size, other.size) < at_least * total:
            return 0.0
        share = 2 * (self.words & other.words).bit_count() / total
        return share if share >= at_least else 0.0


def _keyed(left: Sequence[Cell], right: Sequence[Cell]) -> tuple[list[_KeyedCell], list[_KeyedCell]]:
    places: dict[tuple[str, int], int] = {}
    known: dict[tuple[str, str], _KeyedCell] = {}

    def keyed(cell: Cell) -> _KeyedCell:
        key = (cell.type, cell.source)
        if key not in known:
            seen: Counter[str] = Counter()
            bits = []
            for word in _WORD.findall(cell.source):
                seen[word] += 1
                bits.append(places.setdefault((word, seen[word]), len(places)))
            known[key] = _KeyedCell(cell.type, not cell.source.strip(), _number_with(bits), len(bits))
        return known[key]

    return [keyed(cell) for cell in left], [keyed(cell) for cell in right]


def _number_with(bits: Sequence[int]) -> int:
    flags = bytearray(max(bits, default=0) // 8 + 1)
    for bit in bits:
        flags[bit // 8] |= 1 << bit % 8
    return int.from_bytes(flags, "little")


def _in_order(left: Sequence[_KeyedCell], right: Sequence[_KeyedCell], lefts: range, rights: range) -> _Pairs:
    """Pairs that don't cross, within two stretches."""
    pairs: _Pairs = []
    while lefts and rights and left[lefts[0]] is right[rights[0]]:
        pairs.append((lefts[0], rights[0]))
        lefts, rights = lefts[1:], rights[1:]
    while lefts and rights and left[lefts[-1]] is right[rights[-1]]:
        pairs.append((lefts[-1], rights[-1]))
        lefts, rights = lefts[:-1], rights[:-1]
    if not lefts or not rights:
        return pairs
    if len(lefts) * len(rights) <= MAX_COMPARED:
        return pairs + _best(left, right, lefts, rights)
    anchors = _anchors(left, right, lefts, rights)
    if not anchors:
        return pairs + _best(left, right, lefts, rights)
    a, b = lefts.start, rights.start
    for next_a, next_b in [*anchors, (lefts.stop, rights.stop)]:
        pairs += _in_order(left, right, range(a, next_a), range(b, next_b))
        a, b = next_a + 1, next_b + 1
    return pairs + anchors


def _anchors(left: Sequence[_KeyedCell], right: Sequence[_KeyedCell], lefts: range, rights: range) -> _Pairs:
    """The longest row of equal cells that come once on each side and don't cross (patience sorting)."""
    here, there = Counter(left[a] for a in lefts), Counter(right[b] for b in rights)
    place = {right[b]: b for b in rights if there[right[b]] == 1}
    single = [(a, place[left[a]]) for a in lefts if here[left[a]] == 1 and left[a] in place]
    ends: list[int] = []
    rows: list[list[int]] = []
    before: list[int | None] = []
    for index, (_, b) in enumerate(single):
        length = bisect_left(ends, b)
        before.append(rows[length - 1][-1] if length else None)
        if length == len(ends):
            ends.append(b)
            rows.append([index])
        else:
            ends[length] = b
            rows[length].append(index)
    chain: _Pairs = []
    at = rows[-1][-1] if rows else None
    while at is not None:
        chain.append(single[at])
        at = before[at]
    return chain[::-1]


def _best(left: Sequence[_KeyedCell], right: Sequence[_KeyedCell], lefts: range, rights: range) -> _Pairs:
    """The pairs with the largest sum of scores; of several such alignments the one that pairs cells further up."""
    rows, columns = len(lefts), len(rights)
    reach = max(MAX_COMPARED // (2 * rows), 1)
    scores: dict[tuple[int, int], float] = {}

    def score(a: int, b: int) -> float:
        mine, theirs = left[lefts[a]], right[rights[b]]
        if mine is theirs:
            return _BLANK_SCORE if mine.blank else _EQUAL_SCORE
        return mine.likeness(theirs, _ALIKE) ** 2

    # best[b] is the score of what is below row a and column b; filled from the end, so that walking from the start
    # meets the topmost of equally good pairs first.
    best = [0.0] * (columns + 1)
    table = [best]
    for a in range(rows - 1, -1, -1):
        below, best = best, [0.0] * (columns + 1)
        middle = a * columns // rows
        first = 0 if rows * columns <= MAX_COMPARED else max(middle - reach, 0)
        last = columns if rows * columns <= MAX_COMPARED else min(middle + reach, columns)
        best[last:] = below[last:]
        ahead = best[last]
        for b in range(last - 1, first - 1, -1):
            gain = score(a, b)
            if gain:
                scores[a, b] = gain
                paired = gain + below[b + 1]
                ahead = paired if paired >= ahead and paired >= below[b] else max(ahead, below[b])
            elif below[b] > ahead:
                ahead = below[b]
            best[b] = ahead
        best[:first] = [max(ahead, value) for value in below[:first]]
        table.append(best)
    table.reverse()
    pairs: _Pairs = []
    a = b = 0
    while a < rows and b < columns:
        here, gain = table[a][b], scores.get((a, b), 0.0)
        if gain and here == gain + table[a + 1][b + 1]:
            pairs.append((lefts[a], rights[b]))
            a, b = a + 1, b + 1
        elif here == table[a + 1][b]:
            a += 1
        else:
            b += 1
    return pairs


def _moved(left: Sequence[_KeyedCell], right: Sequence[_KeyedCell], pairs: _Pairs) -> _Pairs:
    """Pairs that cross others: of equal cells first, in their order, then of almost equal ones, the likest first."""
    lefts, rights = _unpaired(left, right, pairs)
    waiting: dict[_KeyedCell, list[int]] = defaultdict(list)
    for b in reversed(rights):
        waiting[right[b]].append(b)
    moved = [(a, waiting[left[a]].pop()) for a in lefts if not left[a].blank and waiting.get(left[a])]
    lefts, rights = _unpaired(left, right, [*pairs, *moved])
    if len(lefts) * len(rights) > MAX_COMPARED:
        return moved
    alike = [
        (-likeness, a, b) for a in lefts for b in rights if (likeness := left[a].likeness(right[b], _MOVED_ALIKE)) > 0
    ]
    taken: tuple[set[int], set[int]] = (set(), set())
    for _, a, b in sorted(alike):
        if a not in taken[0] and b not in taken[1]:
            taken[0].add(a)
            taken[1].add(b)
            moved.append((a, b))
    return moved


def _unpaired(left: Sequence[_KeyedCell], right: Sequence[_KeyedCell], pairs: _Pairs) -> tuple[list[int], list[int]]:
    lefts, rights = {a for a, _ in pairs}, {b for _, b in pairs}
    return [a for a in range(len(left)) if a not in lefts], [b for b in range(len(right)) if b not in rights]


def _written_anew(left: Sequence[_KeyedCell], right: Sequence[_KeyedCell], in_order: _Pairs, moved: _Pairs) -> _Pairs:
    """Pairs by place alone: cells left over between the same two neighbours, as many of a type on both sides."""
    lefts, rights = map(set, _unpaired(left, right, [*in_order, *moved]))
    anew: _Pairs = []
    a = b = 0
    for next_a, next_b in [*sorted(in_order), (len(left), len(right))]:
        for type in get_args(CellType):
            mine = [place for place in range(a, next_a) if place in lefts and left[place].type == type]
            theirs = [place for place in range(b, next_b) if place in rights and right[place].type == type]
            if len(mine) == len(theirs):
                anew += zip(mine, theirs, strict=True)
        a, b = next_a + 1, next_b + 1
    return anew


def _arranged(pairs: dict[int, int], lefts: int, rights: int) -> list[tuple[int | None, int | None]]:
    """All cells in the order that `align_cells` promises."""
    paired_rights = set(pairs.values())

    def only_right(start: int) -> Iterator[tuple[None, int]]:
        return ((None, b) for b in takewhile(lambda b: b not in paired_rights, range(start, rights)))

    arranged: list[tuple[int | None, int | None]] = []
    below = 0
    for a in range(lefts):
        if a in pairs:
            arranged += only_right(below)
            arranged.append((a, pairs[a]))
            below = pairs[a] + 1
        else:
            arranged.append((a, None))
    return [*arranged, *only_right(below)]

"""The sequence lane of a comparison: which executions the two sides share, and which one of them lacks.

A source comparison alone shows nothing where a repair only runs other cells: in 14 of JunoBench's 111 instances the
crash cell's source is the same and the order is the repair.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence

from ..instances.models import Cell
from ..running.models import Step
from ..trace.align import align_cells
from .models import SequenceStep

_Key = tuple[str, int]
"""A cell of the notebook pair: ("pair", right cell) where it has a counterpart, else the side and the cell."""


def cells_now(steps: Sequence[Step], cells: Sequence[Cell]) -> list[int]:
    """The order of a run's plan, in terms of the notebook as it is now, which may have been edited since.

    ``cells`` are all cells of the notebook. Steps whose cell is gone are left out.
    """
    ran = {step.cell: step.source for step in steps}
    if all(place < len(cells) and cells[place].source == source for place, source in ran.items()):
        return [step.cell for step in steps]
    then = [Cell(cell=place, type="code", source=source) for place, source in sorted(ran.items())]
    now = [cell for cell in cells if cell.type == "code"]
    twins = {then[a].cell: now[b].cell for a, b in align_cells(then, now) if a is not None and b is not None}
    return [twins[step.cell] for step in steps if step.cell in twins]


def compare_sequences(left: Sequence[int], right: Sequence[int], counterparts: Mapping[int, int]) -> list[SequenceStep]:
    """Lay two orders of execution side by side.

    ``left`` and ``right`` are cells in the order in which they ran; ``counterparts`` maps left cells to right ones. An
    execution that both sides have, but at another place, is given once for each side as `moved`; the n-th execution of
    a cell that the other side runs less often is `repeated_left` or `repeated_right`.
    """
    paired = set(counterparts.values())
    left_keys = [("pair", counterparts[cell]) if cell in counterparts else ("left", cell) for cell in left]
    right_keys = [("pair", cell) if cell in paired else ("right", cell) for cell in right]
    left_nth, right_nth = _nth(left_keys), _nth(right_keys)
    in_left, in_right = set(zip(left_keys, left_nth, strict=True)), set(zip(right_keys, right_nth, strict=True))
    same = _common_order(list(zip(left_keys, left_nth, strict=True)), list(zip(right_keys, right_nth, strict=True)))

    def only_left(i: int) -> SequenceStep:
        if (left_keys[i], left_nth[i]) in in_right:
            return SequenceStep(relation="moved", left=left[i], left_nth=left_nth[i])
        relation = "repeated_left" if left_nth[i] > 1 else "only_left"
        return SequenceStep(relation=relation, left=left[i], left_nth=left_nth[i])

    def only_right(j: int) -> SequenceStep:
        if (right_keys[j], right_nth[j]) in in_left:
            return SequenceStep(relation="moved", right=right[j], right_nth=right_nth[j])
        relation = "repeated_right" if right_nth[j] > 1 else "only_right"
        return SequenceStep(relation=relation, right=right[j], right_nth=right_nth[j])

    steps: list[SequenceStep] = []
    i = j = 0
    for a, b in [*same, (len(left), len(right))]:
        steps += [only_left(k) for k in range(i, a)]
        steps += [only_right(k) for k in range(j, b)]
        if a < len(left):
            steps.append(
                SequenceStep(
                    relation="same", left=left[a], right=right[b], left_nth=left_nth[a], right_nth=right_nth[b]
                )
            )
        i, j = a + 1, b + 1
    return steps


def _nth(keys: Sequence[_Key]) -> list[int]:
    seen: Counter[_Key] = Counter()
    numbers = []
    for key in keys:
        seen[key] += 1
        numbers.append(seen[key])
    return numbers


def _common_order(left: Sequence[tuple[_Key, int]], right: Sequence[tuple[_Key, int]]) -> list[tuple[int, int]]:
    """The executions that both sides make in the same order, as pairs of places.

    Every (cell, n) occurs once a side, so the longest common subsequence is the longest increasing one of the places
    on the right.
    """
    places = {key: place for place, key in enumerate(right)}
    shared = [(i, places[key]) for i, key in enumerate(left) if key in places]
    ends: list[int] = []
    """The smallest place on the right at which a row of each length can end; `last` is the index of that element."""
    last: list[int] = []
    before: list[int | None] = []
    for index, (_, place) in enumerate(shared):
        length = bisect_left(ends, place)
        before.append(last[length - 1] if length else None)
        ends[length : length + 1] = [place]
        last[length : length + 1] = [index]
    row: list[tuple[int, int]] = []
    at = last[-1] if last else None
    while at is not None:
        row.append(shared[at])
        at = before[at]
    return row[::-1]

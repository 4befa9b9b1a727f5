"""Repairs as edits of cells: applying them, and finding those that a reference fix makes."""

from collections.abc import Sequence

from ...errors import InvalidRequest
from ...instances.models import Cell
from ...trace.align import align_cells
from .models import Edit, TaskCell


def apply_edits(cells: Sequence[TaskCell], edits: Sequence[Edit]) -> list[TaskCell]:
    """The cells after the edits. Places are those before any edit; several insertions at one place stay in order.

    Raises `InvalidRequest` for a place outside the notebook, or a cell that is replaced or deleted twice.
    """
    changed: dict[int, Edit] = {}
    inserted: dict[int, list[Edit]] = {}
    for edit in edits:
        last = len(cells) if edit.op == "insert" else len(cells) - 1
        if not 0 <= edit.cell <= last:
            raise InvalidRequest(f"An edit names {no_such_cell(edit.cell, len(cells))}")
        if edit.op == "insert":
            inserted.setdefault(edit.cell, []).append(edit)
        elif edit.cell in changed:
            raise InvalidRequest(f"Two edits replace or delete cell {edit.cell} (the first one is 0): make them one.")
        else:
            changed[edit.cell] = edit
    after: list[Edit | TaskCell] = []
    for place in range(len(cells) + 1):
        after += inserted.get(place, [])
        if place < len(cells):
            here: Edit | TaskCell = changed.get(place, cells[place])
            if not (isinstance(here, Edit) and here.op == "delete"):
                after.append(here)
    return [TaskCell(cell=place, type=each.type, source=each.source) for place, each in enumerate(after)]


def no_such_cell(cell: int, cells: int) -> str:
    """The end of a sentence: predictions count cells from 0, people from 1."""
    told = str(cell) if abs(cell) < 10**9 else "of a number beyond measure"
    return f"cell {told}, but the notebook has {cells} cells, of which the first one is 0."


def edits_between(left: Sequence[Cell], right: Sequence[Cell]) -> list[Edit]:
    """Edits that make the left cells the right ones; a cell that was moved is deleted and inserted."""
    kept: list[tuple[int, int]] = []
    for a, b in align_cells(left, right):
        if a is not None and b is not None and (not kept or (a > kept[-1][0] and b > kept[-1][1])):
            kept.append((a, b))
    edits = []
    a = b = 0
    for next_a, next_b in [*kept, (len(left), len(right))]:
        edits += [Edit(op="delete", cell=place) for place in range(a, next_a)]
        edits += [Edit(op="insert", cell=next_a, type=cell.type, source=cell.source) for cell in right[b:next_b]]
        if next_a < len(left) and left[next_a].source != right[next_b].source:
            edits.append(Edit(op="replace", cell=next_a, type=right[next_b].type, source=right[next_b].source))
        a, b = next_a + 1, next_b + 1
    return edits

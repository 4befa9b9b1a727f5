"""Where the cause of a crash is, by what a reference fix changes: cells that it edits, runs or no longer runs."""

from collections.abc import Mapping, Sequence

from ..instances.models import Cell
from ..instances.notebooks import Notebook
from ..trace.align import align_cells
from .sequence import compare_sequences
from .source_relation import relate_sources


def cause_cells(reproduced: Notebook, fixed: Notebook, crashed: Sequence[int], repaired: Sequence[int]) -> list[int]:
    """The cells of the reproduced notebook that hold the cause, in document order; never empty where it crashed.

    ``crashed`` and ``repaired`` are the cells in the order in which either side runs, through the crash cell and its
    counterpart. They are the cells that run and are edited (comments aside), and those that run on one side only, or
    more often. Only where there is neither, those that run at another place. A cell that the fix adds counts as the
    crash cell, which lacked it; one that the fix turns into code is itself the cause.
    """
    pairs = align_cells(reproduced.cells, fixed.cells)
    twins = {a: b for a, b in pairs if a is not None and b is not None}
    backwards = {b: a for a, b in twins.items()}
    running_left, running_right = set(crashed), set(repaired)
    found = {
        a
        for a, b in twins.items()
        if (a in running_left or b in running_right) and _differ(reproduced.cells[a], fixed.cells[b])
    }
    moved: set[int] = set()
    for step in compare_sequences(crashed, repaired, twins):
        if step.relation == "same":
            continue
        if step.left is not None:
            cell = step.left
        else:
            assert step.right is not None
            cell = backwards.get(step.right, _turned_into_code(reproduced, fixed, step.right, twins, crashed[-1]))
        (moved if step.relation == "moved" else found).add(cell)
    return sorted(found or moved or {crashed[-1]})


def _differ(left: Cell, right: Cell) -> bool:
    return relate_sources(left.source, right.source, code=True).kind not in ("same", "same_but_comments")


def _turned_into_code(
    reproduced: Notebook, fixed: Notebook, cell: int, twins: Mapping[int, int], otherwise: int
) -> int:
    """The raw or markdown cell that a code cell of the fix was before."""
    source = fixed.cells[cell].source.strip()
    return next(
        (
            other.cell
            for other in reproduced.cells
            if other.type != "code" and other.cell not in twins and source and source in other.source
        ),
        otherwise,
    )

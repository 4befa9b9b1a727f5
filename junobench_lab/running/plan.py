"""Which cells a run executes, in which order, and where a crash is expected.

The order is the recorded one: the rules of the data set (arXiv 2510.18013) for its variants, and for a person's
attempt the order of their own session where it is known.
"""

from collections.abc import Mapping, Sequence

from ..instances.models import Cell, Crash
from ..instances.notebooks import Notebook
from ..trace.align import align_cells, counterpart
from ..trace.dataflow import cell_flow
from ..trace.models import Execution, Trace
from ..trace.order import trace_notebook
from .edited import EditedNotebook
from .models import Expectation, Plan, Step

NOTHING_RAN = "Nothing was run in this notebook, so there is no order to repeat."


def plan_variant(notebook: Notebook, *, reproduced: Notebook, crash: Crash | None) -> Plan:
    """The plan of any variant of an instance whose crashing variant is ``reproduced``.

    The reproduced variant runs through its crash. Every other one runs in its own recorded order, through the last
    execution of the crash cell's counterpart; where it has none, or never ran it, its whole order runs and a note says
    so. A plan without steps has a note as well.
    """
    if notebook == reproduced:
        return _plan_recorded_crash(notebook, trace_notebook(notebook), crash)
    crash_trace = trace_notebook(reproduced)
    order = _whole_order(notebook)
    twin = _twin_of_crash(crash_trace, reproduced, notebook)
    note = None
    if twin is not None and any(execution.cell == twin for execution in order):
        order = order[: 1 + max(index for index, execution in enumerate(order) if execution.cell == twin)]
    else:
        note, twin = _why_whole_order(crash_trace, twin), None
    recorded = trace_notebook(notebook).crash
    same_session = recorded is not None and recorded.cell == twin
    return _plan(notebook, order, crash, crash_trace, expected=twin is not None, tolerant=same_session, note=note)


def plan_attempt(edited: EditedNotebook, *, crash: Crash | None, order: Sequence[str] | None) -> Plan:
    """The plan of a person's working copy.

    ``order`` are the ids of the cells that they ran in this session, in order: it is taken, up to the last
    execution of the crash cell, where it has the crash cell. Otherwise the recorded order runs with their sources:
    without the cells they deleted, and with new code cells right before the first execution of a cell that stands
    below, or later where they read what an earlier cell above them makes. Whoever moves cells means the order in
    which they stand: then what ran on record, what is new and what was moved above the crash cell runs in that
    order.
    """
    attempt, start, trace = edited.now, edited.start, edited.trace
    twins = _twins(start, attempt)
    target = crash_twin(edited)
    cells, note = (
        _own_order(attempt, target, order or [])
        or _order_of_moved_cells(attempt, trace, twins)
        or _recorded_order(attempt, start, trace, twins)
    )
    steps = _numbered(attempt, cells)
    expected = next((step.index for step in reversed(steps) if step.cell == target), None)
    return Plan(
        steps=steps,
        crash=_expectation(crash, trace, expected),
        attempt=True,
        note=note
        if steps
        else "No code cell of the recorded order is left in this attempt, so there is nothing to run.",
    )


def crash_twin(edited: EditedNotebook) -> int | None:
    """What the crash cell of the copy as given has become in the attempt, 0-based; ``None`` where no code cell of it
    stands for it any more."""
    crash = edited.trace.crash
    return _twins(edited.start, edited.now).get(crash.cell) if crash is not None else None


def _plan_recorded_crash(notebook: Notebook, trace: Trace, crash: Crash | None) -> Plan:
    note = None if trace.crash is not None else "This variant records no crash, so its whole recorded order runs."
    return _plan(notebook, trace.executions, crash, trace, expected=trace.crash is not None, tolerant=True, note=note)


def _plan(
    notebook: Notebook,
    order: Sequence[Execution],
    crash: Crash | None,
    crash_trace: Trace,
    *,
    expected: bool,
    tolerant: bool,
    note: str | None,
) -> Plan:
    """``expected``: the last step is where it should crash; ``tolerant``: go on after errors that are on record."""
    last = order[-1].cell if order else None
    steps = [
        Step(
            index=index,
            cell=execution.cell,
            source=notebook.cells[execution.cell].source,
            nth=execution.nth,
            may_crash=tolerant and execution.cell != last and _has_error(notebook.cells[execution.cell]),
        )
        for index, execution in enumerate(order)
    ]
    return Plan(
        steps=steps,
        crash=_expectation(crash, crash_trace, steps[-1].index if expected and steps else None),
        note=note if steps else NOTHING_RAN,
    )


def _expectation(crash: Crash | None, trace: Trace, step: int | None) -> Expectation | None:
    """The labelled exception; the one that the notebook itself records where there is no label."""
    recorded = trace.crash
    labelled = crash.ename if crash is not None else ""
    ename = labelled or (recorded.ename if recorded is not None else "")
    if not ename:
        return None
    return Expectation(
        step=step,
        ename=ename,
        recorded_ename=recorded.ename if recorded is not None else None,
        evalue=(crash.evalue if crash is not None else "") or (recorded.evalue if recorded is not None else ""),
    )


def _whole_order(notebook: Notebook) -> list[Execution]:
    """All recorded executions, also those after an error that the notebook shows: its outputs may be old."""
    silent = [cell.model_copy(update={"outputs": []}) for cell in notebook.cells]
    return trace_notebook(notebook.model_copy(update={"cells": silent})).executions


def _twin_of_crash(trace: Trace, reproduced: Notebook, notebook: Notebook) -> int | None:
    if trace.crash is None:
        return None
    return counterpart(trace.crash.cell, reproduced.cells, notebook.cells)


def _why_whole_order(trace: Trace, twin: int | None) -> str:
    if trace.crash is None:
        return "The reproduced variant records no crash, so the whole recorded order runs."
    crash = f"the crash cell (cell {trace.crash.cell + 1} of the reproduced variant)"
    if twin is None:
        return f"No cell here stands for {crash}, so the whole recorded order runs."
    return f"Cell {twin + 1} stands for {crash} but was not run here, so the whole recorded order runs."


def _twins(start: Notebook, attempt: Notebook) -> dict[int, int]:
    """Cell of the copy as given -> the code cell it has become; by id, by position and source where ids are missing."""
    if all(cell.id is not None for cell in [*start.cells, *attempt.cells]):
        places = {cell.id: cell.cell for cell in attempt.cells}
        pairs = [(cell.cell, places[cell.id]) for cell in start.cells if cell.id in places]
        pairs += _pasted(start, attempt)
    else:
        aligned = align_cells(start.cells, attempt.cells)
        pairs = [(left, right) for left, right in aligned if left is not None and right is not None]
    return {left: right for left, right in pairs if attempt.cells[right].type == "code"}


def _pasted(start: Notebook, attempt: Notebook) -> list[tuple[int, int]]:
    """Cells that were cut and pasted, or merged: they have another id, and still say what the old one said."""
    here = {cell.id for cell in attempt.cells}
    there = {cell.id for cell in start.cells}
    gone = [cell for cell in start.cells if cell.id not in here and cell.type == "code" and cell.source.strip()]
    new = [cell for cell in attempt.cells if cell.id not in there and cell.type == "code"]
    pairs = []
    for cell in gone:
        twin = next((other for other in new if cell.source.strip() in other.source), None)
        if twin is not None:
            pairs.append((cell.cell, twin.cell))
    return pairs


def _order_of_moved_cells(
    attempt: Notebook, trace: Trace, twins: Mapping[int, int]
) -> tuple[list[int], str | None] | None:
    """The order in which the cells stand, through the crash cell; ``None`` where none of them was moved."""
    crash = trace.crash.cell if trace.crash is not None else None
    target = twins.get(crash) if crash is not None else None
    places = [twins[cell] for cell in sorted(twins)]
    if crash is None or target is None or places == sorted(places):
        return None
    ran = {twins[execution.cell] for execution in trace.executions if execution.cell in twins}
    raised = {there for cell, there in twins.items() if cell > crash and there < target}
    known = set(twins.values())
    cells = [
        cell.cell
        for cell in attempt.cells[: target + 1]
        if cell.type == "code" and cell.source.strip() and (cell.cell in ran | raised or cell.cell not in known)
    ]
    return cells, "You moved cells, so the cells run in the order in which they stand, through the crash cell."


def _own_order(attempt: Notebook, target: int | None, order: Sequence[str]) -> tuple[list[int], str | None] | None:
    """The person's own session through the crash cell, and a note; ``None`` where they haven't run that cell."""
    if target is None or attempt.cells[target].id not in order:
        return None
    places = {cell.id: cell.cell for cell in attempt.cells if cell.type == "code"}
    crash_id = attempt.cells[target].id
    last = max(index for index, id in enumerate(order) if id == crash_id)
    through = order[: last + 1]
    deleted = len({id for id in through if id not in places})
    note = "The cells run in the order of your own session."
    if deleted:
        note += f" {_cells(deleted)} that you have deleted since {'is' if deleted == 1 else 'are'} left out."
    return [places[id] for id in through if id in places], note


def _recorded_order(
    attempt: Notebook, start: Notebook, trace: Trace, twins: Mapping[int, int]
) -> tuple[list[int], str | None]:
    """The recorded order with the person's cells, and a note where it differs from the record."""
    cells = [twins[execution.cell] for execution in trace.executions if execution.cell in twins]
    deleted = len({execution.cell for execution in trace.executions if execution.cell not in twins})
    # A cell that was no code cell before counts as new: turning it into one is a repair that people make.
    known = {right for left, right in twins.items() if start.cells[left].type == "code"}
    new = [
        cell.cell for cell in attempt.cells if cell.type == "code" and cell.cell not in known and cell.source.strip()
    ]
    result = list(cells)
    below: list[int] = []
    for cell in new:
        before = next((index for index, other in enumerate(result) if other not in new and other > cell), None)
        if before is None:
            below.append(cell)
        else:
            result.insert(max(before, _after_what_it_reads(attempt, cell, result)), cell)
    notes = []
    if deleted:
        notes.append(f"{_cells(deleted)} of it that you deleted {'is' if deleted == 1 else 'are'} left out.")
    added = len(new) - len(below)
    if added:
        notes.append(f"{_cells(added)} that you added {'runs' if added == 1 else 'run'} before the first cell below.")
    if below:
        names = ", ".join(str(cell + 1) for cell in below)
        notes.append(f"What you added below all of it (cell {names}) doesn't run.")
    return result, " ".join(["The cells run in the recorded order.", *notes]) if notes else None


def _after_what_it_reads(attempt: Notebook, cell: int, order: Sequence[int]) -> int:
    """The first place in an order at which the cells above a new one have made what it reads.

    The last place is that before the crash cell: later, nothing comes of it.
    """
    reads = set(cell_flow(attempt.cells[cell].source).reads)
    made = [
        place + 1
        for place, other in enumerate(order[:-1])
        if other < cell and reads & cell_flow(attempt.cells[other].source).touches
    ]
    return max(made, default=0)


def _numbered(notebook: Notebook, cells: Sequence[int]) -> list[Step]:
    return [
        Step(index=index, cell=cell, source=notebook.cells[cell].source, nth=cells[: index + 1].count(cell))
        for index, cell in enumerate(cells)
    ]


def _has_error(cell: Cell) -> bool:
    return any(output.get("output_type") == "error" for output in cell.outputs)


def _cells(number: int) -> str:
    return "One cell" if number == 1 else f"{number} cells"

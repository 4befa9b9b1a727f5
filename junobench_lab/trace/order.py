"""The recorded order of a notebook: which cells ran, how often, where it crashed, and what never ran.

The rules are those by which the JunoBench data set (arXiv 2510.18013) runs its notebooks:

1. Only code cells with a saved count ran, in the order of their counts; where two share a count (the notebook was
   saved over several sessions) the one that stands above ran first.
2. A cell whose first line contains ``[reexecute]`` or ``[re-execute]`` ran twice in a row. It shows only the count of
   its second run, so the count missing right before is that of its first.
3. The session ends at the crash: the code cell with an ``error`` output, the last of them in the recorded order.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..instances.models import Cell
from ..instances.notebooks import Notebook
from .crash_line import crash_line
from .models import CellState, Execution, Trace, TraceCrash, TracedCell

_RUNS_TWICE = re.compile(r"\[re-?execute\]", re.IGNORECASE)


def trace_notebook(notebook: Notebook) -> Trace:
    """The session that a notebook was saved from, up to and including its crash where it has one."""
    code_cells = [cell for cell in notebook.cells if cell.type == "code"]
    recorded = sorted((cell for cell in code_cells if cell.count is not None), key=lambda cell: cell.count or 0)
    crash_cell = _crash_cell(code_cells, recorded)
    if crash_cell is not None:
        # A crash cell whose count was lost can't be placed by it. No cell with a count failed, so it ended the session.
        end = next((place for place, cell in enumerate(recorded) if cell is crash_cell), len(recorded))
        recorded = [*recorded[:end], crash_cell]
    executions = executions_of(list(_runs(recorded)), crashed=crash_cell is not None)
    return trace_of(notebook, executions, _crash(crash_cell, executions))


def trace_of(notebook: Notebook, executions: Sequence[Execution], crash: TraceCrash | None) -> Trace:
    """The trace of a session whose executions are known; where it crashed, the last of them is the crash."""
    code_cells = [cell for cell in notebook.cells if cell.type == "code"]
    places: dict[int, list[int]] = {}
    for execution in executions:
        places.setdefault(execution.cell, []).append(execution.place)
    cells = [
        TracedCell(
            cell=cell.cell,
            id=cell.id,
            state=_state(cell, cell.cell in places, crash),
            places=places.get(cell.cell, []),
            first_line=first_line(cell.source),
            source=cell.source,
        )
        for cell in code_cells
    ]
    return Trace(
        executions=list(executions),
        cells=cells,
        crash=crash,
        cell_total=len(notebook.cells),
        lost=sum(execution.lost_before for execution in executions),
        jumps_back=sum(execution.jump_back for execution in executions),
        repeats=sum(execution.nth > 1 for execution in executions),
        never_ran=[cell.cell for cell in cells if cell.state == "never_ran"],
    )


def runs_twice(source: str) -> bool:
    """Whether a cell's first line carries the mark of a cell that was run twice in a row."""
    return _RUNS_TWICE.search(source.partition("\n")[0]) is not None


def first_line(source: str) -> str:
    """The first line of code; where there are only comments, the first of them; "" for a blank cell."""
    lines = [line.strip() for line in source.splitlines() if line.strip()]
    return next((line for line in lines if not line.startswith("#")), lines[0] if lines else "")


@dataclass(frozen=True)
class Ran:
    """One execution before its place is known."""

    cell: int
    count: int | None
    lost_before: int


def _runs(recorded: Sequence[Cell]) -> Iterator[Ran]:
    previous = 0
    for cell in recorded:
        count = cell.count
        missing = max(count - previous - 1, 0) if count is not None else 0
        if runs_twice(cell.source):
            yield Ran(cell.cell, None, max(missing - 1, 0))
            missing = 0
        yield Ran(cell.cell, count, missing)
        previous = max(previous, count or 0)


def executions_of(runs: Sequence[Ran], *, crashed: bool) -> list[Execution]:
    seen: Counter[int] = Counter()
    executions = []
    for index, run in enumerate(runs):
        seen[run.cell] += 1
        executions.append(
            Execution(
                place=index + 1,
                cell=run.cell,
                count=run.count,
                nth=seen[run.cell],
                jump_back=index > 0 and run.cell < runs[index - 1].cell,
                crash=crashed and index == len(runs) - 1,
                lost_before=run.lost_before,
            )
        )
    return executions


def _crash_cell(code_cells: Sequence[Cell], recorded: Sequence[Cell]) -> Cell | None:
    """The crash cell; one with a count wins over one without, whose error may be left from an earlier session."""
    for cells in (recorded, code_cells):
        failed = [cell for cell in cells if _error(cell) is not None]
        if failed:
            return failed[-1]
    return None


def _error(cell: Cell) -> dict[str, Any] | None:
    return next((output for output in reversed(cell.outputs) if output.get("output_type") == "error"), None)


@dataclass(frozen=True)
class Failure:
    """The exception that a cell's last execution ended in."""

    ename: str
    evalue: str
    line: int | None
    """Line of the cell, 1-based, where the traceback tells."""


def failure(cell: Cell) -> Failure | None:
    """What a cell's error output says; ``None`` where it has none."""
    error = _error(cell)
    if error is None:
        return None
    traceback = error.get("traceback")
    parts = [part for part in traceback if isinstance(part, str)] if isinstance(traceback, list) else []
    return Failure(
        ename=str(error.get("ename") or ""),
        evalue=str(error.get("evalue") or ""),
        line=crash_line(parts, cell.count, cell.source),
    )


def _crash(cell: Cell | None, executions: Sequence[Execution]) -> TraceCrash | None:
    failed = failure(cell) if cell is not None else None
    if cell is None or failed is None:
        return None
    return TraceCrash(
        cell=cell.cell, place=executions[-1].place, line=failed.line, ename=failed.ename, evalue=failed.evalue
    )


def _state(cell: Cell, ran: bool, crash: TraceCrash | None) -> CellState:
    if crash is not None and cell.cell == crash.cell:
        return "crashed"
    if ran:
        return "ran"
    if cell.count is not None:
        return "after_crash"
    if not cell.source.strip():
        return "empty"
    return "after_crash" if crash is not None and cell.cell > crash.cell else "never_ran"

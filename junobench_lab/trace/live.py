"""The trace of a running kernel session, from the front end's own record of it.

A saved notebook keeps one count a cell; a record keeps every execution, with the source as it was when it ran.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import Field

from ..instances.models import Cell
from ..instances.notebooks import Notebook
from ..model import Model
from .crash_line import crash_line
from .dataflow import cell_flow, interrupted_flow
from .flow_models import CellFlow
from .models import Execution, Trace, TraceCrash
from .order import Ran, executions_of, trace_of
from .session_flow import SessionFlow, session_flow


class SessionExecution(Model):
    """One execution in this kernel session."""

    id: str
    """The cell's id."""
    source: str
    """The source as it was when it ran."""
    ok: bool
    ename: str | None = None
    evalue: str | None = None
    count: int | None = None
    """The kernel's execution count, by which a traceback names the cell."""
    traceback: list[str] = Field(default_factory=list)
    """As the kernel sent it, where it failed."""

    @property
    def line(self) -> int | None:
        """Line of the cell on which it failed, 1-based, where the traceback tells."""
        return None if self.ok else crash_line(self.traceback, self.count, self.source)


class SessionRecord(Model):
    """What ran since the kernel started, in this order."""

    executions: list[SessionExecution] = Field(default_factory=list)


@dataclass(frozen=True)
class LiveSession:
    """A session record read against the notebook as it is now."""

    trace: Trace
    flow: SessionFlow
    cells: Sequence[Cell]
    """The notebook's cells, those that ran with the source of their last execution."""


def live_session(notebook: Notebook, record: SessionRecord) -> LiveSession:
    """Trace a kernel session. Executions of cells that were deleted since count as lost.

    The session stands at a crash where its last execution failed: who goes on after a crash has left it behind.
    """
    places = {cell.id: cell.cell for cell in notebook.cells if cell.id is not None and cell.type == "code"}
    kept: list[SessionExecution] = []
    runs: list[Ran] = []
    lost = 0
    for execution in record.executions:
        if execution.id not in places:
            lost += 1
            continue
        kept.append(execution)
        runs.append(Ran(places[execution.id], None, lost))
        lost = 0
    crashed = bool(kept) and not kept[-1].ok and not lost
    last = {places[execution.id]: execution for execution in kept}
    cells = [_as_it_ran(cell, last.get(cell.cell)) for cell in notebook.cells]
    executions = executions_of(runs, crashed=crashed)
    trace = trace_of(
        notebook.model_copy(update={"cells": cells}),
        executions,
        _crash(kept[-1], executions[-1]) if crashed else None,
    )
    flow = SessionFlow(steps=session_flow(trace, [flow_of(execution) for execution in kept]))
    return LiveSession(trace=trace, flow=flow, cells=cells)


def _as_it_ran(cell: Cell, execution: SessionExecution | None) -> Cell:
    """The cell with the source and the error of its last execution in this session; the saved ones are another's."""
    if execution is None:
        return cell.model_copy(update={"count": None, "outputs": []})
    where = [f"Cell In[1], line {execution.line}"] if execution.line is not None else []
    error = {
        "output_type": "error",
        "ename": execution.ename or "",
        "evalue": execution.evalue or "",
        "traceback": where,
    }
    outputs = [] if execution.ok else [error]
    return cell.model_copy(update={"source": execution.source, "count": None, "outputs": outputs})


def flow_of(execution: SessionExecution) -> CellFlow:
    """The data flow of what an execution got through: of one that failed on a known line, only the writes above it."""
    if execution.ok:
        return cell_flow(execution.source)
    return interrupted_flow(execution.source, execution.line)


def _crash(failed: SessionExecution, execution: Execution) -> TraceCrash:
    return TraceCrash(
        cell=execution.cell,
        place=execution.place,
        line=failed.line,
        ename=failed.ename or "",
        evalue=failed.evalue or "",
    )

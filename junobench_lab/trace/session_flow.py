"""Data flow of a recorded session: for each execution, which earlier execution its names came from."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pydantic import Field

from ..instances.models import Cell
from ..model import Model
from .dataflow import cell_flow, interrupted_flow
from .flow_models import CellFlow, FunctionFlow
from .models import Trace
from .order import failure


class NameRead(Model):
    name: str
    place: int | None
    """Execution that last wrote or changed it before; ``None``: nothing in this session did."""


class StepFlow(Model):
    """One execution and its names, what the functions that it calls use included."""

    place: int
    cell: int
    reads: list[NameRead] = Field(default_factory=list)
    writes: list[str] = Field(default_factory=list)
    changes: list[str] = Field(default_factory=list)
    deletes: list[str] = Field(default_factory=list)


class SessionFlow(Model):
    """The data flow of a session, one step an execution."""

    steps: list[StepFlow]


def recorded_flow(trace: Trace, cells: Sequence[Cell]) -> SessionFlow:
    """The data flow of a trace read from ``cells`` (all of the notebook's)."""
    return SessionFlow(steps=session_flow(trace, flows_of(trace, cells)))


def flows_of(trace: Trace, cells: Sequence[Cell]) -> list[CellFlow]:
    """The flow of each recorded execution: of one that failed and was left behind, what it got through."""
    flows = []
    for execution in trace.executions:
        cell = cells[execution.cell]
        failed = None if execution.crash else failure(cell)
        flows.append(interrupted_flow(cell.source, failed.line) if failed else cell_flow(cell.source))
    return flows


def resolve_functions(flow: CellFlow, functions: Mapping[str, FunctionFlow]) -> CellFlow:
    """The flow with what the used functions of other cells read, write and change added to it."""
    waiting = [name for name in flow.reads if name in functions]
    if not waiting:
        return flow
    reads = dict.fromkeys(flow.reads)
    writes = dict.fromkeys(flow.writes)
    changes = dict.fromkeys(flow.changes)
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        used = functions[name]
        changes.update(dict.fromkeys(used.changes))
        writes.update(dict.fromkeys(used.writes))
        for read in used.reads:
            # A name that the calling cell binds itself is taken from there.
            if read not in flow.writes:
                reads.setdefault(read)
            if read in functions:
                waiting.append(read)
    return replace(flow, reads=list(reads), writes=list(writes), changes=list(changes))


def session_flow(trace: Trace, flows: Sequence[CellFlow]) -> list[StepFlow]:
    """Follow the names through the executions.

    ``flows`` holds the flow of every execution, of the source that ran. The crashing execution is included: what it
    was to read.
    """
    functions: dict[str, FunctionFlow] = {}
    last: dict[str, int] = {}
    steps = []
    for execution, own in zip(trace.executions, flows, strict=True):
        flow = resolve_functions(own, functions)
        steps.append(
            StepFlow(
                place=execution.place,
                cell=execution.cell,
                reads=[
                    NameRead(name=name, place=last.get(name))
                    for name in flow.reads
                    # A name that nobody made and whose absence the cell handles is no input.
                    if name in last or name not in flow.guarded
                ],
                writes=flow.writes,
                changes=flow.changes,
                deletes=flow.deletes,
            )
        )
        for name in flow.deletes:
            last.pop(name, None)
            functions.pop(name, None)
        for name in (*flow.writes, *flow.changes):
            if name not in flow.deletes:
                last[name] = execution.place
        for name in flow.writes:
            functions.pop(name, None)
        functions.update(own.functions)
    return steps

"""The baseline for detection, localisation and order: what the rules of the trace make of an item.

It sees the item alone, as any other system does, runs nothing and uses no model.
"""

from collections.abc import Sequence

from ...instances.models import Cell
from ...instances.notebooks import Notebook
from ...trace.dataflow import cell_flow
from ...trace.explain import explain
from ...trace.live import SessionExecution, SessionRecord
from ...trace.models import Trace, TraceCrash
from ...trace.needs import CellNeed, cell_needs
from ...trace.order import Ran, executions_of, trace_of
from .models import (
    CrashItem,
    DetectionItem,
    DetectionPrediction,
    Item,
    LocalisationItem,
    LocalisationPrediction,
    OrderItem,
    OrderPrediction,
    Prediction,
    TaskCell,
    TaskName,
    TaskStep,
)

TRACE_RULES_TASKS: tuple[TaskName, ...] = ("detection", "localisation", "order")


def trace_rules(item: Item) -> Prediction | None:
    """The prediction for an item of detection, localisation or order; ``None`` for other tasks.

    Detection: the target crashes where it reads a name that doesn't exist or is out of date by the notebook's order, or
    where it runs again and changes what it reads. Localisation: the cells of the decisive finding; the crash cell where
    order doesn't explain the crash. Order: the recorded one, with what the target still needs right before it.
    """
    if isinstance(item, DetectionItem):
        return DetectionPrediction(item=item.item, crash=_crashes(item))
    if isinstance(item, LocalisationItem):
        return LocalisationPrediction(item=item.item, cells=_cause(item))
    if isinstance(item, OrderItem):
        return OrderPrediction(item=item.item, order=_order(item))
    return None


def _crashes(item: DetectionItem) -> bool:
    """Cells that never ran are not in the item, so the notebook is what ran and the target."""
    sources = {step.cell: step.source for step in [*item.steps, item.target]}
    cells = [TaskCell(cell=cell, type="code", source=sources[cell]) for cell in sorted(sources)]
    need = _need(_notebook(cells), item.steps, item.target.cell)
    if need.missing or need.stale:
        return True
    flow = cell_flow(item.target.source)
    again = any(step.cell == item.target.cell for step in item.steps)
    return again and any(name in flow.touches and name not in flow.imports for name in flow.reads)


def _order(item: OrderItem) -> list[int]:
    """What ran before, the target's own earlier runs left out, then what the target needs after that, and itself."""
    before = [cell for cell in item.recorded[:-1] if cell != item.target]
    steps = [TaskStep(cell=cell, source=item.cells[cell].source) for cell in before]
    return [*before, *_need(_notebook(item.cells), steps, item.target).run]


def _cause(item: LocalisationItem) -> list[int]:
    notebook, trace = crashed_session(item)
    findings = explain(trace, notebook.cells)
    return sorted(findings[0].cells) if findings and findings[0].cells else [item.crash.cell]


def crashed_session(item: CrashItem) -> tuple[Notebook, Trace]:
    """The notebook of an item with its crash as an output, and the session that it tells of."""
    crash = item.crash
    notebook = _notebook(item.cells)
    error = {"output_type": "error", **crash.model_dump(include={"ename", "evalue", "traceback"})}
    cells = [
        cell.model_copy(update={"outputs": [error]}) if cell.cell == crash.cell else cell for cell in notebook.cells
    ]
    notebook = notebook.model_copy(update={"cells": cells})
    executions = executions_of([Ran(cell, None, 0) for cell in item.order], crashed=True)
    failed = TraceCrash(cell=crash.cell, place=len(executions), line=crash.line, ename=crash.ename, evalue=crash.evalue)
    return notebook, trace_of(notebook, executions, failed)


def _need(notebook: Notebook, steps: Sequence[TaskStep], target: int) -> CellNeed:
    record = SessionRecord(
        executions=[SessionExecution(id=_id(step.cell), source=step.source, ok=True) for step in steps]
    )
    return next(need for need in cell_needs(notebook, record) if need.cell == target)


def _notebook(cells: Sequence[TaskCell]) -> Notebook:
    return Notebook(
        cells=[Cell(cell=cell.cell, type=cell.type, source=cell.source, id=_id(cell.cell)) for cell in cells],
        metadata={},
        nbformat=4,
    )


def _id(cell: int) -> str:
    return f"cell-{cell}"

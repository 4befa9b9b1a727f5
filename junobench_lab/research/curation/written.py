"""A session written as a notebook: the cells that it needs, with counts that say in which order they ran."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...instances.models import Cell
from ...instances.notebooks import Notebook
from ...trace.live import SessionRecord, live_session
from ...trace.models import TraceCrash
from ...trace.order import runs_twice, trace_notebook

_MARK = re.compile(r"\[re-?execute\]", re.IGNORECASE)
_MOST_RUNS = 200
"""Executions of a session with guessed ones; a larger gap is of a notebook that was worked in for long."""
MARK_LINE = "# [reexecute] This cell was run twice."


@dataclass(frozen=True)
class Session:
    """A recorded session: the notebook's cells as they ran, and which of them ran, in this order."""

    notebook: Notebook
    order: Sequence[int]
    """Cells (0-based), the crash cell last."""
    crash: TraceCrash
    assumed: bool = False
    """Whether counts are missing, so that the order, or a part of it, is a guess."""


def session_of(notebook: Notebook, record: SessionRecord | None = None) -> Session | None:
    """The session of a crashed notebook; ``None`` where nothing crashed.

    Without any counts, all code cells through the crash are taken to have run from the top. What the lab saw run
    (``record``) is better than what the saved counts tell, as long as it ends in the crash, its cells are all still
    there, and none of them was edited between two runs.
    """
    if record is not None:
        live = live_session(notebook, record)
        crash = live.trace.crash
        if crash is not None and live.trace.lost == 0 and not _edited_between(record):
            saved = notebook.cells[crash.cell].outputs
            cells = [
                cell.model_copy(update={"outputs": saved}) if cell.cell == crash.cell and saved else cell
                for cell in live.cells
            ]
            seen = notebook.model_copy(update={"cells": cells})
            return Session(seen, [execution.cell for execution in live.trace.executions], crash)
    trace = trace_notebook(notebook)
    if trace.crash is None:
        return None
    if any(cell.count is not None for cell in notebook.cells):
        return Session(notebook, [execution.cell for execution in trace.executions], trace.crash)
    # Tools that clear counts keep outputs: from the top is the best guess, and the run will tell.
    above = notebook.cells[: trace.crash.cell + 1]
    order = [cell.cell for cell in above if cell.type == "code" and cell.source.strip()]
    return Session(notebook, order, trace.crash, assumed=True)


def with_lost_runs(session: Session) -> Session | None:
    """The session with a guess at runs of which only a gap in the counts is left; ``None`` where there is no gap.

    Most likely a cell whose own count follows a gap was run that often. The crash ended the session, so it has no
    earlier runs.
    """
    order = []
    for execution in trace_notebook(session.notebook).executions:
        again = 0 if execution.cell == session.crash.cell else execution.lost_before
        order += [execution.cell] * (1 + again)
    if session.assumed or len(order) <= len(session.order) or len(order) > _MOST_RUNS:
        return None
    return replace(session, order=order, assumed=True)


def _edited_between(record: SessionRecord) -> bool:
    ran = {(execution.id, execution.source) for execution in record.executions}
    return len(ran) > len({execution.id for execution in record.executions})


def written(
    notebook: Notebook,
    order: Sequence[int],
    *,
    keep: Callable[[Cell], bool] = lambda _: True,
    outputs: Mapping[int, list[dict[str, Any]]] | None = None,
) -> Notebook:
    """The notebook of a session that ran ``order`` (cells, 0-based), by the rules of `trace.order`.

    Cells that didn't run stay where ``keep`` says so. A cell that ran twice in a row gets the mark for it; one that
    ran again later a copy above it for each earlier time. ``outputs`` are by place in the order; without them the
    saved ones stay with cells that ran.
    """
    places: dict[int, list[int]] = {}
    for place, number in enumerate(order):
        places.setdefault(number, []).append(place)
    cells: list[Cell] = []
    for cell in notebook.cells:
        ran = places.get(cell.cell, [])
        if not ran and not keep(cell):
            continue
        if not ran:
            cells.append(cell.model_copy(update={"count": None, "outputs": []}))
            continue
        twice = _twice_in_a_row(cell, ran)
        source = _marked(cell.source) if twice else _unmarked(cell.source)
        shown = ran[-1:] if twice else ran
        for place in shown:
            last = place == shown[-1]
            own = outputs.get(place, []) if outputs is not None else cell.outputs if last else []
            copy: dict[str, Any] = {"source": source, "count": place + 1, "outputs": own}
            cells.append(cell.model_copy(update=copy if last else {**copy, "id": None}))
    numbered = [cell.model_copy(update={"cell": place}) for place, cell in enumerate(cells)]
    return notebook.model_copy(update={"cells": numbered})


def _twice_in_a_row(cell: Cell, ran: Sequence[int]) -> bool:
    """Whether the mark can say it: cell magics have to stand in the first line themselves."""
    in_a_row = len(ran) == 2 and ran[1] == ran[0] + 1
    return in_a_row and (runs_twice(cell.source) or not cell.source.lstrip().startswith("%%"))


def _marked(source: str) -> str:
    return source if runs_twice(source) else f"{MARK_LINE}\n{source}"


def _unmarked(source: str) -> str:
    """The source without the mark; its lines keep their numbers."""
    first, newline, rest = source.partition("\n")
    return _MARK.sub("", first) + newline + rest if runs_twice(source) else source

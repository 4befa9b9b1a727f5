"""A person's own session as they would run it again, now that they know what works.

People repair by trial: they run a cell, see it fail, change it, run it again. The order in which their cells are meant
to run is what is left without the trials.
"""

from collections.abc import Sequence

from ..instances.notebooks import Notebook
from ..trace.live import SessionExecution


def rehearsal(executions: Sequence[SessionExecution], notebook: Notebook, crash_id: str | None) -> list[str] | None:
    """Ids of cells in the order in which to run them, through the crash cell; ``None`` where the session never came to
    it. ``notebook`` is the attempt as it is now.

    A crash cell that failed when it last ran is run again at the end, as the person will do. Left out are executions
    that failed, or had a source that was changed since, where the same cell runs again later; and failed ones of cells
    that nobody has touched since.
    """
    last = max((at for at, execution in enumerate(executions) if execution.id == crash_id), default=None)
    if crash_id is None or last is None:
        return None
    tried = list(executions[: last + 1])
    if not executions[last].ok:
        tried = [*(each for each in executions if each.id != crash_id or each.ok), executions[last]]
    now = {cell.id: cell.source for cell in notebook.cells}
    crash_itself = len(tried) - 1
    return [
        execution.id
        for at, execution in enumerate(tried)
        if at == crash_itself or _counts(execution, tried[at + 1 :], now.get(execution.id))
    ]


def _counts(execution: SessionExecution, later: Sequence[SessionExecution], now: str | None) -> bool:
    changed = execution.source != now
    if any(other.id == execution.id for other in later):
        return execution.ok and not changed
    return execution.ok or changed

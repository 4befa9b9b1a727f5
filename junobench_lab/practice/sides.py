"""The sides of a comparison: variants, attempts and files, each with the order in which its cells ran.

What runs left behind is compared where the history of runs is given.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from ..instances.bench import Bench
from ..instances.models import REFERENCE_VARIANTS
from ..instances.notebooks import Notebook, read_notebook
from ..running.models import NameState, RunRecord, RunSummary, Target
from ..running.plan import plan_attempt, plan_variant
from ..trace.align import counterpart
from ..trace.order import trace_notebook
from .attempts import Attempts
from .compare import REFERENCE_FIX, YOUR_FIX, SideInput, compare_notebooks
from .models import Attempt, Comparison
from .sequence import cells_now

SideWithCrash = tuple[SideInput, int | None]
"""A side, and its cell that stands for the crash cell, where there is one."""


@dataclass(frozen=True)
class RunHistory:
    """The runs that a person has made, on record or still going on."""

    summaries: Callable[[str, str], Sequence[RunSummary]]
    """Those of an instance, by bench and id, newest first."""
    record: Callable[[str], RunRecord]


def variant_side(bench: Bench, id: str, variant: str, history: RunHistory | None = None) -> SideWithCrash:
    """A variant, through the crash cell. Raises `UnknownInstance`, `UnknownVariant`, `BrokenNotebook`."""
    notebook = bench.notebook(id, variant)
    reproduced = notebook if variant == "reproduced" else bench.notebook(id, "reproduced")
    plan = plan_variant(notebook, reproduced=reproduced, crash=bench.summary(id).crash)
    crash = trace_notebook(reproduced).crash
    target = Target(bench=bench.name, id=id, variant=variant)
    side = SideInput(
        notebook=notebook,
        title=REFERENCE_FIX if variant in REFERENCE_VARIANTS else f"{variant.capitalize()} variant",
        detail=f"{id}, {variant}",
        sequence=[step.cell for step in plan.steps],
        state=_state(history, target, [step.source for step in plan.steps]),
    )
    return side, counterpart(crash.cell, reproduced.cells, notebook.cells) if crash else None


def attempt_side(attempts: Attempts, attempt: Attempt, history: RunHistory | None = None) -> SideWithCrash:
    """An attempt in the order of its latest run; before the first run, in the recorded one.

    Raises `BrokenNotebook`, `UnknownAttempt`.
    """
    edited = attempts.edited(attempt)
    notebook = edited.now
    sequence = _latest_order(history, attempt, notebook)
    if sequence is None:
        plan = plan_attempt(edited, crash=None, order=None)
        sequence = [step.cell for step in plan.steps]
    side = SideInput(
        notebook=notebook,
        title=YOUR_FIX,
        detail=f"{attempt.id}, attempt {attempt.number}",
        modified=_modified(attempts.file(attempt)),
        sequence=sequence,
        state=_state(
            history, _target(attempt), [notebook.cells[cell].source for cell in sequence], since=attempt.started
        ),
    )
    crash = edited.trace.crash
    return side, counterpart(crash.cell, edited.start.cells, notebook.cells) if crash else None


def file_side(file: Path, shown: str) -> SideWithCrash:
    """Any notebook, in its recorded order; ``shown`` is how its path is given. Raises `BrokenNotebook`."""
    notebook = read_notebook(file)
    trace = trace_notebook(notebook)
    side = SideInput(
        notebook=notebook,
        title=file.name,
        detail=shown,
        modified=_modified(file),
        sequence=[execution.cell for execution in trace.executions],
    )
    return side, trace.crash.cell if trace.crash else None


def compare_sides(left: SideWithCrash, right: SideWithCrash) -> Comparison:
    """Compare two sides; where only the right one knows the crash cell, its counterpart on the left is marked."""
    (one, crash_cell), (other, other_crash) = left, right
    if crash_cell is None and other_crash is not None:
        crash_cell = counterpart(other_crash, other.notebook.cells, one.notebook.cells)
    return compare_notebooks(one, other, crash_cell=crash_cell)


def _target(attempt: Attempt) -> Target:
    return Target(bench=attempt.bench, id=attempt.id, attempt=attempt.number)


def _latest_order(history: RunHistory | None, attempt: Attempt, notebook: Notebook) -> list[int] | None:
    """``None`` where the attempt hasn't been run. Only runs since its beginning count: other folders of files may
    have had an attempt of the same number."""
    if history is None:
        return None
    for summary in history.summaries(attempt.bench, attempt.id):
        if summary.target == _target(attempt) and summary.started >= attempt.started:
            return cells_now(history.record(summary.run).plan.steps, notebook.cells)
    return None


def _state(
    history: RunHistory | None, target: Target, sources: Sequence[str], *, since: datetime | None = None
) -> list[NameState] | None:
    """The names after the latest run, if it ran just these sources in this order and got through."""
    if history is None:
        return None
    for summary in history.summaries(target.bench, target.id):
        if summary.target != target or summary.outcome is None or (since is not None and summary.started < since):
            continue
        if summary.outcome.verdict != "no_crash":
            return None
        record = history.record(summary.run)
        return record.state if [step.source for step in record.plan.steps] == list(sources) else None
    return None


def _modified(file: Path) -> datetime | None:
    try:
        return datetime.fromtimestamp(file.stat().st_mtime, timezone.utc)
    except OSError:
        return None

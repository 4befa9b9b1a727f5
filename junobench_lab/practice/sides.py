"""The sides of a comparison: variants, attempts and files, with the order in which their cells ran."""

from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path

from ..instances.bench import Bench
from ..instances.models import REFERENCE_VARIANTS
from ..instances.notebooks import read_notebook
from ..running.plan import plan_variant
from ..running.session import attempt_job
from ..trace.align import counterpart
from ..trace.order import trace_notebook
from .attempts import Attempts
from .compare import SideInput, compare_notebooks
from .models import Attempt, Comparison

SideWithCrash = tuple[SideInput, int | None]
"""A side, and its cell that stands for the crash cell, where there is one."""


def variant_side(bench: Bench, id: str, variant: str) -> SideWithCrash:
    """A variant, through the crash cell. Raises `UnknownInstance`, `UnknownVariant`, `BrokenNotebook`."""
    notebook = bench.notebook(id, variant)
    reproduced = notebook if variant == "reproduced" else bench.notebook(id, "reproduced")
    plan = plan_variant(notebook, reproduced=reproduced, crash=bench.summary(id).crash)
    crash = trace_notebook(reproduced).crash
    side = SideInput(
        notebook=notebook,
        title="Reference fix" if variant in REFERENCE_VARIANTS else f"{variant.capitalize()} variant",
        detail=f"{id}, {variant}",
        sequence=[step.cell for step in plan.steps],
    )
    return side, counterpart(crash.cell, reproduced.cells, notebook.cells) if crash else None


def file_side(file: Path, shown: str) -> SideWithCrash:
    """Any notebook, in its recorded order; ``shown`` is how its path is given. Raises `BrokenNotebook`."""
    notebook = read_notebook(file)
    trace = trace_notebook(notebook)
    side = SideInput(
        notebook=notebook,
        title=file.name,
        detail=shown,
        modified=modified(file),
        sequence=[execution.cell for execution in trace.executions],
    )
    return side, trace.crash.cell if trace.crash else None


def attempt_side(bench: Bench, attempts: Attempts, attempt: Attempt, order: Sequence[str] | None) -> SideWithCrash:
    """An attempt, in the ``order`` of the person's session where it is known, else in the recorded one."""
    notebook = attempts.notebook(attempt)
    start, trace = attempts.start_notebook(attempt), attempts.trace(attempt)
    job = attempt_job(bench, attempt.id, attempt.number, attempt=notebook, start=start, trace=trace, order=order)
    side = SideInput(
        notebook=notebook,
        title="Your fix",
        detail=f"{attempt.id}, attempt {attempt.number}",
        modified=modified(attempts.file(attempt)),
        sequence=[step.cell for step in job.plan.steps],
    )
    return side, counterpart(trace.crash.cell, start.cells, notebook.cells) if trace.crash else None


def compare_sides(left: SideWithCrash, right: SideWithCrash) -> Comparison:
    """Compare two sides; where only the right one knows the crash cell, its counterpart on the left is marked."""
    (one, crash_cell), (other, other_crash) = left, right
    if crash_cell is None and other_crash is not None:
        crash_cell = counterpart(other_crash, other.notebook.cells, one.notebook.cells)
    return compare_notebooks(one, other, crash_cell=crash_cell)


def modified(file: Path) -> datetime | None:
    """When a file was saved last; ``None`` where it can't be told."""
    try:
        return datetime.fromtimestamp(file.stat().st_mtime, timezone.utc)
    except OSError:
        return None

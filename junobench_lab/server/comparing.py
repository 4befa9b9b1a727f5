"""The two sides of a comparison, found by what a request names: a variant, an attempt, or any notebook."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import InvalidRequest
from ..instances.models import REFERENCE_VARIANTS, VariantName
from ..instances.notebooks import Notebook, read_notebook
from ..practice.compare import REFERENCE_FIX, YOUR_FIX, SideInput, compare_notebooks
from ..practice.models import Attempt, Comparison
from ..practice.sequence import cells_now
from ..running.models import NameState, Target
from ..running.plan import plan_attempt, plan_variant
from ..trace.align import counterpart
from ..trace.order import trace_notebook
from .models import NotebookRef

if TYPE_CHECKING:
    from .lab import Lab

_Side = tuple[SideInput, int | None]
"""A side, and the cell of it that stands for the crash cell, where there is one."""


class ComparedSides:
    def __init__(self, lab: Lab) -> None:
        self._lab = lab

    def compare(self, left: NotebookRef, right: NotebookRef) -> Comparison:
        """Raises `NotRevealed` where a side is a hidden reference fix, and what reading the notebooks raises."""
        one, crash_cell = self._side(left)
        other, other_crash = self._side(right)
        if crash_cell is None and other_crash is not None:
            crash_cell = counterpart(other_crash, other.notebook.cells, one.notebook.cells)
        return compare_notebooks(one, other, crash_cell=crash_cell)

    def _side(self, ref: NotebookRef) -> _Side:
        if ref.path is not None:
            return self._file_side(ref.path)
        assert ref.bench is not None and ref.id is not None
        if ref.attempt is not None:
            return self._attempt_side(self._lab.attempts.get(ref.bench, ref.id, ref.attempt))
        assert ref.variant is not None
        return self._variant_side(ref.bench, ref.id, ref.variant)

    def _file_side(self, path: str) -> _Side:
        root = self._lab.contents_root.resolve()
        file = root if "\x00" in path else (root / path.lstrip("/")).resolve()
        if file == root or not file.is_relative_to(root):
            raise InvalidRequest(f"{path[:200]!r} is not among your files.")
        notebook = read_notebook(file)
        trace = trace_notebook(notebook)
        side = SideInput(
            notebook=notebook,
            title=file.name,
            detail=path,
            modified=_modified(file),
            sequence=[execution.cell for execution in trace.executions],
        )
        return side, trace.crash.cell if trace.crash else None

    def _attempt_side(self, attempt: Attempt) -> _Side:
        """The person's order is that of the attempt's latest run; before the first run, the recorded one."""
        attempts = self._lab.attempts
        notebook, start, trace = attempts.notebook(attempt), attempts.start_notebook(attempt), attempts.trace(attempt)
        sequence = self._latest_order(attempt, notebook)
        if sequence is None:
            plan = plan_attempt(notebook, start=start, trace=trace, crash=None, order=None)
            sequence = [step.cell for step in plan.steps]
        side = SideInput(
            notebook=notebook,
            title=YOUR_FIX,
            detail=f"{attempt.id}, attempt {attempt.number}",
            modified=_modified(attempts.file(attempt)),
            sequence=sequence,
            state=self._state(
                Target(bench=attempt.bench, id=attempt.id, attempt=attempt.number),
                [notebook.cells[cell].source for cell in sequence],
                since=attempt.started,
            ),
        )
        return side, counterpart(trace.crash.cell, start.cells, notebook.cells) if trace.crash else None

    def _latest_order(self, attempt: Attempt, notebook: Notebook) -> list[int] | None:
        """``None`` where the attempt hasn't been run. Only runs since its beginning count: other folders of files may
        have had an attempt of the same number."""
        target = Target(bench=attempt.bench, id=attempt.id, attempt=attempt.number)
        for summary in self._lab.runs.summaries(attempt.bench, attempt.id):
            if summary.target == target and summary.started >= attempt.started:
                return cells_now(self._lab.runs.record(summary.run).plan.steps, notebook.cells)
        return None

    def _state(
        self, target: Target, sources: Sequence[str], *, since: datetime | None = None
    ) -> list[NameState] | None:
        """The names after the latest run, if it ran just these sources in this order."""
        for summary in self._lab.runs.summaries(target.bench, target.id):
            if summary.target != target or summary.outcome is None or (since and summary.started < since):
                continue
            if summary.outcome.verdict != "no_crash":
                return None
            record = self._lab.runs.record(summary.run)
            return record.state if [step.source for step in record.plan.steps] == list(sources) else None
        return None

    def _variant_side(self, bench: str, id: str, variant: VariantName) -> _Side:
        notebook = self._lab.variant_notebook(bench, id, variant)
        opened = self._lab.catalog.bench(bench)
        reproduced = notebook if variant == "reproduced" else opened.notebook(id, "reproduced")
        plan = plan_variant(notebook, reproduced=reproduced, crash=opened.summary(id).crash)
        crash = trace_notebook(reproduced).crash
        side = SideInput(
            notebook=notebook,
            title=REFERENCE_FIX if variant in REFERENCE_VARIANTS else f"{variant.capitalize()} variant",
            detail=f"{id}, {variant}",
            sequence=[step.cell for step in plan.steps],
            state=self._state(Target(bench=bench, id=id, variant=variant), [step.source for step in plan.steps]),
        )
        return side, counterpart(crash.cell, reproduced.cells, notebook.cells) if crash else None


def _modified(file: Path) -> datetime | None:
    try:
        return datetime.fromtimestamp(file.stat().st_mtime, timezone.utc)
    except OSError:
        return None

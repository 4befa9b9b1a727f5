"""What a person has done with the instances: hints, predictions and progress, and what they may see by that."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from ..errors import InvalidRequest
from ..instances.models import InstanceFilter, InstancePage
from ..instances.notebooks import Notebook
from ..practice.hints import hints
from ..practice.models import Attempt, Hint, Prediction, PredictionView
from ..practice.predictions import (
    answered,
    cause_choices,
    has_been_run,
    require_not_run,
    require_sensible,
    true_cause,
)
from ..practice.progress.export import ExportFormat, export
from ..practice.progress.models import InstanceProgress, Progress, ProgressExport, Removed
from ..practice.progress.summary import instance_progress, progress
from ..practice.reveal_policy import Sight
from ..practice.strip import strip_hints, strip_source
from ..running.session import RunJob
from ..trace.explain import explained
from ..trace.models import Trace
from .workplace import Workplace

if TYPE_CHECKING:
    from .models import PredictionRequest


class Practising:
    def __init__(self, place: Workplace) -> None:
        self._place = place
        self._store = place.progress

    def sight(self, bench: str, id: str) -> Sight:
        """What the person may see of an instance."""
        return self.sights(bench, [id])[id]

    def sights(self, bench: str, ids: list[str]) -> dict[str, Sight]:
        """The same for several, by id."""
        reveals, attempts = self._place.reveals, self._place.own_attempts
        revealed = reveals.by_instance(bench)
        attempted = attempts.attempted(bench) if attempts is not None else set()
        solved = self._store.solved(bench)
        return {
            id: Sight(
                allowed=reveals.allowed,
                revealed=tuple(revealed.get(id, ())),
                attempted=id in attempted,
                solved=id in solved,
            )
            for id in ids
        }

    def worked_on(self, bench: str) -> set[str]:
        """Instances of which nothing may be told that systems said: the person works on them."""
        attempts = self._place.own_attempts
        begun = sorted(attempts.attempted(bench)) if attempts is not None else []
        return {id for id, sight in self.sights(bench, begun).items() if not sight.systems}

    def page(
        self, bench: str, chosen: InstanceFilter, offset: int, limit: int, among: Collection[str] | None = None
    ) -> InstancePage:
        """A part of the list; rows of instances that were begun lack the labels that are hints by now."""
        page = self._place.catalog.page(bench, chosen, offset, limit, among)
        sights = self.sights(page.bench, [row.id for row in page.instances])
        return page.model_copy(update={"instances": [sights[row.id].summary(row) for row in page.instances]})

    def require_seen(self, bench: str, id: str, variant: str | None) -> None:
        """Raises `NotRevealed`. The rule for all that shows a variant: it, its trace, its runs, its comparisons."""
        if not self.sight(bench, id).may_see(variant):
            self._place.reveals.require(bench, id, "fixed")

    def explained(self, bench: str, id: str, trace: Trace, notebook: Notebook) -> Trace:
        """The trace with its explanation, where the person has chosen to see it."""
        return explained(trace, notebook.cells) if self.sight(bench, id).explanation else trace

    def hints(self, bench: str, id: str) -> list[Hint]:
        return hints(self._place.catalog.bench(bench), id, self.sight(bench, id))

    def shown(self, bench: str, id: str, notebook: Notebook) -> Notebook:
        """A variant as the person may see it: without the comments that speak of the fault, until they may be seen.

        Its trace is that of the published notebook: the mark of a cell that ran twice is one of these comments.
        """
        return notebook if self.sight(bench, id).notes else strip_hints(notebook)[0]

    def shown_job(self, job: RunJob) -> RunJob:
        """A run of a variant, whose record shows what it ran, without the comments that may not be seen yet."""
        if self.sight(job.target.bench, job.target.id).notes:
            return job
        steps = [step.model_copy(update={"source": strip_source(step.source)}) for step in job.plan.steps]
        return replace(job, plan=job.plan.model_copy(update={"steps": steps}))

    # -- predictions

    def prediction(self, attempt: Attempt) -> PredictionView:
        """The prediction of an attempt, with its answer where that gives nothing away."""
        made = self._place.attempts.prediction(attempt)
        answer = None
        sight = self.sight(attempt.bench, attempt.id)
        if made is not None and sight.cause:
            truth = true_cause(self._place.catalog.bench(attempt.bench), attempt.id)
            answer = answered(made, truth, tells_cell=sight.cause_cell) if truth is not None else None
        runs = self._place.runs.summaries(attempt.bench, attempt.id)
        is_open = made is None and not sight.cause and not has_been_run(attempt, runs)
        return PredictionView(prediction=made, open=is_open, choices=cause_choices(), answer=answer)

    def predict(self, attempt: Attempt, asked: PredictionRequest) -> PredictionView:
        """Raises `InvalidRequest` for a cell or a cause that there isn't, and once the attempt was run."""
        attempts = self._place.attempts
        start = attempts.start_notebook(attempt)
        cell = next((cell.cell for cell in start.cells if cell.id == asked.cell), None)
        prediction = Prediction(cell=cell, cause=asked.cause, skipped=asked.skipped)
        require_sensible(prediction, len(start.cells))
        if self.sight(attempt.bench, attempt.id).cause:
            raise InvalidRequest("You know the cause by now, so there is nothing to predict.")
        require_not_run(attempt, self._place.runs.summaries(attempt.bench, attempt.id))
        attempts.predict(attempt, prediction)
        return self.prediction(attempt)

    # -- progress

    def instance_progress(self, bench: str, id: str) -> InstanceProgress:
        found = [one for one in instance_progress(self._store.events(bench)) if one.id == id]
        return found[0] if found else InstanceProgress(bench=bench, id=id, state="new")

    def progress(self, bench: str) -> Progress:
        listed, _ = self._place.catalog.bench(bench).filterable()
        events = self._store.events(bench)
        return progress(bench, listed, events, self._store.note)

    def export(self, form: ExportFormat) -> ProgressExport:
        return export(self._store.events(), form)

    def remove(self, bench: str) -> Removed:
        return self._store.remove(bench)

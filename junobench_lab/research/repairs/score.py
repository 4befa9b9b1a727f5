"""The score of repairs: which predictions still have to run, and the figures once they have."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import cast

from ...errors import InvalidRequest
from ...instances.bench import Bench
from ..scoring.models import Interval, Score
from ..scoring.predictions import Predictions, counted, read_predictions
from ..scoring.score import score_graded
from ..tasks.items import make_tasks
from ..tasks.models import Answer, Item, RepairAnswer, RepairItem, RepairPrediction
from .grade import grade_repairs, latest_runs, level_counts, number_of_runs, verdict_counts
from .models import RepairRun
from .run import RepairJob


@dataclass(frozen=True)
class RepairScoring:
    """Predicted repairs as they are to be scored."""

    answers: Sequence[RepairAnswer]
    predictions: Predictions
    jobs: Sequence[RepairJob]
    """Every usable prediction."""

    def waiting(self, runs: Sequence[RepairRun]) -> list[RepairJob]:
        """Predictions that are not on file, or were not carried out for want of infrastructure."""
        done = {(run.item, run.run, run.prediction) for run in runs if run.verdict != "infrastructure"}
        return [job for job in self.jobs if job.key not in done]

    def score(
        self, runs: Sequence[RepairRun], *, second: Sequence[RepairRun] | None = None, interval: Interval | None = None
    ) -> Score:
        """All figures, from the runs on file alone; ``second`` are those of a system to compare with."""
        own = self.latest(runs)
        number = max(1, self.predictions.runs)
        problems = [*self.predictions.problems, *_lost(own)]
        here = {(run.item, run.run, run.prediction) for run in own}
        unrun = [job.item.item for job in self.jobs if job.key not in here]
        if unrun:
            problems.append(
                counted(
                    unrun,
                    "prediction",
                    "has no run on file and counts as not passed",
                    "have no run on file and count as not passed",
                )
            )
        others = None
        if second is not None:
            told = {answer.item for answer in self.answers}
            others = grade_repairs(self.answers, second, number=number_of_runs(second))
            known = [run for run in latest_runs(second) if run.item in told]
            problems += [f"Of the second system: {problem}" for problem in [*_lost(known), *_without(told, known)]]
        scored = score_graded(
            "repair",
            grade_repairs(self.answers, own, number=number),
            second=others,
            interval=interval,
            problems=problems,
            predicted=len(self.predictions.by_item),
            runs=self.predictions.runs,
        )
        return scored.model_copy(update={"verdicts": verdict_counts(own), "levels": level_counts(own)})

    def latest(self, runs: Sequence[RepairRun]) -> list[RepairRun]:
        """The last run on file of each of these predictions."""
        keys = {job.key for job in self.jobs}
        found = {(run.item, run.run, run.prediction): run for run in runs}
        return [run for key, run in found.items() if key in keys]


def _lost(runs: Sequence[RepairRun]) -> list[str]:
    lost = [run.item for run in runs if run.verdict == "infrastructure"]
    words = ("could not be carried out and counts as not passed", "could not be carried out and count as not passed")
    return [counted(lost, "run", *words)] if lost else []


def _without(items: Collection[str], runs: Sequence[RepairRun]) -> list[str]:
    ran = {run.item for run in runs}
    missing = [item for item in sorted(items) if item not in ran]
    words = ("has no run on file and counts as not passed", "have no run on file and count as not passed")
    return [counted(missing, "item", *words)] if missing else []


def repair_scoring(bench: Bench, answers: Sequence[Answer], text: str) -> RepairScoring:
    """Read predictions (JSON lines) of repairs. Raises `InvalidRequest` where the bench lacks an answer's instance."""
    own = [answer for answer in answers if isinstance(answer, RepairAnswer)]
    made = make_tasks(bench, "repair", [answer.instance for answer in own])
    known = {item.item for item in made.items}
    missing = next((answer for answer in own if answer.item not in known), None)
    if missing is not None:
        raise InvalidRequest(f"{missing.instance} isn't in this bench: name the one that the answers are of.")
    return scoring_of(made.items, own, text)


def scoring_of(made: Sequence[Item], own: Sequence[RepairAnswer], text: str) -> RepairScoring:
    """The same where the items are at hand, with one for each answer."""
    items = {item.item: item for item in made if isinstance(item, RepairItem)}
    predictions = read_predictions(text, own)
    jobs = [
        RepairJob(items[answer.item], answer, cast("RepairPrediction", prediction))
        for answer in own
        for _, prediction in sorted(predictions.by_item.get(answer.item, {}).items())
    ]
    return RepairScoring(own, predictions, jobs)

"""The score of a system, from its predictions and the reference answers, or from items that were graded before."""

from collections.abc import Mapping, Sequence

from ...errors import InvalidRequest
from ..judging.cases import cases_of
from ..tasks.models import Answer, TaskName
from .bootstrap import with_intervals
from .figures import figures, label_figures, library_figures
from .grade import MAIN_MARK, grade
from .mcnemar import compare_systems
from .models import Graded, Interval, Score
from .predictions import Predictions, counted, read_predictions, task_of
from .published import published_table


def score_predictions(
    answers: Sequence[Answer],
    text: str,
    *,
    against: str | None = None,
    interval: Interval | None = None,
    verdicts: Mapping[str, bool] | None = None,
) -> Score:
    """Score predictions (JSON lines); ``against`` are those of a second system to compare with, ``verdicts`` what a
    judge said of the texts of either (see `grade`).

    Raises `InvalidRequest` where the answers are of no or several tasks, or of a task that is judged by running.
    """
    task = task_of(answers)
    if task == "repair":
        raise InvalidRequest(
            "Repairs are judged by running them, not by comparing text: name a file that keeps the runs with --runs."
        )
    predictions = read_predictions(text, answers)
    graded = grade(answers, predictions, verdicts)
    problems = [*predictions.problems, *_undecided(graded), *_unjudged(answers, predictions, verdicts)]
    second: list[Graded] | None = None
    if against is not None:
        other = read_predictions(against, answers)
        second = grade(answers, other, verdicts)
        told = [*other.problems, *_undecided(second), *_unjudged(answers, other, verdicts)]
        problems += [f"Of the second system: {problem}" for problem in told]
    return score_graded(
        task,
        graded,
        second=second,
        interval=interval,
        problems=problems,
        predicted=len(predictions.by_item),
        runs=predictions.runs,
    )


def score_graded(
    task: TaskName,
    graded: Sequence[Graded],
    *,
    second: Sequence[Graded] | None = None,
    interval: Interval | None = None,
    problems: Sequence[str] = (),
    predicted: int,
    runs: int,
) -> Score:
    """All figures again from graded items, as a saved score holds them."""
    found = figures(graded)
    dimensions = list(dict.fromkeys(dimension for one in graded for dimension in one.labels))
    return Score(
        task=task,
        items=len(graded),
        predicted=predicted,
        runs=runs,
        problems=list(problems),
        figures=found if interval is None else with_intervals(found, graded, interval),
        by_label=[row for dimension in dimensions for row in label_figures(graded, dimension)],
        by_library=library_figures(graded),
        published=published_table(graded),
        interval=interval,
        comparison=None if second is None else compare_systems(graded, second, MAIN_MARK[task]),
        graded=list(graded),
    )


def _unjudged(answers: Sequence[Answer], predictions: Predictions, verdicts: Mapping[str, bool] | None) -> list[str]:
    if verdicts is None:
        return []
    names = [case.item for case in cases_of(answers, predictions) if case.digest not in verdicts]
    if not names:
        return []
    return [counted(names, "text", "has no verdict and counts as wrong", "have no verdict and count as wrong")]


def _undecided(graded: Sequence[Graded]) -> list[str]:
    names = [one.item for one in graded if one.undecided]
    if not names:
        return []
    return [
        counted(
            names,
            "item",
            "has runs without a majority, which counts as wrong",
            "have runs without a majority, which counts as wrong",
        )
    ]

"""Marks of repairs from the runs on file. Pure.

pass@k is the unbiased estimator of Chen et al. 2021 (arXiv 2107.03374): of n runs of which c pass, the chance that one
of k drawn ones passes is 1 - C(n - c, k) / C(n, k).
"""

from collections import Counter
from collections.abc import Sequence
from math import comb

from ...practice.levels import reached_levels
from ...practice.models import CheckLevel
from ..scoring.grade import MAIN_MARK
from ..scoring.models import Graded
from ..tasks.models import RepairAnswer
from .models import RepairRun

MARKS: dict[CheckLevel, str] = {
    "runs": "runs",
    "passes_check": MAIN_MARK["repair"],
    "equals_reference": "equals reference",
}


def pass_at_k(runs: int, passing: int, k: int) -> float:
    """The chance that at least one of ``k`` of the runs passes. ``k`` is at most ``runs``."""
    return 1.0 - comb(runs - passing, k) / comb(runs, k)


def number_of_runs(runs: Sequence[RepairRun]) -> int:
    """Runs that a system has made, by the lines on file; at least 1. Whether they count from 0 or 1 is all the same."""
    return max(1, len({run.run for run in runs}))


def latest_runs(runs: Sequence[RepairRun]) -> list[RepairRun]:
    """The last line about each run of an item: an earlier one lacked infrastructure, or was of another prediction."""
    return list({(run.item, run.run): run for run in runs}.values())


def grade_repairs(answers: Sequence[RepairAnswer], runs: Sequence[RepairRun], *, number: int) -> list[Graded]:
    """One graded item an answer. ``number``: runs that a system has made; one that is missing, or could not be carried
    out, counts as not passed and stays in the denominator.

    A level counts as reached where more than half of the runs reach it. pass@1 and pass@``number`` are by run.
    Of several lines about one run the last counts.
    """
    by_item: dict[str, list[RepairRun]] = {}
    for run in latest_runs(runs):
        by_item.setdefault(run.item, []).append(run)
    graded = []
    for answer in answers:
        reached = Counter(level for run in by_item.get(answer.item, []) for level in reached_levels(run.level))
        marks = {mark: float(2 * reached[level] > number) for level, mark in MARKS.items()}
        passing = min(reached["passes_check"], number)
        marks["pass@1"] = pass_at_k(number, passing, 1)
        if number > 1:
            marks[f"pass@{number}"] = pass_at_k(number, passing, number)
        graded.append(
            Graded(
                item=answer.item,
                instance=answer.instance,
                variant=answer.variant,
                library=answer.library,
                marks=marks,
            )
        )
    return graded


def verdict_counts(runs: Sequence[RepairRun]) -> dict[str, int]:
    """How often each verdict came up; ``not a repair`` for predictions that couldn't be run."""
    return dict(Counter(run.verdict or "not a repair" for run in runs).most_common())


def level_counts(runs: Sequence[RepairRun]) -> dict[str, int]:
    """How often each level was the last that was reached."""
    return dict(Counter(run.level for run in runs if run.level is not None).most_common())

"""What an attempt may take: ten times the reference run, within limits."""

from datetime import datetime, timezone

import pytest

from junobench_lab.practice.reference import Budget, budget
from junobench_lab.running.models import Limits, Outcome, Plan, RunRecord, Target


def reference(seconds: float, memory: int | None) -> RunRecord:
    return RunRecord(
        run="20260131T120000000Z-1a2b3c",
        target=Target(bench="mini", id="a", variant="fixed"),
        kernel="python3",
        started=datetime(2026, 1, 31, tzinfo=timezone.utc),
        product="1",
        platform="Linux",
        limits=Limits(),
        plan=Plan(steps=[]),
        outcome=Outcome(verdict="no_crash", sentence="", executed=1, planned=1, seconds=seconds),
        peak_memory=memory,
    )


@pytest.mark.parametrize(
    ("seconds", "memory", "limits", "expected"),
    [
        # Ten times of each.
        (3.0, 85_000_000, {}, Budget(30.0, 850_000_000)),
        # The least of each.
        (0.4, 20_000_000, {}, Budget(10.0, 512_000_000)),
        # Never more than a run may take at all.
        (3.0, 85_000_000, {"run": 20.0, "memory": 700_000_000}, Budget(20.0, 700_000_000)),
        (0.4, 20_000_000, {"run": 5.0, "memory": 300_000_000}, Budget(5.0, 300_000_000)),
        # A system that doesn't tell how much memory was held.
        (3.0, None, {"memory": 700_000_000}, Budget(30.0, 700_000_000)),
    ],
)
def test_an_attempt_may_take_ten_times_the_reference_run(seconds, memory, limits, expected):
    assert budget(reference(seconds, memory), Limits(**limits)) == expected


def test_without_a_reference_run_the_limits_of_all_runs_hold():
    assert budget(None, Limits(run=70.0, memory=1_000_000_000)) == Budget(70.0, 1_000_000_000)


def test_a_cell_may_take_no_longer_than_the_whole_run():
    within = Budget(10.0, 512_000_000).within(Limits(cell=300.0, run=900.0))
    assert (within.cell, within.run, within.memory) == (10.0, 10.0, 512_000_000)

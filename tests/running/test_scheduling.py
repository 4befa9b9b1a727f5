"""In which order the runs of a verification begin, and how many go on at a time."""

import asyncio
from datetime import datetime, timezone

import pytest

from junobench_lab.running import scheduling
from junobench_lab.running.models import Limits, Outcome, Plan, RunRecord, Step, Target, Verdict
from junobench_lab.running.records import RecordStore
from junobench_lab.running.scheduling import Turns, earlier_seconds, expected_seconds, in_turns
from tests.running.runs import plan


def keep(store: RecordStore, second: int, variant: str, seconds: float, verdict: Verdict = "no_crash") -> None:
    steps = Plan(steps=[Step(index=0, cell=0, source="1")])
    outcome = Outcome(verdict=verdict, sentence="", executed=1, planned=1, seconds=seconds)
    at = datetime(2026, 1, 1, 12, 0, second, tzinfo=timezone.utc)
    store.save(
        RunRecord(
            run=f"20260101T1200{second:02d}000Z-aaaaaa",
            target=Target(bench="mini", id="ferry", variant=variant),
            kernel="python3",
            started=at,
            ended=at,
            product="1",
            platform="",
            limits=Limits(),
            plan=steps,
            outcome=outcome,
        )
    )


def test_the_newest_run_that_came_to_its_end_counts(tmp_path):
    store = RecordStore(tmp_path)
    keep(store, 1, "reproduced", 9.0)
    keep(store, 2, "reproduced", 4.0)
    keep(store, 3, "reproduced", 0.1, verdict="infrastructure")
    keep(store, 4, "fixed", 7.0)
    assert earlier_seconds(store, "mini") == {("ferry", "reproduced"): 4.0, ("ferry", "fixed"): 7.0}
    assert earlier_seconds(store, "other") == {}


def test_without_a_record_many_cells_and_heavy_imports_are_long():
    few, many, heavy = plan("1"), plan(*["1"] * 30), plan("import torch", "1")
    assert expected_seconds(few) < expected_seconds(many) < expected_seconds(heavy)


def test_no_more_runs_go_on_than_there_are_places():
    assert most_at_a_time(places=2, runs=5) == 2


def test_one_run_goes_on_while_memory_is_short(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(scheduling, "memory_is_short", lambda: True)
    assert most_at_a_time(places=3, runs=2) == 1


def most_at_a_time(places: int, runs: int) -> int:
    going_on = most = 0

    async def run(_: int) -> None:
        nonlocal going_on, most
        going_on += 1
        most = max(most, going_on)
        await asyncio.sleep(0.01)
        going_on -= 1

    asyncio.run(asyncio.wait_for(in_turns(range(runs), run, Turns(places)), 30))
    return most


def test_work_is_only_looked_at_when_there_is_a_place_for_it():
    begun = looked_at = 0
    go_on = asyncio.Event()

    def work():
        nonlocal looked_at
        for piece in range(1000):
            looked_at += 1
            yield piece

    async def run(_: int) -> None:
        nonlocal begun
        begun += 1
        if begun == 3:
            go_on.set()
        await asyncio.Event().wait()

    async def some() -> None:
        task = asyncio.create_task(in_turns(work(), run, Turns(3)))
        await go_on.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(asyncio.wait_for(some(), 30))
    assert (begun, looked_at) == (3, 4)


def test_the_first_error_ends_the_others():
    ended = []

    async def run(piece: int) -> None:
        if piece == 1:
            raise ValueError("broken")
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(piece)

    with pytest.raises(ValueError, match="broken"):
        asyncio.run(asyncio.wait_for(in_turns(range(9), run, Turns(2)), 30))
    assert 0 in ended

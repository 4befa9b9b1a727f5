"""Verifying benches: what counts as sound, and that no instance takes others with it."""

import asyncio
import contextlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from junobench_lab.errors import BrokenBench, InvalidRequest
from junobench_lab.instances.bench import Bench
from junobench_lab.running.models import InstanceVerification, Limits, Outcome, Verification
from junobench_lab.running.records import RecordStore
from junobench_lab.running.verify import count_verdicts, verify_bench
from tests.notebook_factory import code, notebook, write_bench

from .runs import kernel_processes

ERROR = ("KeyError", "'fee'")
CRASHED = notebook(code("fees = {}", count=1), code("fees['fee']", count=2, error=ERROR))
FIXED = notebook(code("fees = {'fee': 1}", count=1), code("fees['fee']", count=2))
TWO_CELLS = (code("fees.pop('fee')", count=2), code("fees['fee']", count=3, error=ERROR))

INSTANCES = {
    "sound": {"reproduced": CRASHED, "fixed": FIXED},
    "two-fixes": {"reproduced": CRASHED, "fixed": FIXED, "fixed2": CRASHED},
    "order-only": {
        "reproduced": notebook(code("fees = {'fee': 1}", count=1), *TWO_CELLS),
        "fixed": notebook(code("fees = {'fee': 1}", count=1), code("fees.pop('fee')"), code("fees['fee']", count=2)),
    },
    "nothing-fixed": {"reproduced": CRASHED, "fixed": CRASHED},
    "runs-anyway": {"reproduced": notebook(code("1", count=1, error=ERROR)), "fixed": FIXED},
    "cut-off": {"reproduced": '{"cells": [', "fixed": FIXED},
    "half": {"reproduced": CRASHED},
    "never-run": {"reproduced": CRASHED, "fixed": notebook(code("1"))},
    "last": {"reproduced": CRASHED, "fixed": FIXED},
}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    labels = {id: {"ename": "keyerror", "evalue": "fee"} for id in [*INSTANCES, "sheet-only"]}
    return Bench.open(write_bench(tmp_path_factory.mktemp("bench"), INSTANCES, labels), "harbour")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> RecordStore:
    return RecordStore(tmp_path_factory.mktemp("runs"))


def verified(bench: Bench, store: RecordStore, ids: Sequence[str] = (), **more) -> Verification:
    async def collect() -> list[InstanceVerification | Verification]:
        return [item async for item in verify_bench(bench, ids, store=store, cold=True, **more)]

    *told, whole = asyncio.run(asyncio.wait_for(collect(), 120))
    assert isinstance(whole, Verification)
    assert {one.id for one in told if isinstance(one, InstanceVerification)} == {one.id for one in whole.instances}
    return whole


@pytest.fixture(scope="module")
def whole(bench: Bench, store: RecordStore) -> Verification:
    return verified(bench, store, jobs=2)


@pytest.fixture(scope="module")
def by_id(whole: Verification) -> dict[str, InstanceVerification]:
    return {instance.id: instance for instance in whole.instances}


def test_every_instance_comes_to_a_result_in_the_order_of_the_sheet(whole):
    assert [instance.id for instance in whole.instances] == [*INSTANCES, "sheet-only"]
    assert (whole.bench, whole.ok) == ("harbour", False)


def test_a_sound_instance_crashes_as_labelled_runs_when_fixed_and_differs(by_id):
    sound = by_id["sound"]
    assert (sound.ok, sound.differ, sound.flaky, sound.fixed2) == (True, True, False, None)
    assert sound.reproduced is not None and sound.reproduced.verdict == "crash_as_labelled"
    assert sound.fixed is not None and sound.fixed.verdict == "no_crash"


def test_a_fix_that_only_runs_fewer_cells_differs(by_id):
    assert (by_id["order-only"].ok, by_id["order-only"].differ) == (True, True)


def test_a_second_fix_has_to_run_too(by_id):
    instance = by_id["two-fixes"]
    assert not instance.ok
    assert instance.fixed is not None and instance.fixed.verdict == "no_crash"
    assert instance.fixed2 is not None and instance.fixed2.verdict == "crash_as_labelled"


def test_a_fix_that_is_the_crash_itself_is_found_out(by_id):
    instance = by_id["nothing-fixed"]
    assert (instance.ok, instance.differ) == (False, False)
    assert "differ" in instance.sentence


def test_a_reproduced_variant_that_runs_is_no_reproduction(by_id):
    instance = by_id["runs-anyway"]
    assert instance.reproduced is not None and instance.reproduced.verdict == "no_crash"
    assert not instance.ok


@pytest.mark.parametrize(
    "id, words",
    [
        ("cut-off", "cut-off_reproduced.ipynb"),
        ("half", "fixed"),
        ("never-run", "Nothing was run"),
        ("sheet-only", "no folder"),
    ],
)
def test_what_can_not_be_run_says_why(by_id, id, words):
    assert not by_id[id].ok
    assert words in by_id[id].sentence


def test_a_missing_fix_does_not_keep_the_crash_from_being_verified(by_id):
    assert by_id["half"].reproduced is not None
    assert by_id["half"].reproduced.verdict == "crash_as_labelled"


def test_the_totals_count_verdicts_by_variant(whole):
    assert whole.totals["reproduced.crash_as_labelled"] == 7
    assert whole.totals["reproduced.no_crash"] == 1
    assert whole.totals["fixed2.crash_as_labelled"] == 1
    assert count_verdicts(whole.instances) == whole.totals


def test_every_run_is_on_record(by_id, store):
    records = [store.load(run) for run in by_id["sound"].runs]
    assert [record.target.variant for record in records] == ["reproduced", "fixed"]
    assert [record.outcome for record in records] == [by_id["sound"].reproduced, by_id["sound"].fixed]


def test_only_the_named_instances_run_each_once(bench, store):
    whole = verified(bench, store, ["last", "sound", "last"])
    assert [instance.id for instance in whole.instances] == ["last", "sound"]
    assert whole.ok


def test_an_unknown_id_is_told_and_the_others_run(bench, store):
    whole = verified(bench, store, ["absent", "sound"])
    assert [instance.ok for instance in whole.instances] == [False, True]
    assert "absent" in whole.instances[0].sentence


def test_a_kernel_that_is_missing_is_no_verdict_on_the_instances(bench, store):
    whole = verified(bench, store, ["sound"], kernel="no-such-kernel")
    assert whole.totals == {"reproduced.infrastructure": 1, "fixed.infrastructure": 1}
    assert "no-such-kernel" in whole.instances[0].sentence


def test_an_instance_that_comes_to_different_verdicts_is_flaky(tmp_path, store):
    marker = tmp_path / "seen"
    once = (
        f"import pathlib\nseen = pathlib.Path({str(marker)!r})\nif seen.exists(): raise KeyError('fee')\nseen.touch()"
    )
    instances = {"moody": {"reproduced": CRASHED, "fixed": notebook(code("1", count=1), code(once, count=2))}}
    root = write_bench(tmp_path / "bench", instances, {"moody": {"ename": "keyerror"}})
    whole = verified(Bench.open(root), store, repeat=2)
    instance = whole.instances[0]
    assert (instance.ok, instance.flaky) == (False, True)
    assert len(instance.runs) == 4
    assert instance.fixed is not None and instance.fixed.verdict == "crash_as_labelled"


def test_a_cancel_ends_what_runs_and_tells_what_did_not(tmp_path, store):
    sleeps = notebook(code("import time\ntime.sleep(600)", count=1, error=ERROR))
    fixed = notebook(code("import time\ntime.sleep(601)", count=1))
    root = write_bench(tmp_path, {name: {"reproduced": sleeps, "fixed": fixed} for name in ("one", "two")})

    async def cancelled() -> Verification:
        cancel = asyncio.Event()
        asyncio.get_running_loop().call_later(1.0, cancel.set)
        items = [item async for item in verify_bench(Bench.open(root), store=store, cold=True, cancel=cancel)]
        assert isinstance(items[-1], Verification)
        return items[-1]

    whole = asyncio.run(asyncio.wait_for(cancelled(), 60))
    assert [instance.ok for instance in whole.instances] == [False, False]
    # One run at a time: the first is broken off, the three others never begin.
    ran = [outcome for each in whole.instances for outcome in (each.reproduced, each.fixed) if outcome is not None]
    assert [outcome.cancelled for outcome in ran] == [True]
    assert all("cancelled before" in each.sentence for each in whole.instances)
    assert kernel_processes() == []


def test_a_listener_who_goes_away_ends_all_kernels(bench, store):
    async def leave() -> None:
        async with contextlib.aclosing(verify_bench(bench, store=store, jobs=2, cold=True)) as items:
            async for _ in items:
                break
        assert kernel_processes() == []

    asyncio.run(asyncio.wait_for(leave(), 60))


@pytest.mark.parametrize("numbers", [{"jobs": 0}, {"repeat": 0}])
def test_numbers_below_one_make_no_sense(bench, store, numbers):
    with pytest.raises(InvalidRequest):
        verified(bench, store, **numbers)


def test_a_bench_that_can_not_be_read_is_an_error_of_its_own(tmp_path: Path, store):
    with pytest.raises(BrokenBench):
        verified(Bench.open(tmp_path), store)


def test_bounds_are_those_that_were_asked_for(bench, store):
    whole = verified(bench, store, ["sound"], limits=Limits(memory=5_000_000))
    outcomes: list[Outcome | None] = [whole.instances[0].reproduced, whole.instances[0].fixed]
    assert all(outcome is not None and "5 MB" in outcome.sentence for outcome in outcomes)

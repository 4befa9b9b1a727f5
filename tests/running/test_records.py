"""Records on disk."""

import json
from datetime import datetime, timezone

import pytest

from junobench_lab.errors import EnvironmentUnavailable, UnknownRun
from junobench_lab.running.models import Ended, Limits, Plan, RunRecord, Step, Target
from junobench_lab.running.outcome import judge
from junobench_lab.running.records import RecordStore


@pytest.fixture
def store(tmp_path) -> RecordStore:
    return RecordStore(tmp_path / "runs")


def record(run: str | None = None, id: str = "harbour-fees", bench: str = "starter") -> RunRecord:
    plan = Plan(steps=[Step(index=0, cell=3, source="1")])
    events = [Ended(at=1.0, reason="finished")]
    return RunRecord(
        run=run or RecordStore.new_id(),
        target=Target(bench=bench, id=id, variant="fixed"),
        kernel="python3",
        started=datetime.now(timezone.utc),
        product="1.0",
        platform="here",
        limits=Limits(),
        plan=plan,
        events=events,
        outcome=judge(plan, events),
    )


def test_a_record_comes_back_as_it_was_saved(store):
    saved = record()
    store.save(saved)
    assert store.load(saved.run) == saved


def test_the_verdict_of_a_loaded_record_can_be_computed_again(store):
    saved = record()
    store.save(saved)
    loaded = store.load(saved.run)
    assert judge(loaded.plan, loaded.events) == loaded.outcome


def test_ids_are_unique_and_sort_by_time():
    ids = [RecordStore.new_id() for _ in range(200)]
    assert len(set(ids)) == 200
    assert [id[:20] for id in ids] == sorted(id[:20] for id in ids)


def test_runs_are_listed_newest_first_and_by_bench_and_instance(store):
    old, other, new = (
        record("20260101T120000000Z-aaaaaa"),
        record("20260102T120000000Z-aaaaaa", id="tide-tables"),
        record("20260103T120000000Z-aaaaaa", bench="mine"),
    )
    for one in (new, old, other):
        store.save(one)
    assert [summary.run for summary in store.list()] == [new.run, other.run, old.run]
    assert [summary.run for summary in store.list("starter")] == [other.run, old.run]
    assert [summary.run for summary in store.list("starter", "tide-tables")] == [other.run]


def test_a_list_without_records_is_empty(store):
    assert list(store.list()) == []


@pytest.mark.parametrize("run", ["", "..", "../../etc/passwd", "20260101T120000000Z-aaaaaa/..", "x"])
def test_what_is_no_id_is_no_run(store, run):
    with pytest.raises(UnknownRun, match="There is no run"):
        store.load(run)


def test_a_damaged_record_is_told_and_hides_no_other(store):
    sound, damaged = record(), record()
    store.save(sound)
    store.save(damaged)
    for file in (store.folder / damaged.run).iterdir():
        file.write_text(file.read_text()[:40])
    with pytest.raises(UnknownRun, match="damaged"):
        store.load(damaged.run)
    assert [summary.run for summary in store.list()] == [sound.run]


def test_a_missing_summary_is_made_of_the_record(store):
    saved = record()
    store.save(saved)
    (store.folder / saved.run / "summary.json").unlink()
    assert [summary.outcome for summary in store.list()] == [saved.outcome]


def test_saving_again_replaces_the_record_and_leaves_nothing_else(store):
    saved = record()
    store.save(saved.model_copy(update={"outcome": None, "events": []}))
    store.save(saved)
    assert store.load(saved.run).outcome is not None
    assert sorted(path.name for path in (store.folder / saved.run).iterdir()) == ["record.json", "summary.json"]


def test_a_record_is_plain_json(store):
    saved = record()
    store.save(saved)
    document = json.loads((store.folder / saved.run / "record.json").read_text(encoding="utf-8"))
    assert document["outcome"]["verdict"] == "no_crash"


def test_a_folder_that_can_not_be_made_is_told_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(EnvironmentUnavailable, match="can't be written"):
        RecordStore(tmp_path / "file").save(record())

"""From a bench to a record: the way in which everything is run."""

import asyncio
import contextlib
from pathlib import Path

import pytest

from junobench_lab.errors import BrokenNotebook, InvalidRequest, UnknownInstance, UnknownVariant
from junobench_lab.instances.bench import Bench
from junobench_lab.running.edited import EditedNotebook
from junobench_lab.running.models import CellStarted, Event, RunRecord
from junobench_lab.running.outcome import judge
from junobench_lab.running.records import RecordStore
from junobench_lab.running.session import RunJob, attempt_job, run_target, variant_job
from junobench_lab.trace.order import trace_notebook
from tests.notebook_factory import code, notebook, parsed, write_bench

ERROR = ("KeyError", "'fee'")
READ = "rows = open('data/fees.csv').read().split()\nimport os\nprint(sorted(os.listdir()))"
CRASHED = notebook(code(READ, count=1), code("{}['fee']", count=2, error=ERROR))
FIXED = notebook(code(READ, count=1), code("{}.get('fee')", count=2))


@pytest.fixture(scope="module")
def bench(tmp_path_factory) -> Bench:
    root = write_bench(
        tmp_path_factory.mktemp("bench"),
        {
            "harbour-fees": {"reproduced": CRASHED, "fixed": FIXED},
            "unrun": {"reproduced": CRASHED, "fixed": notebook(code("1"))},
            "broken": {"reproduced": "{", "fixed": FIXED},
        },
        {id: {"ename": "keyerror"} for id in ("harbour-fees", "unrun", "broken")},
        files={"harbour-fees": {"data/fees.csv": "fee\n1\n", "check.py": "answer = 1", "README.md": "Fees."}},
    )
    return Bench.open(root)


@pytest.fixture
def store(tmp_path: Path) -> RecordStore:
    return RecordStore(tmp_path / "runs")


def carried_out(job: RunJob, store: RecordStore) -> tuple[list[Event], RunRecord]:
    async def collect() -> list:
        return [item async for item in run_target(job, store=store)]

    *events, record = asyncio.run(asyncio.wait_for(collect(), 60))
    assert isinstance(record, RunRecord)
    return events, record


def test_a_variant_runs_with_its_input_and_leaves_a_record(bench, store):
    job = variant_job(bench, "harbour-fees", "reproduced")
    events, record = carried_out(job, store)
    assert record.outcome is not None
    assert record.outcome.verdict == "crash_as_labelled"
    assert record.run == job.run
    assert record.events == events
    assert record.ended is not None and record.ended >= record.started
    assert store.load(record.run) == record
    assert judge(record.plan, store.load(record.run).events) == record.outcome


def test_a_run_sees_the_input_but_no_notebook_and_no_check(bench, store):
    _, record = carried_out(variant_job(bench, "harbour-fees", "fixed"), store)
    outputs = [event.output for event in record.events if event.type == "output"]
    assert outputs[0]["text"] == "['data']\n"
    assert record.outcome is not None and record.outcome.verdict == "no_crash"


def test_an_attempt_runs_and_its_record_names_it(bench, store):
    start = parsed(code(READ, id="a"), code("{}['fee']", id="b"))
    mended = parsed(code(READ, id="a"), code("{}.get('fee')", id="b"))
    trace = trace_notebook(parsed(*CRASHED["cells"]))
    job = attempt_job(bench, "harbour-fees", 2, EditedNotebook(mended, start, trace))
    _, record = carried_out(job, store)
    assert record.target.attempt == 2 and record.target.variant is None
    assert record.outcome is not None
    assert record.outcome.verdict == "no_crash"
    assert "doesn't show yet" in record.outcome.sentence


def test_a_record_without_an_outcome_is_there_from_the_start_and_says_later_what_was_seen(bench, store):
    job = variant_job(bench, "harbour-fees", "fixed")

    async def leave() -> RunRecord:
        async with contextlib.aclosing(run_target(job, store=store)) as items:
            async for item in items:
                if isinstance(item, CellStarted):
                    return store.load(job.run)
        raise AssertionError("no cell was started")

    during = asyncio.run(asyncio.wait_for(leave(), 60))
    assert during.outcome is None and during.ended is None
    after = store.load(job.run)
    assert [event.type for event in after.events] == ["kernel_ready", "cell_started"]
    assert after.outcome is not None and after.outcome.verdict == "infrastructure"


def test_a_variant_in_which_nothing_was_run_is_refused_in_a_sentence(bench):
    with pytest.raises(InvalidRequest, match=r"unrun, fixed: Nothing was run"):
        variant_job(bench, "unrun", "fixed")


@pytest.mark.parametrize(
    "id, variant, error",
    [
        ("absent", "fixed", UnknownInstance),
        ("../harbour-fees", "fixed", UnknownInstance),
        ("harbour-fees", "fixed2", UnknownVariant),
        ("broken", "reproduced", BrokenNotebook),
        ("broken", "fixed", BrokenNotebook),
    ],
)
def test_what_can_not_be_planned_raises_its_own_kind_of_error(bench, id, variant, error):
    with pytest.raises(error):
        variant_job(bench, id, variant)

"""The check of attempts at small instances, in real kernels."""

import asyncio
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path

import pytest

from junobench_lab.instances.catalog import Catalog
from junobench_lab.instances.notebooks import Notebook
from junobench_lab.instances.registry import open_catalog
from junobench_lab.practice.attempts import Attempts
from junobench_lab.practice.check import CheckJob, check_job, run_check
from junobench_lab.practice.check_store import CheckStore
from junobench_lab.practice.models import Attempt, CheckResult
from junobench_lab.running.edited import EditedNotebook
from junobench_lab.running.models import Limits
from junobench_lab.running.records import RecordStore
from junobench_lab.running.snapshots.store import SnapshotStore
from junobench_lab.trace.live import SessionExecution, SessionRecord
from tests.needed import needed
from tests.notebook_factory import code, notebook, write_bench

LOAD = "numbers = [int(text) for text in open('data/numbers.txt')]"
HALVE = "half = len(numbers) / 2"
CRASH = "first = numbers[:half]\nprint(sum(first))"
REPAIR = "half = len(numbers) // 2"
CHECK = '''
def check_first(names, outputs):
    """first holds the first two of the four numbers."""
    assert names["first"] == [1, 2], f"it holds {names['first']}"


def check_shown(names, outputs):
    """The cell shows their sum."""
    assert outputs and outputs[0]["text"].strip() == "3"
'''
ERROR = ("TypeError", "slice indices must be integers or None or have an __index__ method")


def document(halve: str = HALVE, *, crashes: bool = False) -> dict:
    return notebook(
        code(LOAD, 1),
        code(halve, 2),
        code(CRASH, 3, error=ERROR if crashes else None),
        code("total = sum(first)", None if crashes else 4),
        code("numbers = numbers * 2", None),
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("check")


@pytest.fixture(scope="module")
def catalog(folder: Path) -> Catalog:
    variants = {"original": document(crashes=True), "reproduced": document(crashes=True), "fixed": document(REPAIR)}
    data = {"data/numbers.txt": "1\n2\n3\n4\n"}
    label = {"exception": "TypeError"}
    write_bench(
        folder / "bench",
        {"with-check": variants, "without-check": variants},
        {"with-check": label, "without-check": label},
        files={"with-check": {**data, "check.py": CHECK}, "without-check": data},
    )
    return open_catalog({"mini": str(folder / "bench")})


@pytest.fixture(scope="module")
def attempts(folder: Path, catalog: Catalog) -> Attempts:
    return Attempts(folder / "files", catalog)


@pytest.fixture(scope="module")
def store(folder: Path) -> RecordStore:
    return RecordStore(folder / "runs")


@pytest.fixture(params=["with-check", "without-check"])
def attempt(request: pytest.FixtureRequest, attempts: Attempts) -> Attempt:
    return attempts.start("mini", request.param)


@pytest.fixture
def checked(attempts: Attempts, catalog: Catalog, store: RecordStore):
    def check(
        attempt: Attempt,
        sources: Mapping[int, str] | None = None,
        *,
        gone: Sequence[int] = (),
        session: SessionRecord | None = None,
        order: Sequence[str] | None = None,
        limits: Limits | None = None,
    ) -> CheckResult:
        start = attempts.start_notebook(attempt)
        job = check_job(
            catalog.bench("mini"),
            attempt.id,
            attempt.number,
            EditedNotebook(changed(start, sources or {}, gone), start, attempts.trace(attempt)),
            session=session,
            order=order,
            folder=attempts.file(attempt).parent,
        )

        async def run() -> CheckResult:
            return (await results(run_check(job, store=store, limits=limits)))[-1]

        return asyncio.run(run())

    return check


async def results(check: AsyncIterator[object]) -> list[CheckResult]:
    return [item async for item in check if isinstance(item, CheckResult)]


def changed(start: Notebook, sources: Mapping[int, str], gone: Sequence[int]) -> Notebook:
    cells = [
        cell.model_copy(update={"source": sources.get(cell.cell, cell.source)})
        for cell in start.cells
        if cell.cell not in gone
    ]
    numbered = [cell.model_copy(update={"cell": place}) for place, cell in enumerate(cells)]
    return start.model_copy(update={"cells": numbered})


def kinds(result: CheckResult) -> list[str]:
    return [evasion.kind for evasion in result.evasions]


def test_an_attempt_without_a_change_crashes_as_before(attempt: Attempt, checked):
    result = checked(attempt)
    assert result.level == "does_not_run"
    assert result.sentence == "It crashes as before: TypeError in cell 3, line 1."
    assert (result.crash_cell, result.crash_line) == (2, 1)
    assert [(cell.cell, cell.ran, cell.planned) for cell in result.cells] == [
        (0, "ok", True),
        (1, "ok", True),
        (2, "crashed", True),
        (3, "not_run", False),
        (4, "not_run", False),
    ]


def test_another_crash_is_told_with_its_place(attempt: Attempt, checked):
    result = checked(attempt, {1: "half = count // 2"})
    assert result.level == "does_not_run"
    assert (result.crash_cell, result.crash_line) == (1, 1)
    assert "NameError in cell 2, line 1" in result.sentence
    assert [cell.ran for cell in result.cells][:3] == ["ok", "crashed", "not_run"]


def test_a_wrong_repair_runs_and_is_not_called_right(attempt: Attempt, checked):
    result = checked(attempt, {1: "half = 1"})
    assert result.level == "runs"
    assert "this does not yet show that the repair is right" in result.sentence
    assert any(not condition.ok for condition in result.conditions)


def test_a_right_repair_unlike_the_reference_passes_the_check(attempt: Attempt, checked):
    result = checked(attempt, {2: "first = numbers[: int(half)]\nprint(sum(first))"})
    assert result.level == "passes_check"
    assert result.equality is None


@pytest.mark.parametrize(
    ("source", "equality"),
    [
        (REPAIR, "same"),
        (f"# rounded down\n{REPAIR}", "same_but_comments"),
        ("half = (len(numbers) // 2)", "same_syntax_tree"),
    ],
)
def test_the_reference_fix_is_known_again(attempts: Attempts, checked, source: str, equality: str):
    result = checked(attempts.start("mini", "with-check"), {1: source})
    assert (result.level, result.equality) == ("equals_reference", equality)


def test_the_reference_fix_with_another_name_is_known_again(attempts: Attempts, checked):
    renamed = {1: "middle = len(numbers) // 2", 2: CRASH.replace("half", "middle")}
    result = checked(attempts.start("mini", "with-check"), renamed)
    assert (result.level, result.equality) == ("equals_reference", "same_but_names")


@pytest.mark.parametrize(
    ("sources", "gone", "kind"),
    [
        ({}, [2], "crash_cell_deleted"),
        ({2: ""}, [], "crash_cell_emptied"),
        ({2: "# first = numbers[:half]"}, [], "crash_cell_commented_out"),
        (
            {2: "try:\n    numbers[:half]\nexcept TypeError:\n    first = [1, 2]\nprint(3)"},
            [],
            "crash_cell_caught",
        ),
        ({2: "first = [1, 2]\nif False:\n    numbers[:half]\nprint(3)"}, [], "crash_cell_switched_off"),
        ({2: "first = [1, 2]\nprint(3)"}, [], "output_faked"),
        ({0: f"open('data/numbers.txt', 'w').write('1\\n2\\n')\n{LOAD}", 1: "half = 2"}, [], "data_edited"),
    ],
)
def test_an_evasion_gets_no_further_than_that_it_runs(attempts: Attempts, checked, sources, gone, kind: str):
    result = checked(attempts.start("mini", "with-check"), sources, gone=gone)
    assert kind in kinds(result)
    assert result.level == "runs"


@pytest.mark.parametrize("source", ["exit()", "import sys\nsys.exit()", "import os\nos._exit(0)"])
def test_ending_the_kernel_is_no_repair(attempts: Attempts, checked, source: str):
    result = checked(attempts.start("mini", "with-check"), {1: source})
    assert result.level == "does_not_run"
    assert kinds(result) == ["exit_called"]


def test_the_check_runs_on_the_data_of_the_instance(attempts: Attempts, checked):
    attempt = attempts.start("mini", "with-check", new=True)
    attempts.file(attempt).with_name("data").joinpath("numbers.txt").write_text("1\n2\n")
    result = checked(attempt, {1: REPAIR})
    assert kinds(result) == ["data_edited"]
    assert result.level == "runs"
    assert result.more == ["The check runs on the instance's own data, not on what you changed: data/numbers.txt."]


def test_the_persons_own_order_is_run_without_its_trials(attempts: Attempts, checked):
    attempt = attempts.start("mini", "with-check", new=True)
    ids = [cell.id for cell in attempts.start_notebook(attempt).cells]
    tried = [
        SessionExecution(id=ids[2], source=CRASH, ok=False),
        SessionExecution(id=ids[0], source=LOAD, ok=True),
        SessionExecution(id=ids[1], source=REPAIR, ok=True),
        SessionExecution(id=ids[2], source=CRASH, ok=True),
    ]
    result = checked(attempt, {1: REPAIR}, session=SessionRecord(executions=tried))
    assert result.level == "equals_reference"
    assert result.order_note == "The cells run in the order of your own session."


def test_the_budget_of_the_reference_run_is_told(attempts: Attempts, checked):
    result = checked(attempts.start("mini", "with-check"), {1: REPAIR})
    assert result.budget >= 10
    assert result.memory_budget >= 512_000_000


@pytest.mark.parametrize(
    ("source", "limits", "words", "more"),
    [
        (
            "while True:\n    half = 2",
            Limits(run=6),
            "The whole run took longer than its bound of 6 s.",
            "at least 10 s",
        ),
        (
            "held = bytearray(500 * 2**20)\nimport time; time.sleep(60)",
            Limits(memory=350_000_000),
            "its bound is 350 MB",
            "at least 512 MB",
        ),
    ],
)
def test_an_attempt_that_takes_more_is_stopped_and_told_why(
    attempts: Attempts, checked, source: str, limits: Limits, words: str, more: str
):
    result = checked(attempts.start("mini", "with-check"), {1: source}, limits=limits)
    assert result.level == "does_not_run"
    assert words in result.sentence
    assert "ten times what the reference fix takes" in result.more[0]
    assert more in result.more[0]
    assert [cell.ran for cell in result.cells] == ["ok", "stopped", "not_run", "not_run", "not_run"]


def test_what_cannot_be_run_is_judged_by_nothing(attempts: Attempts, checked):
    result = checked(attempts.start("mini", "with-check"), {1: REPAIR}, limits=Limits(start=0.001))
    assert result.level is None
    assert result.sentence.startswith("The attempt could not be checked.")


def test_the_latest_result_is_kept_and_the_reference_run_is_in_no_list(attempts: Attempts, checked, store: RecordStore):
    attempt = attempts.start("mini", "with-check", new=True)
    assert CheckStore(store).latest(attempt) is None
    result = checked(attempt, {1: "half = 1"})
    assert CheckStore(store).latest(attempt) == result
    assert {summary.target.variant for summary in store.list()} == {None}


@needed(sys.platform == "linux", "Kernels are forked on Linux only.")
def test_what_passes_by_going_on_from_an_earlier_check_is_confirmed_by_a_whole_run(
    attempt: Attempt, attempts: Attempts, catalog: Catalog, store: RecordStore
):
    start = attempts.start_notebook(attempt)
    slow = f"import time\ntime.sleep(0.7)\n{LOAD}"

    def job(halve: str) -> CheckJob:
        repaired = changed(start, {0: slow, 1: halve}, ())
        return check_job(
            catalog.bench("mini"),
            attempt.id,
            attempt.number,
            EditedNotebook(repaired, start, attempts.trace(attempt)),
        )

    async def check_twice() -> list[list[CheckResult]]:
        snapshots = SnapshotStore()
        try:
            checks = [run_check(job(halve), store=store, snapshots=snapshots) for halve in (HALVE, REPAIR)]
            return [await results(check) for check in checks]
        finally:
            await snapshots.close()

    [wrong], [at_once, confirmed] = asyncio.run(check_twice())
    assert (wrong.level, wrong.confirmed) == ("does_not_run", True)
    assert (at_once.level, at_once.confirmed) == ("passes_check", False)
    assert (
        at_once.sentence
        == f"{confirmed.sentence} The whole plan now runs once more, from the first cell, to confirm it."
    )
    assert (confirmed.level, confirmed.confirmed) == ("passes_check", True)
    assert CheckStore(store).load(confirmed.run) == confirmed

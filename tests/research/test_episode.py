"""An episode on real kernels: what an agent can do, what it can't, and what is kept of it."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from junobench_lab.errors import EnvironmentUnavailable, EpisodeOver, InvalidRequest
from junobench_lab.instances.bench import Bench
from junobench_lab.research.agents import recording
from junobench_lab.research.agents.episode import Episode
from junobench_lab.research.agents.models import EpisodeLimits, Trajectory
from junobench_lab.running.environments.confined.bounds import can_confine
from junobench_lab.running.environments.local import LocalEnvironment
from junobench_lab.running.records import RecordStore
from tests.needed import needed
from tests.notebook_factory import code, markdown, notebook, write_bench

pytestmark = pytest.mark.asyncio

CRASH = ("NameError", "name 'total' is not defined")


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """The cell that adds up never ran."""
    cells = [
        markdown("# Tides"),
        code("heights = [3, 4]", count=1),
        code("total = sum(heights)"),
        code("# fix: run the cell above\nmean = total / len(heights)", count=2, error=CRASH),
    ]
    fixed = [cells[0], cells[1], code("total = sum(heights)", count=2), code("mean = total / len(heights)", count=3)]
    check = 'def check_mean(names, outputs):\n    """mean is 3.5."""\n    assert names["mean"] == 3.5\n'
    root = write_bench(
        tmp_path / "bench",
        {"tides": {"reproduced": notebook(*cells), "fixed": notebook(*fixed)}},
        files={"tides": {"check.py": check, "data/heights.csv": "h\n3\n4\n"}},
        diagnoses={"tides": "SECRET DIAGNOSIS"},
    )
    return Bench.open(root)


@pytest_asyncio.fixture
async def episode(bench: Bench, tmp_path: Path) -> AsyncIterator[Episode]:
    async with Episode(
        bench, "tides", agent="test", keep=tmp_path / "kept.json", records=RecordStore(tmp_path / "records")
    ) as opened:
        yield opened


async def test_the_notebook_is_shown_as_a_person_finds_it(episode: Episode) -> None:
    shown = await episode.read()
    assert [cell.type for cell in shown.cells] == ["markdown", "code", "code", "code"]
    assert shown.recorded_order == [1, 3]
    assert "NameError" in shown.crash and "NameError" in shown.cells[3].output
    assert "fix" not in shown.cells[3].source


async def test_cells_run_one_after_the_other_in_one_kernel(episode: Episode) -> None:
    assert (await episode.run(1)).ok
    failed = await episode.run(3)
    assert (failed.ok, failed.ename, failed.line) == (False, "NameError", 2)
    assert (await episode.run(2)).ok
    assert (await episode.run(3)).ok
    assert (await episode.inspect("mean")).value == "3.5"


async def test_a_cell_is_tried_without_changing_notebook_or_kernel(episode: Episode, tmp_path: Path) -> None:
    await episode.run(1)
    before, names = await episode.read(), await episode.names()
    crashes = await episode.preflight(3)
    assert (crashes.verdict, crashes.ename, crashes.line) == ("crashes", "NameError", 2)
    # The order of the session explains it: the cell that adds up stands above and never ran.
    assert crashes.findings[0].kind == "never_run" and crashes.findings[0].cells[0] == 2
    runs = await episode.preflight(3, "heights.append(5)\nmean = sum(heights) / 3")
    assert runs.verdict == "runs"
    assert {(change.name, change.change) for change in runs.names} == {("heights", "changed"), ("mean", "new")}
    assert (await episode.read()).cells == before.cells
    assert await episode.names() == names
    # Where writing takes long, it isn't done after every action, but at the end it is.
    await episode.close()
    kept = Trajectory.model_validate_json((tmp_path / "kept.json").read_bytes())
    assert len(kept.executions) == 1
    tried = [step for step in kept.steps if step.action == "preflight"]
    assert [step.arguments.get("source") for step in tried] == [None, "heights.append(5)\nmean = sum(heights) / 3"]
    assert tried[1].result is not None and tried[1].result["verdict"] == "runs"


async def test_a_trial_before_any_run_starts_a_kernel_and_runs_nothing(episode: Episode) -> None:
    assert (await episode.preflight(1)).verdict == "runs"
    assert (await episode.preflight(3)).ename == "NameError"
    assert (await episode.names()).names == []


async def test_what_cannot_be_tried_is_said(bench: Bench, tmp_path: Path) -> None:
    limits = EpisodeLimits(trial=1.0)
    async with Episode(bench, "tides", limits=limits, records=RecordStore(tmp_path / "records")) as episode:
        late = await episode.preflight(1, "import time\ntime.sleep(60)")
        assert late.verdict == "cannot_tell" and "1 s" in late.sentence
        writes = await episode.preflight(1, "open('data/heights.csv', 'w')")
        assert (writes.verdict, writes.line) == ("cannot_tell", 1)
        kept = await episode.run(1)
        assert kept.ok and kept.count == 1
        with pytest.raises(InvalidRequest, match="markdown cell"):
            await episode.preflight(0)


async def test_a_repair_by_order_alone_passes_the_check_when_submitted(episode: Episode) -> None:
    for cell in (1, 2, 3):
        await episode.run(cell)
    submission = await episode.submit()
    assert submission.level == "equals_reference"
    with pytest.raises(EpisodeOver, match="submitted"):
        await episode.read()


async def test_a_wrong_repair_gets_no_further_than_it_runs(episode: Episode) -> None:
    await episode.edit(3, "mean = 0")
    for cell in (1, 3):
        await episode.run(cell)
    assert (await episode.submit()).level == "runs"


async def test_cells_are_inserted_and_deleted_and_keep_their_ids(episode: Episode) -> None:
    before = {cell.source: cell.id for cell in (await episode.read()).cells}
    inserted = await episode.insert(1, "unit = 'm'")
    assert inserted.cell == 1 and inserted.id not in before.values()
    after = await episode.delete(0)
    assert [cell.source for cell in after.cells][:2] == ["unit = 'm'", "heights = [3, 4]"]
    assert after.cells[1].id == before["heights = [3, 4]"]


async def test_running_all_starts_anew_and_stops_at_the_first_failure(episode: Episode) -> None:
    await episode.insert(4, "left_over = 1")
    await episode.run(4)
    result = await episode.run_all()
    assert result.ok and [run.cell for run in result.runs] == [1, 2, 3, 4]
    await episode.edit(2, "1 / 0")
    stopped = await episode.run_all()
    assert not stopped.ok and [run.ok for run in stopped.runs] == [True, False]


async def test_a_kernel_that_ends_is_told_and_replaced(episode: Episode) -> None:
    await episode.run(1)
    await episode.edit(2, "import os; os._exit(3)")
    ended = await episode.run(2)
    assert not ended.ok and ended.kernel is not None and "starts a new one" in ended.kernel
    with pytest.raises(InvalidRequest, match="No kernel"):
        await episode.names()
    assert (await episode.run(1)).ok


async def test_a_cell_beyond_its_time_ends_with_a_sentence(bench: Bench, tmp_path: Path) -> None:
    limits = EpisodeLimits(cell=1.0)
    async with Episode(bench, "tides", limits=limits, records=RecordStore(tmp_path / "records")) as episode:
        await episode.edit(1, "print('began', flush=True)\nwhile True: pass")
        run = await episode.run(1)
        assert not run.ok and "began" in run.output
        # An agent counts cells from 0, in sentences, too.
        assert run.kernel is not None and run.kernel.startswith("Cell 1 ran longer than its bound of 1 s.")


async def test_when_the_steps_are_used_only_submitting_is_left(bench: Bench, tmp_path: Path) -> None:
    limits = EpisodeLimits(steps=2)
    async with Episode(bench, "tides", limits=limits, records=RecordStore(tmp_path / "records")) as episode:
        await episode.read()
        await episode.trace()
        with pytest.raises(EpisodeOver, match="only submitting"):
            await episode.read()
        assert (await episode.submit()).level == "does_not_run"


@pytest.mark.parametrize("cell", [-1, 4, 99])
async def test_a_cell_that_is_not_there_changes_nothing_and_is_on_record(episode: Episode, cell: int) -> None:
    with pytest.raises(InvalidRequest, match="0 to 3"):
        await episode.edit(cell, "x = 1")
    assert len((await episode.read()).cells) == 4
    assert episode.trajectory().steps[0].error is not None


async def test_nothing_that_an_agent_can_reach_holds_the_answer(episode: Episode, bench: Bench) -> None:
    await episode.read()
    await episode.edit(
        1,
        "import os\nprint([os.path.join(at, name) for at, _, names in os.walk('.') for name in names], os.getcwd())",
    )
    listing = (await episode.run(1)).output
    assert "heights.csv" in listing
    assert "check.py" not in listing and "fixed" not in listing and ".ipynb" not in listing
    assert str(bench.path) not in listing
    await episode.trace()
    kept = episode.trajectory().model_dump_json()
    assert "SECRET" not in kept and "check_mean" not in kept


async def test_the_trajectory_on_disk_tells_the_episode_again(episode: Episode, tmp_path: Path) -> None:
    await episode.run(1)
    await episode.run(2)
    await episode.run(3)
    await episode.submit()
    kept = Trajectory.model_validate_json((tmp_path / "kept.json").read_bytes())
    assert [step.action for step in kept.steps] == ["run", "run", "run", "submit"]
    assert [execution.ok for execution in kept.executions] == [True, True, True]
    assert kept.submission is not None and kept.submission.level == "equals_reference"
    assert kept == episode.trajectory()


async def test_a_call_that_is_cancelled_ends_its_cell_and_the_next_need_not_wait(episode: Episode) -> None:
    await episode.run(1)
    await episode.edit(2, "import time\ntime.sleep(600)")
    waiting = asyncio.ensure_future(episode.run(2))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    again = await asyncio.wait_for(episode.run(1), 60)
    # The first in a new kernel.
    assert again.ok and again.count == 1
    assert "cancelled" in (episode.trajectory().steps[2].error or "")


async def test_what_an_agent_writes_and_is_shown_has_bounds(bench: Bench, tmp_path: Path) -> None:
    limits = EpisodeLimits(source=200, names=3, text=1_000, notebook=800)
    async with Episode(bench, "tides", limits=limits, records=RecordStore(tmp_path / "records")) as episode:
        with pytest.raises(InvalidRequest, match="200 characters"):
            await episode.edit(1, "x" * 201)
        await episode.edit(1, "print('y' * 5000)\nfor i in range(9): globals()[f'n{i}'] = i")
        assert 1_000 <= len((await episode.run(1)).output) < 1_100
        # All cells share what a notebook may show: 800 characters over four cells.
        assert 200 <= len((await episode.read()).cells[1].output) < 300
        listed = await episode.names()
        assert (len(listed.names), listed.more) == (3, 7)
        await episode.edit(1, "raise ValueError('z' * 100_000)")
        assert len((await episode.run(1)).evalue or "") < 3_000


async def test_a_long_episode_is_kept_so_that_it_can_be_read_again(
    episode: Episode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording, "KEPT", 2_000)
    for _ in range(30):
        await episode.read()
    await episode.close()
    kept = Trajectory.model_validate_json((tmp_path / "kept.json").read_bytes())
    assert len(kept.steps) == 30 and kept.steps[0].result is not None and kept.steps[-1].result is None


@needed(can_confine(), "This system has no Landlock.")
async def test_the_reference_cannot_be_read_from_the_disk_either(episode: Episode, bench: Bench) -> None:
    fixed = bench.folder("tides") / "tides_fixed.ipynb"
    assert fixed.is_file()
    await episode.edit(1, f"open({str(fixed)!r}).read()")
    assert (await episode.run(1)).ename == "PermissionError"
    assert episode.trajectory().confined


async def test_a_check_that_could_not_be_carried_out_can_be_asked_for_again(
    episode: Episode, monkeypatch: pytest.MonkeyPatch
) -> None:
    for cell in (1, 2, 3):
        await episode.run(cell)

    async def no_kernel(*arguments: object, **named: object) -> None:
        raise EnvironmentUnavailable("No kernel today.")

    with monkeypatch.context() as patched:
        patched.setattr(LocalEnvironment, "launch", no_kernel)
        failed = await episode.submit()
    assert failed.level is None and "No kernel today." in failed.sentence
    assert (await episode.submit()).level == "equals_reference"
    with pytest.raises(EpisodeOver, match="submitted"):
        await episode.submit()


async def test_a_trajectory_that_cannot_be_kept_stops_nobody(
    bench: Bench, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    keep = tmp_path / "file" / "kept.json"
    async with Episode(bench, "tides", keep=keep, records=RecordStore(tmp_path / "records")) as episode:
        assert (await episode.read()).cells
    assert "can't be kept" in caplog.text


async def test_a_check_that_is_forged_from_within_the_kernel_is_not_passed(episode: Episode) -> None:
    forge = """shell = type(get_ipython())
asked = shell.user_expressions
def forged(self, expressions):
    told = asked(self, expressions)
    for part in told.values():
        text = part.get("data", {}).get("text/plain", "")
        part.setdefault("data", {})["text/plain"] = text.replace('"ok": false', '"ok": true')
    return told
shell.user_expressions = forged
"""
    await episode.edit(1, f"{forge}heights = [3, 4]")
    await episode.edit(3, "mean = total")
    await episode.run_all()
    submission = await episode.submit()
    assert submission.level == "runs" and "get_ipython" in submission.sentence

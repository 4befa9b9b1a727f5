"""A trajectory told again: against the notebook that a real episode ended with, and by hand."""

from datetime import datetime, timezone
from pathlib import Path
from typing import Any, get_args

import pytest

from junobench_lab.errors import EpisodeOver, InvalidRequest
from junobench_lab.instances.bench import Bench
from junobench_lab.research.agents.episode import Episode
from junobench_lab.research.agents.kept import kept_of, kept_trajectory, read_trajectory, trajectories_folder
from junobench_lab.research.agents.models import Action, AgentCell, EpisodeLimits, Trajectory, TrajectoryStep
from junobench_lab.research.agents.replay import CellAt, Replay, cells_at_the_start, replay
from junobench_lab.running.records import RecordStore

from .task_bench import task_bench


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return task_bench(tmp_path / "bench")


def sources(told: Replay, cells: list[CellAt] | None) -> list[str]:
    assert cells is not None
    return [told.texts[cell.source] for cell in cells]


async def test_the_cells_at_the_end_are_those_of_the_episode(bench: Bench, tmp_path: Path) -> None:
    """What the episode itself kept of its notebook says what is right."""
    keep = tmp_path / "way.json"
    async with Episode(bench, "pandas_1", keep=keep, records=RecordStore(tmp_path / "records")) as episode:
        await episode.read()
        await episode.run_all()
        await episode.insert(0, "first = 1")
        await episode.insert(5, "last = 2")
        await episode.delete(1)
        with pytest.raises(InvalidRequest):
            await episode.edit(99, "y")
        await episode.edit(2, "y = x + 1")
        await episode.run_all()
    kept = read_trajectory(keep)
    told = replay(kept, None)
    assert told.note is None
    last = told.steps[-1].cells
    assert last is not None
    ended = kept.notebook["cells"]
    assert sources(told, last) == [cell["source"] for cell in ended]
    assert [cell.id for cell in last] == [cell["id"] for cell in ended]
    assert [cell.count for cell in last] == [cell.get("execution_count") for cell in ended]
    assert [cell.ran for cell in last] == ["ok"] * 5

    run = told.steps[1]
    assert (run.ok, run.came) == (False, "Cell 3, line 1: AttributeError: 'int' object has no attribute 'upper'")
    assert run.cell == 2
    assert run.cells is not None and [cell.ran for cell in run.cells] == ["given", "ok", "failed", "given"]
    assert [step.words for step in told.steps[2:7]] == [
        "Insert a code cell before cell 1",
        "Insert a code cell before cell 6",
        "Delete cell 2",
        "Edit cell 100",
        "Edit cell 3",
    ]
    refused = told.steps[5]
    assert not refused.ok and "There is no cell 99" in refused.came
    assert told.sentence == "It ended without being submitted." and told.level is None
    assert told.confined is not None and told.confined == kept.confined
    # What is told with `given` in place of the first look is the same.
    assert replay(kept, cells_at_the_start(bench, "pandas_1", kept.limits.text)).steps == told.steps


async def test_what_an_agent_is_told_when_its_time_is_over_is_a_step_less(bench: Bench, tmp_path: Path) -> None:
    keep = tmp_path / "way.json"
    async with Episode(bench, "pandas_1", keep=keep, limits=EpisodeLimits(steps=1)) as episode:
        await episode.read()
        with pytest.raises(EpisodeOver):
            await episode.read()
    assert len(replay(read_trajectory(keep), None).steps) == 1


def step(number: int, action: Any, result: dict[str, Any] | None = None, **arguments: Any) -> TrajectoryStep:
    return TrajectoryStep(step=number, at=number, action=action, arguments=arguments, result=result, seconds=0.5)


def way(*steps: TrajectoryStep, **fields: Any) -> Trajectory:
    return Trajectory(
        bench="tides",
        id="pandas_1",
        agent="me",
        began=datetime(2026, 1, 1, tzinfo=timezone.utc),
        limits=EpisodeLimits(),
        steps=list(steps),
        notebook={},
        **fields,
    )


def cell(place: int, source: str, id: str) -> dict[str, Any]:
    return {"cell": place, "id": id, "type": "code", "source": source}


GIVEN = [AgentCell(cell=0, id="a", type="code", source="x = 1", output="1", count=3)]


def test_an_edited_cell_has_no_output_and_keeps_that_mark_in_a_new_kernel() -> None:
    told = replay(
        way(
            step(1, "edit", cell(0, "x = 2", "a"), cell=0, source="x = 2"),
            step(2, "restart", {"steps": 2, "seconds": 1}),
            step(3, "run", {"cell": 0, "ok": True, "seconds": 0.1, "count": 1, "output": "2"}, cell=0),
            step(4, "restart", {"steps": 4, "seconds": 1}),
        ),
        GIVEN,
    )
    states = [told.begin, *(one.cells for one in told.steps)]
    told_cells = [
        (cells[0].ran, None if cells[0].output is None else told.texts[cells[0].output]) for cells in states if cells
    ]
    assert told_cells == [("given", "1"), ("edited", None), ("edited", None), ("ok", "2"), ("given", "2")]
    assert told.seconds == 4.5


def test_a_trial_is_told_and_changes_no_cell() -> None:
    tried = {"verdict": "crashes", "sentence": "It would crash with NameError in line 1.", "ename": "NameError"}
    told = replay(
        way(step(1, "preflight", tried, cell=0), step(2, "preflight", tried, cell=0, source="y")),
        GIVEN,
    )
    assert [one.words for one in told.steps] == ["Try cell 1", "Try another source for cell 1"]
    assert [(one.came, one.detail) for one in told.steps] == [(tried["sentence"], ""), (tried["sentence"], "y")]
    assert [one.cells for one in told.steps] == [told.begin, told.begin]


def test_every_action_of_an_agent_can_be_told() -> None:
    actions = get_args(Action)
    told = replay(way(*(step(at, action) for at, action in enumerate(actions, start=1))), GIVEN)
    assert len(told.steps) == len(actions)


def test_a_kernel_that_died_takes_what_ran_before_along() -> None:
    two = [*GIVEN, AgentCell(cell=1, id="b", type="code", source="boom()")]
    died = {"cell": 1, "ok": False, "seconds": 0.1, "kernel": "It ended. The next run starts a new one."}
    told = replay(
        way(step(1, "run", {"cell": 0, "ok": True, "seconds": 0.1, "count": 1}, cell=0), step(2, "run", died, cell=1)),
        two,
    )
    last = told.steps[-1]
    assert last.cells is not None and [one.ran for one in last.cells] == ["given", "failed"]
    assert last.came == "Cell 2: it was ended. It ended. The next run starts a new one."


@pytest.mark.parametrize(
    "odd",
    [
        step(1, "edit", cell(7, "x", "a"), cell=7, source="x"),
        step(1, "edit", cell(0, "x", "a")),
        step(1, "edit", cell(0, "x", "a"), cell="first", source="x"),
        step(1, "run", {"cell": 9, "ok": True, "seconds": 0}, cell=9),
    ],
)
def test_steps_that_do_not_fit_the_notebook_cost_the_cells_alone(odd: TrajectoryStep) -> None:
    told = replay(way(odd, step(2, "names", {"names": [{"name": "x", "type": "int", "value": "1"}]})), GIVEN)
    assert told.note == "From step 1 on the cells can't be told: the notebook was another one by then."
    assert [one.cells for one in told.steps] == [None, None]
    assert (told.steps[1].came, told.steps[1].detail) == ("1 name.", "x: int, 1")


def test_what_came_back_and_is_no_such_thing_is_told() -> None:
    told = replay(way(step(1, "names", {"names": [1]}), step(2, "submit", {"a": 1})), None)
    assert [one.came for one in told.steps] == ["What came back can't be read."] * 2
    assert told.begin is None and told.note is not None


def test_kept_trajectories_are_those_of_the_instance_newest_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path))
    assert list(kept_of("tides", "pandas_1")) == []
    trajectories_folder().mkdir(parents=True)
    for name in ("pandas_1-20260101.json", "pandas_1-20260102.json", "pandas_1-20260103.json.part"):
        kept = trajectories_folder() / name
        kept.write_text(way().model_dump_json())
    (trajectories_folder() / "pandas_1-20260104.json").write_text("no trajectory")
    assert [name for name, _ in kept_of("tides", "pandas_1")] == ["pandas_1-20260102.json", "pandas_1-20260101.json"]
    assert list(kept_of("other", "pandas_1")) == []
    assert kept_trajectory("pandas_1-20260101.json").is_file()
    for name in ("../a.json", "a/b.json", ".json", "a.txt"):
        with pytest.raises(InvalidRequest, match="names no kept trajectory"):
            kept_trajectory(name)

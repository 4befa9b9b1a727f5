"""Loaded systems over the routes: loading, filtering, what a learner may see."""

import json
from pathlib import Path
from typing import Any

import pytest

from junobench_lab.practice.reveals import RevealStore
from junobench_lab.research.tasks.items import make_tasks
from junobench_lab.research.tasks.models import TaskName
from junobench_lab.research.tasks.reference import reference_prediction
from tests.research.task_bench import task_bench


@pytest.fixture
def jp_server_config(tmp_path: Path) -> dict[str, Any]:
    task_bench(tmp_path / "tides")
    return {
        "ServerApp": {"jpserver_extensions": {"junobench_lab": True}},
        "JunoBenchLab": {"benches": {"tides": str(tmp_path / "tides")}, "warm_kernels": False},
    }


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a machine of any speed."""
    monkeypatch.setattr("junobench_lab.server.systems._PATIENCE", 60.0)


@pytest.fixture
def predictions(jp_root_dir: Path, tmp_path: Path) -> Any:
    """Write what is right about some instances among the person's files."""

    def write(name: str, *ids: str, task: TaskName = "localisation") -> str:
        answers = make_tasks(task_bench(tmp_path / "tides"), task).answers
        said = [reference_prediction(answer).model_dump_json() for answer in answers if answer.instance in ids]
        (jp_root_dir / name).write_text("\n".join(said) + "\n", encoding="utf-8")
        return name

    return write


async def ids(call: Any, **params: Any) -> list[str]:
    status, page = await call("GET", "instances", "tides", params=params)
    assert status == 200, page
    return sorted(row["id"] for row in page["instances"])


async def load(call: Any, *paths: str, **fields: Any) -> dict[str, Any]:
    status, system = await call("POST", "systems", body={"bench": "tides", "paths": paths, **fields})
    assert status == 201, system
    return dict(system)


async def test_the_list_is_filtered_by_who_is_right(call, predictions):
    first = await load(call, predictions("first.jsonl", "pandas_1", "NBspecific_1"))
    second = await load(call, predictions("second.jsonl", "NBspecific_1", "NBspecific_2"), name="theirs")
    assert (first["name"], second["name"], first["right"], first["wrong"]) == ("first", "theirs", 2, 2)
    assert await ids(call, right=first["key"]) == ["NBspecific_1", "pandas_1"]
    assert await ids(call, right=first["key"], wrong=second["key"]) == ["pandas_1"]
    assert await ids(call, right=first["key"], wrong=second["key"], library="notebook-specific") == []
    _, page = await call("GET", "instances", "tides", params={"right": first["key"]})
    assert [(one["name"], one["right"], one["wrong"]) for one in page["systems"]] == [("first", 2, 2), ("theirs", 1, 1)]
    assert page["marks"]["pandas_1"] == [
        {"key": first["key"], "standing": "right"},
        {"key": second["key"], "standing": "wrong"},
    ]
    (library,) = [facet for facet in page["facets"] if facet["dimension"] == "library"]
    assert {value["value"]: value["count"] for value in library["values"]} == {"notebook-specific": 1, "pandas": 1}


async def test_the_systems_of_a_bench_are_listed_with_charts_until_they_are_unloaded(call, predictions, jp_root_dir):
    system = await load(call, predictions("first.jsonl", "pandas_1"))
    _, listed = await call("GET", "systems", params={"bench": "tides"})
    assert [one["key"] for one in listed["systems"]] == [system["key"]]
    assert {chart["dimension"] for chart in listed["charts"]} >= {"library", "crash_type"}
    assert (await call("GET", "systems", params={"bench": "starter"}))[1]["systems"] == []
    status, gone = await call("DELETE", "systems", system["key"])
    assert status == 200 and "its files stay" in gone["sentence"]
    assert (jp_root_dir / "first.jsonl").exists()
    assert (await call("GET", "systems", params={"bench": "tides"}))[1]["systems"] == []
    status, refused = await call("DELETE", "systems", system["key"])
    assert (status, refused["kind"]) == (404, "UnknownSystem")
    status, refused = await call("GET", "instances", "tides", params={"right": system["key"]})
    assert (status, refused["kind"]) == (404, "UnknownSystem")


async def test_what_cannot_be_loaded_is_refused_in_a_sentence(call, predictions, jp_root_dir):
    (jp_root_dir / "notes.txt").write_text("nothing\n")
    (jp_root_dir.parent / "outside.jsonl").write_text("{}\n")
    (jp_root_dir / "link.jsonl").symlink_to(jp_root_dir.parent / "outside.jsonl")
    for path, said in [
        ("none.jsonl", "no file"),
        ("notes.txt", "line 1"),
        ("../outside.jsonl", "not among your files"),
        ("link.jsonl", "not among your files"),
        ("", "not among your files"),
    ]:
        status, refused = await call("POST", "systems", body={"bench": "tides", "paths": [path]})
        assert status == 400 and said in refused["message"], path
    status, refused = await call("POST", "systems", body={"bench": "tides", "paths": []})
    assert (status, refused["kind"]) == (400, "InvalidRequest")
    key = (await load(call, predictions("first.jsonl", "pandas_1")))["key"]
    status, refused = await call("GET", "instances", "tides", params={"right": key, "wrong": key})
    assert status == 400 and "both right and wrong" in refused["message"]


async def test_what_systems_said_is_hidden_from_whoever_works_on_the_instance(call, predictions):
    key = (await load(call, predictions("first.jsonl", "pandas_1", task="repair")))["key"]
    labels = (await load(call, predictions("labels.jsonl", "pandas_1", task="labels")))["key"]
    _, shown = await call("GET", "instances", "tides", "pandas_1", "systems")
    assert shown["hidden"] is None
    assert [one["key"] for one in shown["systems"]] == [key, labels]
    assert [patch["after"] for patch in shown["systems"][0]["said"][0]["patch"]] == ["# fix ----\nx = 1", "y = x + 1"]
    _, page = await call("GET", "instances", "tides")
    assert set(page["marks"]) == {"pandas_1", "NBspecific_1", "NBspecific_2", "NBspecific_3"}

    await call("POST", "attempts", body={"bench": "tides", "id": "pandas_1"})
    _, hidden = await call("GET", "instances", "tides", "pandas_1", "systems")
    assert hidden["systems"] == [] and "hidden" in hidden["hidden"]
    _, page = await call("GET", "instances", "tides")
    assert set(page["marks"]) == {"NBspecific_1", "NBspecific_2", "NBspecific_3"}
    # A list of those about which it is right would tell it as well.
    assert await ids(call, right=labels) == []
    _, page = await call("GET", "instances", "tides", params={"wrong": labels})
    assert len(page["instances"]) == 3
    assert [(one["key"], one["right"], one["wrong"]) for one in page["systems"]] == [(key, 0, 0), (labels, 0, 3)]

    await call("POST", "reveals", body={"bench": "tides", "id": "pandas_1", "what": "fixed"})
    _, shown = await call("GET", "instances", "tides", "pandas_1", "systems")
    assert len(shown["systems"]) == 2
    assert "pandas_1" in (await call("GET", "instances", "tides"))[1]["marks"]
    assert await ids(call, right=labels) == ["pandas_1"]


async def test_grading_is_cancelled_and_asked_for_again(call, predictions):
    await load(call, predictions("first.jsonl", "pandas_1"))
    status, listed = await call("DELETE", "grading", params={"bench": "tides"})
    # What is graded already stays so.
    assert status == 200 and [(one["right"], one["grading"], one["unjudged"]) for one in listed["systems"]] == [
        (1, None, False)
    ]
    status, listed = await call("POST", "grading", body={"bench": "tides"})
    assert status == 200 and [one["right"] for one in listed["systems"]] == [1]
    for method, options in (("DELETE", {"params": {"bench": "none"}}), ("POST", {"body": {"bench": "none"}})):
        status, refused = await call(method, "grading", **options)
        assert (status, refused["kind"]) == (404, "UnknownBench")


def trajectory(**fields: Any) -> str:
    steps = [
        {"step": 1, "at": 0, "action": "edit", "arguments": {"cell": 2, "source": "y = 2"}, "seconds": 0.5}
        | {"result": {"cell": 2, "id": "c", "type": "code", "source": "y = 2"}}
    ]
    told = {"bench": "tides", "id": "pandas_1", "agent": "me", "began": "2026-01-01T00:00:00Z", "limits": {}}
    return json.dumps({**told, "steps": steps, "notebook": {}, **fields})


async def test_a_trajectory_is_told_step_by_step_with_its_cells(call, jp_root_dir, jp_data_dir):
    (jp_root_dir / "way.json").write_text(trajectory())
    status, told = await call("POST", "trajectories", body={"path": "way.json"})
    assert status == 200
    (step,) = told["steps"]
    assert (step["words"], step["cell"], step["ok"]) == ("Edit cell 3", 2, True)
    sources = [told["texts"][cell["source"]] for cell in step["cells"]]
    assert sources == ["# Tides", "# the heights\nx = 1", "y = 2", "print(y)"]
    assert told["episodes"] == ["pandas_1, by me"]
    others = [trajectory(agent="other"), trajectory(), "{}"]
    (jp_root_dir / "all.jsonl").write_text("\n".join(others[:2]) + "\n")
    for episode, agent in enumerate(("other", "me")):
        _, one = await call("POST", "trajectories", body={"path": "all.jsonl", "episode": episode})
        assert (one["agent"], one["episodes"]) == (agent, ["pandas_1, by other", "pandas_1, by me"])
    status, refused = await call("POST", "trajectories", body={"path": "all.jsonl", "episode": 2})
    assert status == 400 and "holds 2 episodes" in refused["message"]
    (jp_root_dir / "all.jsonl").write_text("\n".join(others) + "\n")
    status, refused = await call("POST", "trajectories", body={"path": "all.jsonl"})
    assert status == 400 and "Line 3 of all.jsonl" in refused["message"]
    folder = Path(jp_data_dir) / "junobench-lab" / "episodes" / "trajectories"
    folder.mkdir(parents=True)
    (folder / "pandas_1-2.json").write_text(trajectory())
    (folder / "pandas_1-1.json").write_text("{")
    (folder / "pandas_10-1.json").write_text(trajectory(id="pandas_10"))
    _, shown = await call("GET", "instances", "tides", "pandas_1", "systems")
    assert [(row["name"], row["agent"], row["steps"]) for row in shown["trajectories"]] == [
        ("pandas_1-2.json", "me", 1)
    ]
    assert (await call("POST", "trajectories", body={"name": "pandas_1-2.json"}))[1] == told

    await call("POST", "attempts", body={"bench": "tides", "id": "pandas_1"})
    _, shown = await call("GET", "instances", "tides", "pandas_1", "systems")
    assert shown["trajectories"] == [] and shown["hidden"]
    for asked in ({"path": "way.json"}, {"name": "pandas_1-2.json"}):
        status, refused = await call("POST", "trajectories", body=asked)
        assert (status, refused["kind"]) == (403, "NotRevealed")
    await call("POST", "reveals", body={"bench": "tides", "id": "pandas_1", "what": "fixed"})
    assert (await call("POST", "trajectories", body={"path": "way.json"}))[0] == 200


async def test_what_is_no_trajectory_is_refused_in_a_sentence(call, jp_root_dir):
    (jp_root_dir / "notes.json").write_text('{"a": 1}')
    for asked, said in [
        ({"path": "notes.json"}, "no trajectory of an agent"),
        ({"path": "none.json"}, "no file"),
        ({"path": "../x.json"}, "not among your files"),
        ({"name": "../x.json"}, "names no kept trajectory"),
        ({"name": "none.json"}, "no file"),
        ({}, "name either"),
        ({"name": "a.json", "path": "b.json"}, "name either"),
    ]:
        status, refused = await call("POST", "trajectories", body=asked)
        assert status == 400 and said in refused["message"], asked


async def test_a_damaged_list_of_systems_does_not_keep_the_bench_from_being_shown(call, jp_data_dir):
    folder = Path(jp_data_dir) / "junobench-lab"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "systems.json").write_text("{")
    assert "pandas_1" in await ids(call)


class TestWhereAnswersAreSwitchedOff:
    @pytest.fixture
    def jp_server_config(self, jp_server_config: dict[str, Any]) -> dict[str, Any]:
        return {**jp_server_config, "JunoBenchLab": {**jp_server_config["JunoBenchLab"], "may_reveal": False}}

    async def test_no_system_judges(self, call, predictions, jp_data_dir, tmp_path):
        path = predictions("first.jsonl", "pandas_1")
        status, refused = await call("POST", "systems", body={"bench": "tides", "paths": [path]})
        assert (status, refused["kind"]) == (403, "NotRevealed")
        folder = Path(jp_data_dir) / "junobench-lab"
        folder.mkdir(parents=True, exist_ok=True)
        entry = {"key": "k", "name": "k", "bench": "tides", "task": "localisation", "predictions": str(tmp_path / path)}
        (folder / "systems.json").write_text(json.dumps({"format": 1, "systems": [entry]}))
        RevealStore().reveal("tides", "pandas_1", "fixed")
        assert (await call("GET", "instances", "tides", "pandas_1", "systems"))[1] == {
            "hidden": None,
            "systems": [],
            "trajectories": [],
        }
        assert (await call("GET", "systems", params={"bench": "tides"}))[1]["systems"] == []
        status, refused = await call("GET", "instances", "tides", params={"right": "k"})
        assert (status, refused["kind"]) == (404, "UnknownSystem")

"""Nothing of an answer reaches a learner before it is asked for: a search through all that a browser can get.

For every instance of the starter bench an attempt is begun, every route that is about instances is called, and every
file among the learner's files is read. None of it may hold what only the answer holds: the lines that the reference
fixes change, the diagnosis, the source of the check, the findings, and the comments that speak of the fault.
"""

import ast
import json
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from junobench_lab.instances.bench import Bench
from junobench_lab.instances.models import REFERENCE_VARIANTS
from junobench_lab.instances.registry import starter_bench
from junobench_lab.practice.strip import strip_hints
from junobench_lab.research.agents.kept import trajectories_folder
from junobench_lab.research.agents.models import EpisodeLimits, Trajectory, TrajectoryStep
from junobench_lab.research.loaded.load import LoadedSystems
from junobench_lab.research.tasks.items import make_tasks
from junobench_lab.research.tasks.jsonl import json_lines
from junobench_lab.research.tasks.models import Answer, RepairAnswer, TaskName
from junobench_lab.research.tasks.reference import reference_prediction
from junobench_lab.server.operations import OPERATIONS
from junobench_lab.trace.explain import explain
from junobench_lab.trace.order import trace_notebook

from .test_runs import messages_of

_LONG_ENOUGH = 15
"""Characters of a line that can't be there by chance."""

_ABOUT_NO_INSTANCE = {
    *("version", "listBenches", "addBench", "tryCell", "readTrial", "openapi", "lacking"),
    *("environments", "pullPlan", "startImageJob", "imageEvents", "cancelImageJob"),
    *("fetchOffer", "startFetch", "fetchEvents", "cancelFetch"),
    *("curationEvents", "cancelCuration"),
}
_ASKED_FOR = {"reveal", "removeProgress", "cancelRun", "addSystem", "removeSystem"}
"""Revealing is what all others wait for, systems tell what a person's own files say; the others only take away."""


class Secrets:
    """What only the answer of an instance holds."""

    def __init__(self, bench: Bench, id: str) -> None:
        self.id = id
        reproduced = bench.notebook(id, "reproduced")
        stripped, _ = strip_hints(reproduced)
        given = "\n".join(cell.source for cell in stripped.cells)
        fixes = [
            cell.source
            for info in bench.variants(id)
            if info.name in REFERENCE_VARIANTS
            for cell in bench.notebook(id, info.name).cells
        ]
        check = bench.check(id) or ""
        self._conditions = [
            node.value
            for node in ast.walk(ast.parse(check))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
        diagnosis = (bench.diagnosis(id).text or "").split(". ")
        findings = [finding.sentence for finding in explain(trace_notebook(reproduced), reproduced.cells)]
        comments = [cell.source for cell in reproduced.cells]
        told = [line for text in [*fixes, *comments] for line in _lines(text)]
        self.lines = {
            line for line in [*told, *diagnosis, *findings] if len(line) >= _LONG_ENOUGH and line not in given
        }
        self.check = {line for line in _lines(check) if len(line) >= _LONG_ENOUGH and line not in given}

    def found_in(self, text: str, *, checked: bool = False) -> list[str]:
        """A check says its conditions in words once it was made."""
        told = [line for line in self.check if checked and any(words and words in line for words in self._conditions)]
        return [line for line in [*self.lines, *(self.check - set(told))] if line in text]


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n")]


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


def _text(value: Any) -> str:
    return "\n".join(_strings(value))


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the systems are judged, however fast the machine is: else there would be nothing to leak."""
    monkeypatch.setattr("junobench_lab.server.systems._PATIENCE", 60.0)


@pytest.fixture
def jp_server_config() -> dict[str, Any]:
    return {"ServerApp": {"jpserver_extensions": {"junobench_lab": True}}}


class Learner:
    """Calls routes and keeps what they answer."""

    def __init__(self, call: Any) -> None:
        self._call = call
        self.called: set[str] = set()

    async def ask(self, operation: str, body: Any = None, params: Any = None, **parts: Any) -> Any:
        one = next(each for each in OPERATIONS if each.id == operation)
        self.called.add(operation)
        path = [part.format(**parts) for part in one.path.split("/")]
        return await self._call(one.method.upper(), *path, body=body, params=params)

    async def about(self, id: str, attempt: dict[str, Any], document: dict[str, Any]) -> list[Any]:
        """All that can be asked about an instance without a kernel."""
        where = {"bench": "starter", "id": id, "number": attempt["number"]}
        key = {"bench": "starter", "id": id}
        answers = [await self.ask("instance", **where), await self.ask("listAttempts", params=key)]
        for operation in ("attempt", "resumeAttempt", "attemptTrace", "attemptFlow", "latestCheck", "prediction"):
            answers.append(await self.ask(operation, **where))
        answers.append(await self.ask("diagnosis", **where))
        for variant in ("original", "reproduced", "fixed", "fixed2"):
            for operation in ("variant", "variantTrace", "variantFlow"):
                answers.append(await self.ask(operation, variant=variant, **where))
            other = {**key, "variant": variant}
            mine = {**key, "attempt": attempt["number"]}
            for left in (mine, {"path": attempt["path"]}, other):
                answers.append(await self.ask("compare", body={"left": left, "right": other}))
        executions = [
            {"id": cell["id"], "source": cell["source"], "ok": True}
            for cell in document["cells"]
            if cell["cell_type"] == "code"
        ]
        for session in (None, {"executions": executions}):
            answers.append(await self.ask("traceNotebook", body={"notebook": document, "session": session}))
        answers.append(await self.ask("estimate", body={"notebook": document, "bench": "starter"}))
        answers.append(await self.ask("startCuration", body={"path": attempt["path"], "bench": "own"}))
        answers.append(await self.ask("startCuration", body={"path": attempt["path"], "draft": key}))
        answers.append(await self.ask("settleLabels", body={**key, "labels": {"stage": "training"}}))
        wrong = {"cell": document["cells"][0]["id"], "cause": "library cause"}
        answers.append(await self.ask("predict", body=wrong, **where))
        answers.append(await self.ask("prediction", **where))
        answers.append(await self.ask("listInstances", bench="starter", params={"query": id}))
        answers.append(await self.ask("instanceSystems", **where))
        answers.append(await self.ask("listSystems", params={"bench": "starter"}))
        answers.append(await self.ask("gradeSystems", body={"bench": "starter"}))
        answers.append(await self.ask("cancelGrading", params={"bench": "starter"}))
        answers.append(await self.ask("replayTrajectory", body={"name": f"{id}-1.json"}))
        for params in ({"bench": "starter"}, {"bench": "starter", "id": id}):
            answers.append(await self.ask("listRuns", params=params))
        answers.append(await self.ask("instanceKernel", body={**key, "environment": "local"}))
        answers.append(await self.ask("progress", params={"bench": "starter"}))
        for form in ("csv", "json"):
            answers.append(await self.ask("exportProgress", params={"format": form}))
        return answers


@pytest.fixture
def learner(call) -> Learner:
    return Learner(call)


def files_of(root: Path, id: str) -> dict[str, str]:
    """The text of all files of an attempt's folder, those of notebooks as their strings."""
    texts = {}
    for file in (root / "junobench" / "starter" / id).rglob("*"):
        if file.is_file():
            raw = file.read_bytes().decode("utf-8", errors="replace")
            texts[file.name] = _text(json.loads(raw)) if file.suffix in (".ipynb", ".json") else raw
    return texts


async def begun(learner: Learner, root: Path, id: str) -> tuple[dict[str, Any], dict[str, Any]]:
    _, attempt = await learner.ask("startAttempt", body={"bench": "starter", "id": id})
    return attempt, json.loads((root / attempt["path"]).read_text())


def systems_that_know_all(root: Path) -> None:
    """Load systems that are right about everything, as somebody had done before the learner began."""
    loaded = LoadedSystems()
    tasks: tuple[TaskName, ...] = ("diagnosis", "repair", "labels", "localisation")
    for task in tasks:
        said = [reference_prediction(answer) for answer in make_tasks(starter_bench(), task).answers]
        file = root / f"{task}-known.jsonl"
        file.write_text(json_lines(said), encoding="utf-8")
        loaded.add(starter_bench(), [file])
    trajectories_folder().mkdir(parents=True, exist_ok=True)
    for answer in make_tasks(starter_bench(), "repair").answers:
        (trajectories_folder() / f"{answer.instance}-1.json").write_text(way_to(answer).model_dump_json())


def way_to(answer: Answer) -> Trajectory:
    """What an agent did that made the edits of the reference fix, one after the other."""
    assert isinstance(answer, RepairAnswer)
    steps = [
        TrajectoryStep(
            step=number,
            at=number,
            action="edit",
            arguments={"cell": edit.cell, "source": edit.source},
            error="It was refused.",
            seconds=0.1,
        )
        for number, edit in enumerate(answer.repairs[0].edits, 1)
    ]
    began = datetime(2026, 1, 1, tzinfo=timezone.utc)
    return Trajectory(
        bench="starter",
        id=answer.instance,
        agent="knows",
        began=began,
        limits=EpisodeLimits(),
        steps=steps,
        notebook={},
    )


async def test_no_route_and_no_file_holds_an_answer(learner: Learner, jp_root_dir: Path, tmp_path: Path):
    systems_that_know_all(tmp_path)
    bench = starter_bench()
    for summary in bench.summaries():
        secrets = Secrets(bench, summary.id)
        attempt, document = await begun(learner, jp_root_dir, summary.id)
        answers = await learner.about(summary.id, attempt, document)
        assert secrets.found_in(_text(answers_of(answers))) == [], summary.id
        for name, text in files_of(jp_root_dir, summary.id).items():
            assert secrets.found_in(text) == [], (summary.id, name)
        view = answers[0][1]
        labels = view["instance"]["summary"]["labels"]
        assert {name: labels[name] for name in ("library", "crash_type", "root_cause", "pattern")} == {
            "library": None,
            "crash_type": None,
            "root_cause": None,
            "pattern": None,
        }
        assert view["instance"]["summary"]["notebook_specific"] is False
        assert [hint["lines"] for hint in view["hints"]] == [[], [], [], []]
        (listed,) = (body for _, body in answers if isinstance(body, dict) and "facets" in body)
        assert len(listed["systems"]) == 4 and listed["marks"] == {}
    assert {operation.id for operation in OPERATIONS} - learner.called == (
        _ABOUT_NO_INSTANCE | _ASKED_FOR | {"startRun", "startCheck", "run", "runEvents"}
    ), "A new route has to be searched for answers, or named as one that is about no instance."


def answers_of(answers: list[Any]) -> list[Any]:
    return [body for _, body in answers]


@pytest.mark.parametrize("id", ["house-energy", "library-loans"])
async def test_no_run_and_no_check_holds_an_answer(learner: Learner, jp_root_dir: Path, jp_fetch, id: str):
    """`house-energy` has a comment that says that a cell ran twice; `library-loans` a fix that changes a line."""
    secrets = Secrets(starter_bench(), id)
    assert secrets.check
    attempt, _ = await begun(learner, jp_root_dir, id)
    key = {"bench": "starter", "id": id}
    started = [
        await learner.ask("startRun", body={"target": {**key, "variant": "reproduced"}}),
        await learner.ask("startRun", body={"target": {**key, "attempt": attempt["number"]}}),
        await learner.ask("startCheck", body={**key, "attempt": attempt["number"]}),
    ]
    status, refused = await learner.ask("startRun", body={"target": {**key, "variant": "fixed"}})
    assert (status, refused["kind"]) == (403, "NotRevealed")
    texts = []
    for status, run in started:
        assert status == 202
        response = await jp_fetch("junobench-lab", "api", "runs", run["run"], "events", request_timeout=120)
        texts.append(_text([data for _, data in messages_of(response.body)]))
        texts.append(_text((await learner.ask("run", run=run["run"]))[1]))
    texts.append(_text((await learner.ask("latestCheck", number=attempt["number"], **key))[1]))
    texts.append(_text((await learner.ask("listRuns"))[1]))
    for text in texts:
        assert secrets.found_in(text, checked=True) == []
    # The reference run that a check is measured by can't be asked for under any name.
    for run in ("reference", "..%2Freference", "reference%2F" + started[0][1]["run"]):
        assert (await learner.ask("run", run=run))[0] == 404
    for name, text in files_of(jp_root_dir, id).items():
        assert secrets.found_in(text) == [], name


async def test_the_search_finds_an_answer_that_was_asked_for(learner: Learner, jp_root_dir: Path, tmp_path: Path):
    """Else the searches above might find nothing for other reasons."""
    bench = starter_bench()
    secrets = Secrets(bench, "library-loans")
    systems_that_know_all(tmp_path)
    _, said = await learner.ask("instanceSystems", bench="starter", id="library-loans")
    _, way = await learner.ask("replayTrajectory", body={"name": "library-loans-1.json"})
    assert secrets.found_in(_text(way)) and len(said["trajectories"]) == 1
    assert secrets.found_in(_text(said)), "Before an attempt begins, systems are there to be looked at."
    attempt, document = await begun(learner, jp_root_dir, "library-loans")
    for what in ("explanation", "diagnosis", "fixed"):
        before = len(secrets.found_in(_text(answers_of(await learner.about("library-loans", attempt, document)))))
        await learner.ask("reveal", body={"bench": "starter", "id": "library-loans", "what": what})
        after = len(secrets.found_in(_text(answers_of(await learner.about("library-loans", attempt, document)))))
        assert after > before, what

"""Systems asked about items: real subprocesses, and LiteLLM's real client on a local endpoint."""

import asyncio
import json
import sys
from pathlib import Path

import pytest

from junobench_lab.errors import InvalidRequest
from junobench_lab.instances.bench import Bench
from junobench_lab.research.scoring.score import score_predictions
from junobench_lab.research.systems.command import Command
from junobench_lab.research.systems.language_model import LanguageModel
from junobench_lab.research.systems.models import Reply, Said
from junobench_lab.research.systems.predict import System, add_prediction, predict, predictions_on_file
from junobench_lab.research.systems.prompts import messages_for
from junobench_lab.research.systems.reading import last_object, read_reply
from junobench_lab.research.tasks.items import TaskSet, make_tasks
from junobench_lab.research.tasks.models import TASKS, DetectionItem, TaskStep
from tests.notebook_factory import crash_and_fix, write_bench

from .model_endpoint import Endpoint, serving

ITEM = DetectionItem(item="detection-1", steps=[TaskStep(cell=0, source="x = 1")], target=TaskStep(cell=2, source="y"))


@pytest.fixture
def detection(tmp_path: Path) -> TaskSet:
    root = write_bench(
        tmp_path / "bench", {"one-story": crash_and_fix(), "other-story": crash_and_fix("y + 1", "y = x + 1\ny")}
    )
    return make_tasks(Bench.open(root), "detection")


def asked(system: System, items: "list[DetectionItem] | TaskSet", **options: object) -> list[Said]:
    given = items.items if isinstance(items, TaskSet) else items

    async def collect() -> list[Said]:
        chosen = {"runs": 1, "at_a_time": 2, "cancel": asyncio.Event(), **options}
        return [said async for said in predict(system, given, **chosen)]  # type: ignore[arg-type]

    return asyncio.run(collect())


def python(tmp_path: Path, source: str, seconds: float = 20.0) -> Command:
    file = tmp_path / "system.py"
    file.write_text(source)
    return Command(f"{sys.executable} {file}", seconds)


def test_a_command_gets_the_item_and_its_json_is_the_prediction(tmp_path: Path) -> None:
    system = python(
        tmp_path,
        "import json, sys\nitem = json.load(sys.stdin)\nprint('thinking ...')\n"
        "print(json.dumps({'crash': item['target']['source'] == 'y', 'steps': len(item['steps'])}))",
    )
    (said,) = asked(system, [ITEM])
    assert said.error is None
    assert said.line()["item"] == "detection-1" and said.line()["crash"] is True and said.line()["steps"] == 1


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("raise SystemExit(3)", "exit code 3"),
        ("import sys; sys.exit('no licence')", "no licence"),
        ("print('no idea')", "no JSON object"),
        ('print(\'{"crash": "maybe"}\')', "crash"),
        ("print('[1]')", "no JSON object"),
    ],
)
def test_what_a_command_does_wrong_is_one_sentence(tmp_path: Path, source: str, sentence: str) -> None:
    (said,) = asked(python(tmp_path, source), [ITEM])
    assert said.error is not None and sentence in said.error
    assert "crash" not in said.line()


def test_a_command_beyond_its_time_ends_with_all_that_it_started(tmp_path: Path) -> None:
    mark = tmp_path / "still-alive"
    child = f"import time, pathlib; time.sleep(3); pathlib.Path({str(mark)!r}).touch()"
    system = python(tmp_path, f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {child!r}])", seconds=0.5)
    (said,) = asked(system, [ITEM])
    assert said.error == "The command took longer than 0.5 s."
    asyncio.run(asyncio.sleep(3))
    assert not mark.exists()


def test_a_command_that_cannot_start_is_a_mistake_said_once(tmp_path: Path) -> None:
    with pytest.raises(InvalidRequest, match="can't be started"):
        asked(Command(str(tmp_path / "missing"), 5), [ITEM])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"crash": true}', {"crash": True}),
        ('First {"a": 1}, then\n```json\n{"crash": false}\n```', {"crash": False}),
        ('{"outer": {"crash": true}}', {"outer": {"crash": True}}),
        ('{not json} {"crash": true} done}', {"crash": True}),
        ("no braces", None),
        ("[1, 2]", None),
        ("{" * 5000, None),
    ],
)
def test_the_last_json_object_of_a_reply_is_taken(text: str, found: object) -> None:
    assert last_object(text) == found


def test_a_model_is_asked_once_an_item_and_its_tokens_are_kept(
    detection: TaskSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret-of-the-environment")
    truth = {answer.item: answer for answer in detection.answers}

    def answer(text: str) -> str:
        return f"I think so.\n{json.dumps({'crash': 'y = x' not in text})}"

    with serving(Endpoint(answer)) as at:
        model = LanguageModel("openai/test-model", seconds=20, folder=tmp_path / "replies", address=at.address)
        said = asked(model, detection)
        assert len(at.requests) == len(detection.items) == 4
        assert at.keys[0] == "Bearer secret-of-the-environment"
        again = asked(model, detection)
        assert len(at.requests) == 4
    assert sorted(one.model_dump_json() for one in said) == sorted(one.model_dump_json() for one in again)
    assert all(one.reply.prompt_tokens == 100 and one.reply.completion_tokens == 10 for one in said)
    assert all(one.fields["crash"] is truth[one.item].crash for one in said)
    text = "\n".join(json.dumps(one.line()) for one in said)
    assert next(figure.value for figure in score_predictions(detection.answers, text).figures) == 1.0
    assert "secret" not in text


def test_a_model_that_refuses_for_a_moment_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    with serving(Endpoint(lambda _: '{"crash": true}', refuse=[500])) as at:
        model = LanguageModel("openai/test-model", seconds=20, folder=tmp_path, address=at.address)
        (said,) = asked(model, [ITEM])
    assert said.error is None and len(at.requests) == 2


def test_a_model_that_cannot_be_reached_is_a_sentence_and_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    with serving(Endpoint(lambda _: '{"crash": true}', refuse=[401] * 9)) as at:
        model = LanguageModel("openai/test-model", seconds=20, folder=tmp_path, address=at.address)
        (said,) = asked(model, [ITEM])
        assert said.error is not None and "can't be asked" in said.error
        at.refuse.clear()
        (now,) = asked(model, [ITEM])
    assert now.error is None


def test_runs_of_an_item_are_asked_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    with serving(Endpoint(lambda _: '{"crash": true}')) as at:
        model = LanguageModel("openai/test-model", seconds=20, folder=tmp_path, address=at.address)
        said = asked(model, [ITEM], runs=3)
        assert sorted(one.run for one in said) == [0, 1, 2] and len(at.requests) == 3


@pytest.mark.parametrize("task", TASKS)
def test_a_prompt_shows_the_item_and_nothing_of_the_answer(tmp_path: Path, task: str) -> None:
    root = write_bench(
        tmp_path / "bench",
        {"one-story": crash_and_fix(fix="y = 'the secret fix'\ny")},
        diagnoses={"one-story": "SECRET"},
    )
    made = make_tasks(Bench.open(root), task)  # type: ignore[arg-type]
    for item, answer in zip(made.items, made.answers, strict=True):
        text = json.dumps(messages_for(item))
        assert "x = 1" in text and "SECRET" not in text and "one-story" not in text
        if answer.variant == "reproduced":
            assert "the secret fix" not in text


def test_a_file_of_predictions_is_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "predictions.jsonl"
    right = read_reply(ITEM, 0, "s", Reply(text='{"crash": true}'))
    failed = read_reply(ITEM, 1, "s", Reply(error="It was not there."))
    add_prediction(file, right)
    add_prediction(file, failed)
    with file.open("a") as opened:
        opened.write('{"item": "cut sh')
    assert predictions_on_file(file) == {("detection-1", 0)}
    assert [json.loads(line)["run"] for line in file.read_text().splitlines()] == [0]


def test_asking_stops_when_it_has_cost_enough() -> None:
    class Dear:
        name = "dear"

        async def reply(self, item: object, run: int) -> Reply:
            return Reply(text='{"crash": true}', cost=1.0)

    assert len(asked(Dear(), [ITEM], runs=10, at_a_time=1, most_cost=2.5)) == 3

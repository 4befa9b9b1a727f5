"""Systems asked about items: real subprocesses, and LiteLLM's real client on a local endpoint."""

import asyncio
import json
import os
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


def by_line(said: list[Said]) -> list[str]:
    return sorted(json.dumps(one.line(), sort_keys=True) for one in said)


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
    assert by_line(said) == by_line(again)
    assert all(one.reply.kept for one in again) and not any(one.reply.kept for one in said)
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
    assert predictions_on_file(file, "s", "detection") == {("detection-1", 0)}
    assert [json.loads(line)["run"] for line in file.read_text().splitlines()] == [0]


def test_whatever_a_system_writes_its_file_can_be_gone_on_with(tmp_path: Path) -> None:
    # Ends of lines that are none of JSON lines, half a surrogate pair, numbers that are none.
    file = tmp_path / "predictions.jsonl"
    text = '{"crash": true, "why": "a\u2028b\x85c", "half": "\\ud800", "sure": NaN, "\\udfff": [Infinity, 1.5]}'
    add_prediction(file, read_reply(ITEM, 0, "s", Reply(text=text)))
    assert predictions_on_file(file, "s", "detection") == {("detection-1", 0)}
    line = json.loads(file.read_bytes(), parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    told = {name: line[name] for name in ("crash", "why", "half", "sure", "\ufffd")}
    assert told == {"crash": True, "why": "a\u2028b\x85c", "half": "\ufffd", "sure": None, "\ufffd": [None, 1.5]}


def test_a_file_may_be_of_an_editor_that_ends_lines_in_two_characters(tmp_path: Path) -> None:
    file = tmp_path / "predictions.jsonl"
    file.write_bytes(b'\xef\xbb\xbf{"item": "detection-1", "crash": true}\r\n{"item": "detection-2", "crash": true}')
    assert predictions_on_file(file, "s", "detection") == {("detection-1", 0), ("detection-2", 0)}
    assert file.read_bytes().count(b"\n") == 2 and file.read_bytes().startswith(b"{")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('{"item": "detection-1", "run": 0, "crash": true, "system": "other"}', "predictions of 'other', not of 's'"),
        ('{"item": "labels-1", "run": 0, "labels": {}, "system": "s"}', "another task than detection"),
        ('{"item": 3}', "no file of predictions"),
        ("my notes", "no file of predictions"),
    ],
)
def test_predictions_of_others_are_not_gone_on_with_as_if_they_were_ones_own(
    tmp_path: Path, line: str, sentence: str
) -> None:
    file = tmp_path / "predictions.jsonl"
    file.write_text(f"{line}\n")
    with pytest.raises(InvalidRequest, match=sentence):
        predictions_on_file(file, "s", "detection")
    assert file.read_text() == f"{line}\n"


def test_what_another_system_failed_at_is_nobodys_prediction(tmp_path: Path) -> None:
    file = tmp_path / "predictions.jsonl"
    add_prediction(file, read_reply(ITEM, 0, "other", Reply(error="It was not there.")))
    assert predictions_on_file(file, "s", "detection") == frozenset()
    assert file.read_text() == ""


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("/opt/tool --key secret", "tool"),
        ("python3.11 -u tools/mine.py --key secret", "python3.11 mine.py"),
        ("python -m mine secret", "python mine"),
        ("bash -c 'echo secret'", "bash"),
        ("/usr/bin/python", "python"),
    ],
)
def test_a_command_is_called_as_its_program_and_nothing_that_may_be_secret(command: str, name: str) -> None:
    assert Command(command, 1).name == name
    assert Command(command, 1, "mine").name == "mine"


def test_a_command_that_writes_without_end_is_ended_before_it_fills_the_memory(tmp_path: Path) -> None:
    system = python(tmp_path, "import sys\nwhile True: sys.stdout.buffer.write(b'y' * 100_000)", seconds=60)
    (said,) = asked(system, [ITEM])
    assert said.error == "The command wrote more than 16 MB, and was ended."


def test_a_command_need_not_read_what_it_is_asked_and_may_complain_at_length(tmp_path: Path) -> None:
    long = ITEM.model_copy(update={"steps": [TaskStep(cell=0, source="x = 1\n" * 100_000)]})
    (said,) = asked(python(tmp_path, "print('{\"crash\": true}')"), [long])
    assert said.error is None
    (said,) = asked(python(tmp_path, "import sys\nsys.exit('so ' * 100_000 + 'tired')"), [long])
    assert said.error is not None and said.error.endswith("so tired") and len(said.error) < 400


@pytest.mark.parametrize(
    "answer",
    [
        {"choices": []},
        {"choices": None},
        {"choices": [{"index": 0, "message": {"role": "assistant", "content": None}, "finish_reason": "length"}]},
        {"choices": [{"index": 0, "message": {"role": "assistant", "content": ""}}], "usage": None},
        {},
    ],
)
def test_an_endpoint_that_answers_without_a_text_is_told_and_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: dict[str, object]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    with serving(Endpoint(lambda _: '{"crash": true}', instead=answer)) as at:
        model = LanguageModel("openai/test-model", seconds=20, folder=tmp_path, address=at.address)
        (said,) = asked(model, [ITEM])
        assert said.error is not None and said.error.endswith(".")
        at.instead = None
        (now,) = asked(model, [ITEM])
    assert now.error is None and not now.reply.kept


def test_what_replies_cost_before_counts_for_no_bound_now() -> None:
    class Known:
        name = "known"

        async def reply(self, item: object, run: int) -> Reply:
            return Reply(text='{"crash": true}', cost=1.0, kept=run < 4)

    assert len(asked(Known(), [ITEM], runs=10, at_a_time=1, most_cost=1.5)) == 6


def test_asking_stops_when_it_has_cost_enough() -> None:
    class Dear:
        name = "dear"

        async def reply(self, item: object, run: int) -> Reply:
            return Reply(text='{"crash": true}', cost=1.0)

    assert len(asked(Dear(), [ITEM], runs=10, at_a_time=1, most_cost=2.5)) == 3


def test_a_pipe_is_written_to_and_never_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert predictions_on_file(pipe, "s", "detection") == frozenset()
    with pytest.raises(InvalidRequest, match="directory"):
        predictions_on_file(tmp_path, "s", "detection")

"""Judges of diagnosis texts: real commands and LiteLLM's real client; figures follow from kept verdicts."""

import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sklearn.metrics import cohen_kappa_score

from junobench_lab.errors import InvalidRequest
from junobench_lab.research.judging.agreement import judge_agreement
from junobench_lab.research.judging.cases import cases_of
from junobench_lab.research.judging.judge import CommandJudge, Judge, ModelJudge, judge_texts, read_verdict
from junobench_lab.research.judging.models import JudgeCase, TextVerdict, Told
from junobench_lab.research.judging.verdicts_file import add_verdict, read_verdicts, right_by_case
from junobench_lab.research.scoring.models import Score
from junobench_lab.research.scoring.predictions import read_predictions
from junobench_lab.research.scoring.score import score_predictions
from junobench_lab.research.systems.language_model import LanguageModel
from junobench_lab.research.systems.models import Reply
from junobench_lab.research.tasks.models import Answer, DiagnosisAnswer

from .model_endpoint import Endpoint, serving

TRUTH = "The cell that fills gaps ran twice."
CASE = JudgeCase(
    item="diagnosis-1",
    reference=Told(exception="KeyError", names=["fare"], text=TRUTH),
    prediction=Told(exception="KeyError", names=[], text="A cell was run twice."),
)


def answer(item: str, text: str | None = TRUTH) -> DiagnosisAnswer:
    about: dict[str, Any] = {"bench": "b", "instance": f"i-{item}", "variant": "reproduced", "library": None}
    return DiagnosisAnswer(item=item, exception="KeyError", names=["fare"], cells=[[1]], text=text, **about)


def said(item: str, text: str | None, run: int = 0) -> str:
    return json.dumps({"item": item, "run": run, "exception": "KeyError", "text": text}) + "\n"


def command(tmp_path: Path, source: str, seconds: float = 20.0) -> CommandJudge:
    file = tmp_path / "judge.py"
    file.write_text(source)
    return CommandJudge(f"{sys.executable} {file}", seconds)


def judged(judge: Judge, cases: Sequence[JudgeCase], **options: Any) -> list[TextVerdict]:
    async def collect() -> list[TextVerdict]:
        chosen = {"at_a_time": 2, "cancel": asyncio.Event(), **options}
        return [verdict async for verdict in judge_texts(judge, cases, **chosen)]

    return asyncio.run(collect())


def marks(score: Score) -> list[float | None]:
    return [graded.marks.get("text") for graded in score.graded]


def test_a_command_gets_both_texts_and_says_which_are_right(tmp_path: Path) -> None:
    judge = command(
        tmp_path,
        "import json, sys\ncase = json.load(sys.stdin)\nright = 'twice' in case['prediction']['text']\n"
        "print('hm ...', json.dumps({'right': right, 'why': case['reference']['text']}))",
    )
    wrong = CASE.model_copy(update={"prediction": Told(exception=None, names=[], text="A typing error.")})
    verdicts = {verdict.case: verdict for verdict in judged(judge, [CASE, wrong])}
    assert [verdicts[case.digest].right for case in (CASE, wrong)] == [True, False]
    assert verdicts[CASE.digest].why == TRUTH


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("print('I do not know')", "no JSON object with `right`"),
        ('print(\'{"right": "yes"}\')', "no JSON object with `right`"),
        ("raise SystemExit(3)", "exit code 3"),
        ("import time; time.sleep(60)", "longer than 0.5 s"),
    ],
)
def test_what_a_judge_does_wrong_is_a_sentence_and_no_verdict(tmp_path: Path, source: str, sentence: str) -> None:
    seconds = 0.5 if "sleep" in source else 20.0
    (verdict,) = judged(command(tmp_path, source, seconds), [CASE])
    assert verdict.right is None and verdict.error is not None and sentence in verdict.error


def test_a_model_is_shown_reference_and_explanation_and_asked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    with serving(Endpoint(lambda text: json.dumps({"right": TRUTH in text and "was run twice" in text}))) as at:
        model = LanguageModel("openai/judge", seconds=20, folder=tmp_path, address=at.address)
        (verdict,) = judged(ModelJudge(model), [CASE])
        judged(ModelJudge(model), [CASE])
    assert (verdict.right, verdict.judge, verdict.prompt_tokens) == (True, "openai/judge", 100)
    assert len(at.requests) == 1


def test_judging_stops_when_it_has_cost_enough() -> None:
    class Dear:
        name = "dear"

        async def reply(self, case: JudgeCase) -> Reply:
            return Reply(text='{"right": true}', cost=1.0)

    cases = [CASE.model_copy(update={"item": f"diagnosis-{place}"}) for place in range(9)]
    assert len(judged(Dear(), cases, at_a_time=1, most_cost=2.5)) == 3


def test_only_texts_with_a_reference_are_judged_and_an_equal_one_once() -> None:
    answers: list[Answer] = [answer("1"), answer("2", None), answer("3"), answer("4")]
    text = said("1", "a") + said("1", "a", 1) + said("1", "b", 2) + said("2", "c") + said("3", " ") + said("4", None)
    cases = cases_of(answers, read_predictions(text, answers))
    assert [(case.item, case.prediction.text) for case in cases] == [("1", "a"), ("1", "b")]


def test_the_mark_of_a_text_is_the_majority_of_its_verdicts() -> None:
    answers: list[Answer] = [answer("1"), answer("2"), answer("3"), answer("4", None), answer("5")]
    texts = [("1", ("a", "a", "b")), ("2", ("c", "d", "e")), ("3", ("f",)), ("4", ("g",))]
    text = "".join(said(item, one, run) for item, own in texts for run, one in enumerate(own))
    right = {"a": True, "b": False, "c": True, "d": False, "e": False, "f": True}
    cases = cases_of(answers, read_predictions(text, answers))
    verdicts = {case.digest: right[case.prediction.text] for case in cases}
    score = score_predictions(answers, text, verdicts=verdicts)
    # What has no prediction is wrong; what can't be judged has no mark.
    assert marks(score) == [1, 0, 1, None, 0]
    assert {figure.name: (figure.value, figure.items) for figure in score.figures}["text"] == (0.5, 4)
    assert marks(score_predictions(answers, text)) == [None] * 5


def test_a_text_without_a_verdict_counts_as_wrong_and_is_told() -> None:
    answers: list[Answer] = [answer("1"), answer("2")]
    text = said("1", "a") + said("2", "b")
    first, _ = cases_of(answers, read_predictions(text, answers))
    score = score_predictions(answers, text, verdicts={first.digest: True})
    assert marks(score) == [1, 0]
    assert score.problems == ["1 text has no verdict and counts as wrong: 2."]


def test_a_changed_text_is_judged_again() -> None:
    answers: list[Answer] = [answer("1")]
    (old,) = cases_of(answers, read_predictions(said("1", "a"), answers))
    score = score_predictions(answers, said("1", "another"), verdicts={old.digest: True})
    assert marks(score) == [0] and "no verdict" in score.problems[0]


def test_kept_verdicts_are_read_again_and_a_cut_line_is_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "verdicts.jsonl"
    add_verdict(file, read_verdict(CASE, "j", Reply(error="It was not there.")))
    add_verdict(file, read_verdict(CASE, "j", Reply(text='{"right": true}')))
    content = file.read_bytes()
    file.write_bytes(content + content[:40])
    assert right_by_case(read_verdicts(file)) == {CASE.digest: True}


def test_verdicts_of_several_judges_are_kept_apart() -> None:
    verdicts = [read_verdict(CASE, name, Reply(text='{"right": true}')) for name in ("one", "other")]
    with pytest.raises(InvalidRequest, match="one, other"):
        right_by_case(verdicts)


def verdict(case: str, right: bool | None, judge: str, why: str = "") -> TextVerdict:
    return TextVerdict(item=f"diagnosis-{case}", case=case, judge=judge, right=right, why=why)


def test_the_agreement_of_two_judges_by_hand() -> None:
    # 4 + 2 of 8 alike, by chance (5 * 5 + 3 * 3) / 64: kappa = (6/8 - 34/64) / (1 - 34/64) = 7/15.
    ours = [True, True, True, True, True, False, False, False]
    theirs = [True, True, True, True, False, True, False, False]
    first = [verdict(str(place), right, "model", "so") for place, right in enumerate(ours)]
    second = [verdict(str(place), right, "ada") for place, right in enumerate(theirs)]
    # One that failed, one that only one of them judged, and one that was judged anew count for nothing.
    first = [verdict("0", False, "model"), *first, verdict("8", None, "model"), verdict("9", True, "model")]
    second = [*second, verdict("8", True, "ada")]
    found = judge_agreement(first, second)
    assert (found.judges, found.texts, found.agreed, found.alone) == (["model", "ada"], 8, 6, [1, 1])
    assert (found.both_right, found.only_first, found.only_second, found.neither) == (4, 1, 1, 2)
    assert found.kappa == pytest.approx(7 / 15)
    assert found.kappa == pytest.approx(cohen_kappa_score(ours, theirs))
    assert [(one.item, one.right, one.why) for one in found.disagreements] == [
        ("diagnosis-4", [True, False], ["so", ""]),
        ("diagnosis-5", [False, True], ["so", ""]),
    ]


def test_judges_that_cannot_be_compared_are_told() -> None:
    one = [verdict("1", True, "model")]
    with pytest.raises(InvalidRequest, match="several judges"):
        judge_agreement([*one, verdict("2", True, "ada")], one)
    with pytest.raises(InvalidRequest, match="without verdicts"):
        judge_agreement(one, [])
    assert judge_agreement(one, [verdict("2", True, "ada")]).kappa is None

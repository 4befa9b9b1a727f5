"""Figures against hand calculations and against scikit-learn and SciPy."""

import json
import random
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest
from sklearn.metrics import accuracy_score, f1_score, precision_recall_fscore_support

from junobench_lab.errors import InvalidRequest
from junobench_lab.instances.registry import starter_bench
from junobench_lab.research.scoring.bootstrap import percentile, with_intervals
from junobench_lab.research.scoring.figures import figures
from junobench_lab.research.scoring.likeness import edit_distance, likeness, overlap
from junobench_lab.research.scoring.mcnemar import exact_p_value
from junobench_lab.research.scoring.models import Graded, Interval, LabelPair, Score
from junobench_lab.research.scoring.score import score_graded, score_predictions
from junobench_lab.research.scoring.votes import majority
from junobench_lab.research.tasks.items import make_tasks
from junobench_lab.research.tasks.jsonl import json_lines
from junobench_lab.research.tasks.models import (
    Answer,
    DetectionAnswer,
    DiagnosisAnswer,
    LabelsAnswer,
    LocalisationAnswer,
    OrderAnswer,
    TaskName,
)
from junobench_lab.research.tasks.reference import reference_prediction


def about(item: str, library: str = "pandas") -> dict[str, Any]:
    return {"item": item, "bench": "b", "instance": f"i-{item}", "variant": "reproduced", "library": library}


def detection(truths: Sequence[bool], libraries: Sequence[str] | None = None) -> list[Answer]:
    names = libraries or ["pandas"] * len(truths)
    return [
        DetectionAnswer(**about(str(place), library), crash=crash)
        for place, (crash, library) in enumerate(zip(truths, names, strict=True))
    ]


def lines(records: Iterable[dict[str, Any]]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def crashes(said: Sequence[bool | None], run: int = 0) -> str:
    return lines(
        {"item": str(place), "run": run, "crash": crash} for place, crash in enumerate(said) if crash is not None
    )


def values(score: Score) -> dict[str, float | None]:
    return {figure.name: figure.value for figure in score.figures}


def test_detection_by_hand() -> None:
    # 2 hits, 1 crash missed, 1 false alarm, 1 right "no crash".
    score = score_predictions(detection([True, True, True, False, False]), crashes([True, True, False, True, False]))
    assert values(score) == pytest.approx({"accuracy": 3 / 5, "precision": 2 / 3, "recall": 2 / 3, "f1": 2 / 3})
    assert score.problems == []


@pytest.mark.parametrize("seed", range(5))
def test_figures_agree_with_scikit_learn_also_where_predictions_are_missing(seed: int) -> None:
    drawn = random.Random(seed)
    truth = [drawn.random() < 0.5 for _ in range(60)]
    said = [drawn.choice([True, False, None]) for _ in truth]
    score = score_predictions(detection(truth), crashes(said))
    y_true, y_pred = [str(value) for value in truth], [str(value) for value in said]
    expected = precision_recall_fscore_support(y_true, y_pred, labels=["True"], zero_division=0)
    found = values(score)
    assert found["accuracy"] == pytest.approx(accuracy_score(y_true, y_pred))
    assert [found["precision"], found["recall"], found["f1"]] == pytest.approx([part[0] for part in expected[:3]])


def test_macro_f1_of_labels_agrees_with_scikit_learn() -> None:
    drawn = random.Random(7)
    kinds = ["key error", "value error", "io error"]
    truth = [drawn.choice(kinds) for _ in range(40)]
    said = [drawn.choice([*kinds, "type error"]) for _ in truth]
    answers: list[Answer] = [
        LabelsAnswer(**about(str(place)), labels={"crash_type": kind}) for place, kind in enumerate(truth)
    ]
    text = lines({"item": str(place), "labels": {"crash_type": kind.upper()}} for place, kind in enumerate(said))
    found = values(score_predictions(answers, text))
    assert found["crash_type"] == found["all four"] == pytest.approx(accuracy_score(truth, said))
    assert found["crash_type macro F1"] == pytest.approx(f1_score(truth, said, labels=kinds, average="macro"))


def test_a_wrong_label_counts_for_the_precision_of_the_value_that_it_is() -> None:
    # However either is spelled: "API misuse" for a "NB specific" crash is a false one of the former.
    truth = ["API misuse", "NB specific", "API misuse", "NB specific"]
    said = ["api misuse", "API  Misuse", "nb specific", "NB specific"]
    answers: list[Answer] = [
        LabelsAnswer(**about(str(place)), labels={"root_cause": cause}) for place, cause in enumerate(truth)
    ]
    text = lines({"item": str(place), "labels": {"root_cause": cause}} for place, cause in enumerate(said))
    score = score_predictions(answers, text)
    assert [(row.label, row.hits, row.predicted, row.support) for row in score.by_label] == [
        ("API misuse", 1, 2, 2),
        ("NB specific", 1, 2, 2),
    ]
    assert values(score)["root_cause macro F1"] == pytest.approx(
        f1_score(truth, truth[:1] * 2 + truth[1:2] * 2, average="macro")
    )


def test_the_table_by_library_holds_the_figures_of_its_items() -> None:
    answers = detection([True, False, True], ["pandas", "pandas", "NumPy"])
    score = score_predictions(answers, crashes([True, True, False]))
    rows = {row.library: {figure.name: figure.value for figure in row.figures} for row in score.by_library}
    assert list(rows) == ["pandas", "NumPy"]
    assert rows["pandas"] == pytest.approx({"accuracy": 0.5, "precision": 0.5, "recall": 1, "f1": 2 / 3})
    assert rows["NumPy"] == pytest.approx({"accuracy": 0, "precision": 0, "recall": 0, "f1": 0})


def test_what_is_wrong_with_predictions_is_said_and_changes_no_denominator() -> None:
    text = crashes([True, None, False]) + lines(
        [{"item": "0", "crash": False}, {"item": "x", "crash": True}, {"item": "1", "crash": "yes"}]
    )
    score = score_predictions(detection([True, True, False]), text + "no json\n[1]\n")
    assert score.problems == [
        "2 lines are no JSON objects and were passed over: 6, 7.",
        "1 record lacks a field or has one of the wrong kind and was passed over: line 5 (crash).",
        "1 prediction is for an item that is not among the answers: x.",
        "1 prediction is for an item and run that had one already; the first counts: 0.",
        "1 item has no prediction and counts as wrong: 1.",
    ]
    assert values(score)["accuracy"] == pytest.approx(2 / 3)
    assert values(score)["recall"] == pytest.approx(1 / 2)


def test_several_runs_vote_and_a_missing_run_is_told() -> None:
    text = crashes([True, True], 0) + crashes([True, False], 1) + crashes([False], 2)
    score = score_predictions(detection([True, True]), text)
    assert score.runs == 3
    assert [graded.labels["crash"].predicted for graded in score.graded] == ["crash", None]
    assert score.problems == [
        "1 item has a prediction in only some of the 3 runs: 1.",
        "1 item has runs without a majority, which counts as wrong: 1.",
    ]


def test_a_shared_first_place_is_no_majority() -> None:
    assert majority([True, False, True]) is True
    assert majority([1, 2]) is None
    assert majority([None, 3]) == 3
    assert majority([]) is None


def test_runs_vote_on_every_label_by_itself() -> None:
    answers: list[Answer] = [LabelsAnswer(**about("0"), labels={"library": "PyTorch", "stage": "training"})]
    said = [("torch", "training"), ("pytorch", "data preparation"), ("NumPy", "training")]
    text = lines(
        {"item": "0", "run": run, "labels": {"library": library, "stage": stage}}
        for run, (library, stage) in enumerate(said)
    )
    score = score_predictions(answers, text)
    assert score.graded[0].marks == {"library": 1, "stage": 1, "all four": 1}
    assert score.problems == []


def test_localisation_counts_the_nearest_accepted_set() -> None:
    answers: list[Answer] = [LocalisationAnswer(**about("0"), cells=[[3], [1, 2]])]
    found = values(score_predictions(answers, lines([{"item": "0", "cells": [2, 1]}])))
    assert found == {"exact": 1, "overlap": 1}
    found = values(score_predictions(answers, lines([{"item": "0", "cells": [1, 7]}])))
    assert found == pytest.approx({"exact": 0, "overlap": 1 / 3})


def test_order_is_scored_by_edit_distance() -> None:
    answers: list[Answer] = [OrderAnswer(**about("0"), order=[0, 1, 2, 3])]
    found = values(score_predictions(answers, lines([{"item": "0", "order": [0, 2, 3]}])))
    assert found == {"exact": 0, "similarity": 0.75}


def test_edit_distance_overlap_and_likeness_by_hand() -> None:
    kitten, sitting = [ord(letter) for letter in "kitten"], [ord(letter) for letter in "sitting"]
    assert edit_distance(kitten, sitting) == edit_distance(sitting, kitten) == 3
    assert (edit_distance([], [1, 2]), likeness([], []), likeness([], [1])) == (2, 1, 0)
    assert (overlap([1, 2], [2, 3]), overlap([], [])) == (1 / 3, 1)


def test_a_diagnosis_is_scored_by_its_facts() -> None:
    answer = DiagnosisAnswer(**about("0"), exception="pandas.errors.MergeError", names=[], cells=[[1]], text=None)
    said = {"item": "0", "exception": "mergeerror", "cells": [1], "text": "Who knows."}
    found = values(score_predictions([answer], lines([said])))
    assert found == {"exception": 1, "cells exact": 1, "cells overlap": 1}


@pytest.mark.parametrize(("first", "second"), [(0, 0), (1, 0), (8, 2), (5, 5), (30, 12), (900, 800)])
def test_mcnemar_agrees_with_the_binomial_test(first: int, second: int) -> None:
    expected = binomtest(first, first + second, 0.5).pvalue if first + second else 1.0
    assert exact_p_value(first, second) == pytest.approx(expected)


def test_two_systems_are_compared_item_by_item() -> None:
    answers = detection([True] * 6)
    score = score_predictions(
        answers, crashes([True] * 5 + [False]), against=crashes([True, False, False, False, False, False])
    )
    compared = score.comparison
    assert compared is not None
    assert (compared.both, compared.only_first, compared.only_second, compared.neither) == (1, 4, 0, 1)
    assert compared.p_value == pytest.approx(2 * 0.5**4)


def test_bootstrap_intervals_repeat_hold_the_value_and_draw_whole_instances() -> None:
    answers = detection([True, False] * 20)
    said = crashes([True, False, True, True] * 10)
    one, again = (
        score_predictions(answers, said, interval=Interval(level=0.95, resamples=400, seed=3)) for _ in range(2)
    )
    assert one == again
    accuracy = one.figures[0]
    assert accuracy.low is not None and accuracy.high is not None
    # 30 of 40 right: the normal approximation gives 0.75 +- 0.134.
    assert accuracy.low == pytest.approx(0.616, abs=0.05) and accuracy.high == pytest.approx(0.884, abs=0.05)
    together = [answer.model_copy(update={"instance": "one"}) for answer in answers]
    whole = score_predictions(together, said, interval=Interval(level=0.95, resamples=20, seed=3)).figures[0]
    assert whole.low == whole.high == 0.75


def test_percentiles_are_interpolated() -> None:
    assert percentile([4, 1, 2, 3], 0.5) == 2.5
    assert (percentile([5], 0.3), percentile([1, 2, 3], 1), percentile([1, 2, 3], 0)) == (5, 3, 1)


def test_every_figure_follows_from_the_graded_items() -> None:
    interval = Interval(level=0.95, resamples=50, seed=1)
    score = score_predictions(detection([True, False, True]), crashes([True, True, None]), interval=interval)
    saved = Score.model_validate_json(score.model_dump_json())
    again = score_graded(
        saved.task,
        saved.graded,
        interval=interval,
        problems=saved.problems,
        predicted=saved.predicted,
        runs=saved.runs,
    )
    assert again == score


@pytest.mark.parametrize("task", ["detection", "diagnosis", "localisation", "order", "labels"])
def test_reference_predictions_score_everything_right(task: TaskName) -> None:
    answers = make_tasks(starter_bench(), task).answers
    score = score_predictions(answers, json_lines(reference_prediction(answer) for answer in answers))
    assert score.problems == []
    assert {name: value for name, value in values(score).items() if value != 1} == {}


def test_shuffled_labels_score_at_chance() -> None:
    truth = [True, False] * 1000
    said = list(truth)
    random.Random(5).shuffle(said)
    found = values(score_predictions(detection(truth), crashes(said)))
    # Half is right by chance; 0.045 is four times the standard error of 2,000 items.
    assert found == pytest.approx({"accuracy": 0.5, "precision": 0.5, "recall": 0.5, "f1": 0.5}, abs=0.045)


def test_shuffled_label_values_score_at_chance() -> None:
    truth = (["key error"] * 6 + ["value error"] * 3 + ["io error"]) * 200
    said = list(truth)
    random.Random(6).shuffle(said)
    answers: list[Answer] = [
        LabelsAnswer(**about(str(place)), labels={"crash_type": kind}) for place, kind in enumerate(truth)
    ]
    text = lines({"item": str(place), "labels": {"crash_type": kind}} for place, kind in enumerate(said))
    found = values(score_predictions(answers, text))
    # 0.6 ** 2 + 0.3 ** 2 + 0.1 ** 2, and the mean of the three shares.
    assert found["crash_type"] == pytest.approx(0.46, abs=0.045)
    assert found["crash_type macro F1"] == pytest.approx(1 / 3, abs=0.045)


def test_repairs_and_answers_of_several_tasks_are_refused() -> None:
    with pytest.raises(InvalidRequest, match="running"):
        score_predictions(make_tasks(starter_bench(), "repair", ["tram-delays"]).answers, "")
    with pytest.raises(InvalidRequest, match="several tasks"):
        score_predictions([*detection([True]), OrderAnswer(**about("1"), order=[0])], "")
    with pytest.raises(InvalidRequest, match="no reference answers"):
        score_predictions([], "")


@pytest.mark.parametrize("seed", range(3))
def test_bounds_are_those_of_drawing_every_instance_by_itself(seed: int) -> None:
    drawn = random.Random(seed)
    graded = [
        Graded(
            item=f"{place}-{side}",
            instance=f"i{place:02}",
            variant="reproduced",
            library=None,
            marks={"similarity": drawn.choice([0, 1 / 3, 1]), **({"names": 1.0} if drawn.random() < 0.5 else {})},
            labels={"stage": LabelPair(truth=drawn.choice("ab"), predicted=drawn.choice(["a", "b", "c", None]))},
        )
        for place in range(40)
        for side in range(2)
    ]
    interval = Interval(level=0.9, resamples=50, seed=seed)
    found = {figure.name: (figure.low, figure.high) for figure in with_intervals(figures(graded), graded, interval)}
    again = random.Random(seed)
    values: dict[str, list[float]] = {}
    for _ in range(50):
        places = again.choices(range(40), k=40)
        sample = [one for place in places for one in graded[2 * place : 2 * place + 2]]
        pairs = [(one.labels["stage"].truth, one.labels["stage"].predicted or "-") for one in sample]
        labels = sorted({truth for truth, _ in pairs})
        macro = f1_score(*zip(*pairs, strict=True), labels=labels, average="macro", zero_division=0)
        values.setdefault("stage macro F1", []).append(macro)
        for name in ("similarity", "names"):
            marks = [one.marks[name] for one in sample if name in one.marks]
            values.setdefault(name, []).append(sum(marks) / len(marks))
    for name, own in values.items():
        assert found[name] == pytest.approx(tuple(np.percentile(own, [5, 95])), abs=1e-12), name

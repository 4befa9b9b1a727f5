"""Scores held to what they must be: 100 % for the reference, chance for shuffled predictions, and the numbers that
pandas, scikit-learn and statsmodels compute from the raw files."""

import itertools
import json
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import jaccard_score, precision_recall_fscore_support
from sklearn.preprocessing import MultiLabelBinarizer
from statsmodels.stats.contingency_tables import mcnemar

from junobench_lab.instances.registry import starter_bench
from junobench_lab.research.judging.cases import cases_of
from junobench_lab.research.repairs.grade import grade_repairs
from junobench_lab.research.repairs.models import RepairRun
from junobench_lab.research.scoring.models import Interval, Score
from junobench_lab.research.scoring.predictions import read_predictions
from junobench_lab.research.scoring.score import score_graded, score_predictions
from junobench_lab.research.tasks.items import make_tasks
from junobench_lab.research.tasks.jsonl import json_lines
from junobench_lab.research.tasks.models import (
    Answer,
    DetectionAnswer,
    DiagnosisAnswer,
    LabelsAnswer,
    LocalisationAnswer,
    OrderAnswer,
    RepairAnswer,
    TaskName,
)
from junobench_lab.research.tasks.reference import reference_prediction

FILE_TASKS: tuple[TaskName, ...] = ("detection", "diagnosis", "localisation", "order", "labels")
LIBRARIES = ("pandas", "NumPy", "PyTorch")
KINDS = ("KeyError", "ValueError", "NameError", "TypeError")
CHANCE = 0.05
"""More than three standard errors of a share of 1,200 items."""


def made_answers(task: TaskName, number: int, seed: int) -> list[Answer]:
    """Answers with values drawn from a few, so that chance can be told."""
    drawn = random.Random(seed)
    made: list[Answer] = []
    for place in range(number):
        about: dict[str, Any] = {
            "item": f"{task}-{place}",
            "bench": "b",
            "instance": f"instance-{place}",
            "variant": "reproduced",
            "library": drawn.choice(LIBRARIES),
        }
        cells = drawn.choice([[0], [1], [0, 1], [2, 3]])
        if task == "detection":
            made.append(DetectionAnswer(**about, crash=drawn.random() < 0.5))
        elif task == "diagnosis":
            kind = drawn.choice(KINDS)
            names = [drawn.choice("abc")]
            made.append(DiagnosisAnswer(**about, exception=kind, names=names, cells=[cells], text=f"By {kind}."))
        elif task == "localisation":
            made.append(LocalisationAnswer(**about, cells=[cells]))
        elif task == "order":
            made.append(OrderAnswer(**about, order=drawn.choice([[0, 1, 2], [1, 0, 2], [0, 2], [2]])))
        else:
            kinds, stages = ("key error", "value error", "io error"), ("training", "data preparation")
            labels = {"crash_type": drawn.choice(kinds), "stage": drawn.choice(stages)}
            made.append(LabelsAnswer.model_validate({**about, "labels": labels}))
    return made


def shuffled(answers: Sequence[Answer], seed: int) -> list[dict[str, Any]]:
    """Every item's prediction is what is right for another one."""
    right = [reference_prediction(answer).model_dump(exclude_none=True) for answer in answers]
    others = list(right)
    random.Random(seed).shuffle(others)
    return [{**other, "item": own["item"]} for own, other in zip(right, others, strict=True)]


def lines(records: Sequence[dict[str, Any]]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def values(score: Score) -> dict[str, float | None]:
    return {figure.name: figure.value for figure in score.figures}


def agreement(said: Sequence[Any]) -> float:
    """The share of items that a shuffled prediction has right: the sum of the squared shares of the values."""
    counts = Counter(json.dumps(value) for value in said)
    return sum((number / len(said)) ** 2 for number in counts.values())


@pytest.mark.parametrize("task", FILE_TASKS)
def test_the_reference_scores_everything_right_in_every_table(task: TaskName) -> None:
    answers = make_tasks(starter_bench(), task).answers
    text = json_lines(reference_prediction(answer) for answer in answers)
    verdicts = {case.digest: True for case in cases_of(answers, read_predictions(text, answers))}
    score = score_predictions(answers, text, verdicts=verdicts)
    assert score.problems == []
    shown = [*score.figures, *(figure for row in [*score.by_library, *score.published] for figure in row.figures)]
    # A macro F1 or the figures of a table over no item are no number at all.
    assert {figure.value for figure in shown if figure.items} == {1.0}
    assert {row.f1 for row in score.by_label} <= {1.0}


def test_a_judge_of_the_reference_texts_has_a_text_of_every_instance_to_judge() -> None:
    answers = make_tasks(starter_bench(), "diagnosis").answers
    text = json_lines(reference_prediction(answer) for answer in answers)
    cases = cases_of(answers, read_predictions(text, answers))
    assert len(cases) == len(answers)
    assert all(case.reference.text == case.prediction.text for case in cases)


def test_shuffled_predictions_score_at_chance_in_detection() -> None:
    answers = made_answers("detection", 1200, 1)
    found = values(score_predictions(answers, lines(shuffled(answers, 2))))
    assert found == pytest.approx(dict.fromkeys(("accuracy", "precision", "recall", "f1"), 0.5), abs=CHANCE)


def test_shuffled_predictions_score_at_chance_in_localisation() -> None:
    answers = made_answers("localisation", 1200, 3)
    sets = [answer.cells[0] for answer in answers if isinstance(answer, LocalisationAnswer)]
    found = values(score_predictions(answers, lines(shuffled(answers, 4))))
    assert found["exact"] == pytest.approx(agreement(sets), abs=CHANCE)
    pairs = itertools.product(sets, repeat=2)
    overlap = np.mean([len(set(a) & set(b)) / len(set(a) | set(b)) for a, b in pairs])
    assert found["overlap"] == pytest.approx(overlap, abs=CHANCE)


def test_shuffled_predictions_score_at_chance_in_order() -> None:
    answers = made_answers("order", 1200, 5)
    orders = [answer.order for answer in answers if isinstance(answer, OrderAnswer)]
    found = values(score_predictions(answers, lines(shuffled(answers, 6))))
    assert found["exact"] == pytest.approx(agreement(orders), abs=CHANCE)


def test_shuffled_predictions_score_at_chance_in_diagnosis() -> None:
    answers = made_answers("diagnosis", 1200, 7)
    known = [answer for answer in answers if isinstance(answer, DiagnosisAnswer)]
    text = lines(shuffled(answers, 8))
    cases = cases_of(answers, read_predictions(text, answers))
    verdicts = {case.digest: case.reference.text == case.prediction.text for case in cases}
    found = values(score_predictions(answers, text, verdicts=verdicts))
    expected = {
        "exception": agreement([answer.exception for answer in known]),
        "names": agreement([answer.names for answer in known]),
        "cells exact": agreement([answer.cells for answer in known]),
        "text": agreement([answer.text for answer in known]),
    }
    assert {name: found[name] for name in expected} == pytest.approx(expected, abs=CHANCE)


def test_shuffled_predictions_score_at_chance_in_labels() -> None:
    answers = made_answers("labels", 1200, 9)
    labels = [answer.labels for answer in answers if isinstance(answer, LabelsAnswer)]
    found = values(score_predictions(answers, lines(shuffled(answers, 10))))
    expected: dict[str, float] = {}
    for dimension in ("crash_type", "stage"):
        expected[dimension] = agreement([one[dimension] for one in labels])  # type: ignore[index]
    expected["all four"] = agreement([sorted(one.items()) for one in labels])
    assert {name: found[name] for name in expected} == pytest.approx(expected, abs=CHANCE)


def repair_answers(number: int) -> list[RepairAnswer]:
    about = {"bench": "b", "variant": "reproduced", "library": "pandas", "repairs": []}
    return [
        RepairAnswer.model_validate({"item": str(place), "instance": f"i-{place}", **about}) for place in range(number)
    ]


def repair_run(item: str, run: int, passes: bool) -> RepairRun:
    return RepairRun(
        item=item,
        run=run,
        prediction="p",
        instance=f"i-{item}",
        verdict="no_crash",
        level="passes_check" if passes else "runs",
        sentence="",
    )


def test_repairs_that_pass_by_chance_score_at_chance() -> None:
    drawn, answers, share = random.Random(11), repair_answers(1200), 0.3
    runs = [repair_run(answer.item, run, drawn.random() < share) for answer in answers for run in range(3)]
    found = values(
        score_graded("repair", grade_repairs(answers, runs, number=3), predicted=len(answers), runs=3),
    )
    assert found["pass@1"] == pytest.approx(share, abs=CHANCE)
    assert found["pass@3"] == pytest.approx(1 - (1 - share) ** 3, abs=CHANCE)
    # Two or three of three.
    assert found["passes check"] == pytest.approx(3 * share**2 * (1 - share) + share**3, abs=CHANCE)


@pytest.mark.parametrize("task", FILE_TASKS)
def test_every_figure_and_every_table_follows_from_a_saved_score(task: TaskName) -> None:
    answers = made_answers(task, 60, 12)
    text = lines(shuffled(answers, 13)[:50])
    verdicts = {case.digest: True for case in cases_of(answers, read_predictions(text, answers))}
    interval = Interval(level=0.95, resamples=30, seed=4)
    score = score_predictions(answers, text, interval=interval, verdicts=verdicts)
    saved = Score.model_validate_json(score.model_dump_json())
    about = {"problems": saved.problems, "predicted": saved.predicted, "runs": saved.runs}
    assert score_graded(task, saved.graded, interval=saved.interval, **about) == score  # type: ignore[arg-type]


@pytest.mark.parametrize("task", FILE_TASKS)
def test_shares_and_the_table_by_library_are_those_of_pandas(task: TaskName) -> None:
    answers = made_answers(task, 80, 14)
    score = score_predictions(answers, lines(shuffled(answers, 15)[:70]))
    frame = pd.DataFrame([{"library": one.library, **one.marks} for one in score.graded])
    names = [name for name in frame.columns if name != "library"]
    assert {name: values(score)[name] for name in names} == pytest.approx(frame[names].mean().to_dict())
    by_library = frame.groupby("library")[names].mean()
    assert {row.library for row in score.by_library} == set(by_library.index)
    for row in score.by_library:
        own = {figure.name: figure.value for figure in row.figures}
        assert {name: own[name] for name in names} == pytest.approx(by_library.loc[row.library].to_dict())
        assert row.items == (frame["library"] == row.library).sum()


def test_the_table_by_label_is_that_of_scikit_learn() -> None:
    answers = made_answers("labels", 90, 16)
    said = shuffled(answers, 17)
    score = score_predictions(answers, lines(said))
    for dimension in ("crash_type", "stage"):
        truth = [answer.labels[dimension] for answer in answers if isinstance(answer, LabelsAnswer)]  # type: ignore[index]
        rows = {row.label: row for row in score.by_label if row.dimension == dimension}
        names = sorted(rows)
        expected = precision_recall_fscore_support(
            truth, [one["labels"][dimension] for one in said], labels=names, zero_division=0
        )
        for place, name in enumerate(names):
            row = rows[name]
            assert [row.precision, row.recall, row.f1, row.support] == pytest.approx([part[place] for part in expected])


def test_the_overlap_of_cells_is_the_jaccard_score_of_scikit_learn() -> None:
    answers = made_answers("localisation", 50, 18)
    said = shuffled(answers, 19)
    score = score_predictions(answers, lines(said))
    binarizer = MultiLabelBinarizer(classes=range(4))
    truth = binarizer.fit_transform([answer.cells[0] for answer in answers if isinstance(answer, LocalisationAnswer)])
    predicted = binarizer.transform([one["cells"] for one in said])
    assert values(score)["overlap"] == pytest.approx(jaccard_score(truth, predicted, average="samples"))
    assert values(score)["exact"] == pytest.approx((truth == predicted).all(axis=1).mean())


def test_the_comparison_of_two_systems_is_that_of_statsmodels() -> None:
    answers = made_answers("detection", 70, 20)
    one, other = shuffled(answers, 21), shuffled(answers, 22)
    compared = score_predictions(answers, lines(one), against=lines(other)).comparison
    assert compared is not None
    truth = [answer.crash for answer in answers if isinstance(answer, DetectionAnswer)]
    first, second = (pd.Series([s["crash"] == t for s, t in zip(said, truth, strict=True)]) for said in (one, other))
    table = pd.crosstab(first, second).reindex(index=[True, False], columns=[True, False], fill_value=0)
    assert [
        compared.both,
        compared.only_first,
        compared.only_second,
        compared.neither,
    ] == table.to_numpy().ravel().tolist()
    assert compared.p_value == pytest.approx(mcnemar(table, exact=True).pvalue)


def test_intervals_are_those_of_a_bootstrap_of_numpy_over_instances() -> None:
    answers = made_answers("detection", 120, 23)
    text = lines(shuffled(answers, 24))
    score = score_predictions(answers, text, interval=Interval(level=0.95, resamples=2000, seed=1))
    right = np.array([one.marks["accuracy"] for one in score.graded])
    drawn = np.random.default_rng(2).integers(0, len(right), size=(2000, len(right)))
    low, high = np.percentile(right[drawn].mean(axis=1), [2.5, 97.5])
    accuracy = next(figure for figure in score.figures if figure.name == "accuracy")
    # Both are estimates of the same quantiles; they differ by the luck of the draw alone.
    assert [accuracy.low, accuracy.high] == pytest.approx([low, high], abs=0.015)


def test_pass_at_k_is_the_mean_over_all_ways_to_draw_k_runs() -> None:
    drawn, answers = random.Random(25), repair_answers(20)
    passes = {answer.item: [drawn.random() < 0.4 for _ in range(5)] for answer in answers}
    runs = [repair_run(item, run, passed) for item, own in passes.items() for run, passed in enumerate(own)]
    found = values(score_graded("repair", grade_repairs(answers, runs, number=5), predicted=20, runs=5))
    for k in (1, 5):
        means = [np.mean([any(draw) for draw in itertools.combinations(own, k)]) for own in passes.values()]
        assert found[f"pass@{k}"] == pytest.approx(np.mean(means))

"""Other tools' results as predictions: the layouts in which the published experiments and repair tools leave them."""

import json
from pathlib import Path, PurePath
from typing import Any

import pytest

from junobench_lab.instances.bench import Bench
from junobench_lab.research.importing.detection import import_detection, import_diagnosis
from junobench_lab.research.importing.models import Imported
from junobench_lab.research.importing.names import instance_of, side_of
from junobench_lab.research.importing.repair import import_repairs
from junobench_lab.research.scoring.score import score_predictions
from junobench_lab.research.tasks.items import make_tasks
from junobench_lab.research.tasks.models import Answer, RepairItem, RepairPrediction, TaskName
from junobench_lab.research.tasks.repaired import repaired_cells
from tests.notebook_factory import code, notebook
from tests.research.task_bench import INSTANCES, task_bench

IDS = ["pandas_1", "pandas_11", "torch_1", "torchvision_1", "tram-delays"]


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return task_bench(tmp_path / "tides")


@pytest.fixture
def results(tmp_path: Path) -> Path:
    (tmp_path / "results").mkdir()
    return tmp_path / "results"


def answers(bench: Bench, task: TaskName) -> list[Answer]:
    return make_tasks(bench, task).answers


def write(folder: Path, files: dict[str, Any]) -> None:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content if isinstance(content, str) else json.dumps(content))


def by_side(bench: Bench, imported: Imported, task: TaskName) -> dict[tuple[str, str, int], dict[str, Any]]:
    """Lines by instance, variant and run."""
    items = {answer.item: answer for answer in answers(bench, task)}
    return {(items[line["item"]].instance, items[line["item"]].variant, line["run"]): line for line in imported.lines}


@pytest.mark.parametrize(
    ("path", "instance", "side"),
    [
        ("pandas_1_reproduced.json", "pandas_1", "reproduced"),
        ("other/torchvision_1_fixed.json", "torchvision_1", "fixed"),
        ("pandas_11_fixed.json", "pandas_11", "fixed"),
        ("results_buggy/crash_detection_results_torch_1.json", "torch_1", "reproduced"),
        ("results_fixed/crash_detection_results_torch_1.json", "torch_1", "fixed"),
        ("tram-delays/patched.ipynb", "tram-delays", None),
        ("tram-delays-v2.ipynb", "tram-delays", None),
        ("pandas_111_fixed.json", None, "fixed"),
        ("summary.json", None, None),
    ],
)
def test_a_name_tells_instance_and_side(path: str, instance: str | None, side: str | None) -> None:
    assert (instance_of(PurePath(path), IDS), side_of(PurePath(path))) == (instance, side)


def test_runs_with_detection_and_reasoning_become_predictions_of_both_sides(bench: Bench, results: Path) -> None:
    runs = [{"reasoning": "y is missing.", "detection": True}, {"reasoning": "It runs.", "detection": False}]
    write(results, {"NBspecific_1_reproduced.json": runs, "other/pandas_1_fixed.json": [{"detection": False}]})
    imported = import_detection(results, answers(bench, "detection"), "theirs")
    assert imported.problems == []
    assert {key: line["crash"] for key, line in by_side(bench, imported, "detection").items()} == {
        ("NBspecific_1", "reproduced", 0): True,
        ("NBspecific_1", "reproduced", 1): False,
        ("pandas_1", "fixed", 0): False,
    }
    assert imported.lines[0]["system"] == "theirs"


def test_lists_of_words_in_a_folder_a_side_do_as_well_and_a_failed_call_is_no_answer(
    bench: Bench, results: Path
) -> None:
    write(
        results,
        {
            "results_buggy/crash_detection_results_pandas_1.json": ["TRUE", "[Error-skipping]", " false"],
            "results_fixed/crash_detection_results_pandas_1.json": ["FALSE"],
        },
    )
    imported = import_detection(results, answers(bench, "detection"), "theirs")
    assert {key: line["crash"] for key, line in by_side(bench, imported, "detection").items()} == {
        ("pandas_1", "reproduced", 0): True,
        ("pandas_1", "reproduced", 2): False,
        ("pandas_1", "fixed", 0): False,
    }
    assert imported.problems == ["results_buggy/crash_detection_results_pandas_1.json: run 1 gives no answer."]


def test_the_reasoning_of_runs_that_saw_the_crash_is_the_text_of_a_diagnosis(bench: Bench, results: Path) -> None:
    runs = [{"reasoning": "A number.", "detection": True}, {"reasoning": "Fine.", "detection": False}]
    write(results, {"pandas_1_reproduced.json": runs, "pandas_1_fixed.json": runs})
    imported = import_diagnosis(results, answers(bench, "diagnosis"), "theirs")
    assert {key: line["text"] for key, line in by_side(bench, imported, "diagnosis").items()} == {
        ("pandas_1", "reproduced", 0): "A number."
    }


def test_what_cannot_be_used_is_told(bench: Bench, results: Path) -> None:
    files = {"pandas_7_fixed.json": [True], "pandas_1.json": [True], "pandas_1_fixed.json": "{", "notes.txt": "x"}
    write(results, files)
    imported = import_detection(results, answers(bench, "detection"), "theirs")
    assert imported.lines == []
    assert imported.problems == [
        "pandas_1.json names no side (reproduced or fixed) and was passed over.",
        "pandas_1_fixed.json is no JSON list of runs and was passed over.",
        "pandas_7_fixed.json names no instance of the bench and was passed over.",
    ]


def test_imported_predictions_are_scored_as_any_others(bench: Bench, results: Path) -> None:
    for answer in answers(bench, "detection"):
        crash = answer.variant == "reproduced"
        write(results, {f"{answer.instance}_{answer.variant}.json": [{"detection": crash}] * 5})
    imported = import_detection(results, answers(bench, "detection"), "theirs")
    text = "".join(json.dumps(line) + "\n" for line in imported.lines)
    score = score_predictions(answers(bench, "detection"), text)
    assert (score.runs, score.problems) == (5, [])
    assert {figure.value for figure in score.figures} == {1.0}


def test_patched_notebooks_and_scripts_are_repairs_of_their_runs(bench: Bench, results: Path) -> None:
    fixed = INSTANCES["pandas_1"]["fixed"]
    script = "# %%\nx = 1\n# %%\ny = 2\n# %%\nx + y\n"
    write(results, {"run-0/pandas_1_patched.ipynb": fixed, "run-1/NBspecific_1.py": script, ".git/pandas_1.py": "x"})
    imported = import_repairs(results, answers(bench, "repair"), "theirs", bench)
    assert imported.problems == []
    lines = by_side(bench, imported, "repair")
    assert set(lines) == {("pandas_1", "reproduced", 0), ("NBspecific_1", "reproduced", 1)}
    items = {item.item: item for item in make_tasks(bench, "repair").items}
    for line, sources in zip(
        imported.lines,
        (["# Tides", "# fix ----\nx = 1", "y = x + 1", "print(y)"], ["x = 1", "y = 2", "x + y"]),
        strict=True,
    ):
        item = items[line["item"]]
        assert isinstance(item, RepairItem)
        cells = repaired_cells(item, RepairPrediction.model_validate(line))
        assert [cell.source for cell in cells] == sources
    assert all("outputs" not in cell or not cell["outputs"] for cell in imported.lines[0]["notebook"]["cells"])


def test_a_notebook_that_was_run_anew_brings_its_order_and_one_that_was_not_doesnt(bench: Bench, results: Path) -> None:
    kept = INSTANCES["NBspecific_1"]["reproduced"]
    rerun = notebook(code("x = 1", count=1), code("y = 2", count=2), code("x + y", count=3))
    write(results, {"1/NBspecific_1.ipynb": kept, "2/NBspecific_1.ipynb": rerun})
    lines = by_side(bench, import_repairs(results, answers(bench, "repair"), "theirs", bench), "repair")
    assert "order" not in lines["NBspecific_1", "reproduced", 1]
    assert lines["NBspecific_1", "reproduced", 2]["order"] == [0, 1, 2]


def test_a_damaged_notebook_and_a_second_one_are_told(bench: Bench, results: Path) -> None:
    fixed = INSTANCES["pandas_1"]["fixed"]
    write(results, {"pandas_1.ipynb": fixed, "pandas_1_b.ipynb": fixed, "NBspecific_1.ipynb": '{"cells": ['})
    imported = import_repairs(results, answers(bench, "repair"), "theirs", bench)
    assert len(imported.lines) == 1
    assert imported.problems == [
        "NBspecific_1.ipynb was passed over: NBspecific_1.ipynb is cut off: it ends in the middle. Get the file again.",
        "pandas_1_b.ipynb is a second repair of pandas_1 in run 0 and was passed over.",
    ]

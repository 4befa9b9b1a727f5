"""What the items of a task show, and their reference answers."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from junobench_lab.errors import InvalidRequest
from junobench_lab.instances.bench import Bench
from junobench_lab.instances.registry import starter_bench
from junobench_lab.research.tasks.comments import closed_up, with_comments
from junobench_lab.research.tasks.edits import apply_edits
from junobench_lab.research.tasks.items import make_tasks
from junobench_lab.research.tasks.jsonl import json_lines, with_answers
from junobench_lab.research.tasks.models import TASKS, Comments, Edit, TaskCell, TaskName
from tests.notebook_factory import code, crash_and_fix, notebook, parsed, write_bench
from tests.research.task_bench import task_bench


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return task_bench(tmp_path / "tides")


def pairs(bench: Bench, task: TaskName, comments: Comments = "no-hints") -> dict[tuple[str, str], tuple[Any, Any]]:
    """Item and answer by instance and variant."""
    made = make_tasks(bench, task, comments=comments)
    return {(a.instance, a.variant): (i, a) for i, a in zip(made.items, made.answers, strict=True)}


def test_detection_has_both_sides_with_what_ran_before_the_target(bench: Bench) -> None:
    made = pairs(bench, "detection")
    assert len(made) == 8
    item, answer = made["NBspecific_1", "reproduced"]
    assert ([step.source for step in item.steps], item.target.source, answer.crash) == (["x = 1"], "x + y", True)
    item, answer = made["NBspecific_1", "fixed"]
    assert ([step.source for step in item.steps], answer.crash) == (["x = 1", "y = 2"], False)


def test_a_cell_that_ran_twice_comes_twice_and_its_mark_is_not_shown(bench: Bench) -> None:
    item, _ = pairs(bench, "detection")["NBspecific_2", "reproduced"]
    assert [step.source for step in item.steps] == ["y = {'a': 1}", "y.pop('a')"]
    assert item.target.source == "y.pop('a')"


def test_an_item_tells_neither_its_instance_nor_its_side(bench: Bench) -> None:
    for task in TASKS:
        text = json_lines(make_tasks(bench, task).items)
        assert "NBspecific" not in text and "reproduced" not in text and "fixed" not in text
        assert "fix ----" not in text and "re-execute" not in text and "execution_count" not in text


def test_comments_are_shown_as_asked(bench: Bench) -> None:
    def source(variant: str, comments: Comments) -> str:
        item, _ = pairs(bench, "detection", comments)["pandas_1", variant]
        return str(item.steps[0].source)

    assert source("reproduced", "all") == "# the heights\nx = 1"
    assert source("reproduced", "none") == "x = 1"
    assert source("fixed", "all") == "# fix ----\nx = 1"
    assert source("fixed", "no-hints") == "x = 1"


def test_without_comments_strings_stay_and_lines_keep_their_places() -> None:
    source = "# a\nx = '# b'  # c\n\n!ls  # d"
    shown = with_comments(parsed(code(source)), "none").cells[0].source
    assert shown == "\nx = '# b'\n\n!ls"
    assert closed_up(source, shown) == "x = '# b'\n\n!ls"


def test_a_traceback_shows_no_comment_that_the_source_does_not(bench: Bench) -> None:
    crashed = parsed(code("x = 1  # because of this", count=1, error=("ValueError", "no")))
    outputs = with_comments(crashed, "none").cells[0].outputs
    assert "x = 1" in outputs[0]["traceback"][2] and "because" not in outputs[0]["traceback"][2]


@pytest.mark.parametrize(
    ("instance", "cells"),
    [("pandas_1", [[2]]), ("NBspecific_1", [[1]]), ("NBspecific_2", [[1]]), ("NBspecific_3", [[1]])],
)
def test_the_cause_is_what_the_fix_edits_or_runs_otherwise(bench: Bench, instance: str, cells: list[list[int]]) -> None:
    assert pairs(bench, "localisation")[instance, "reproduced"][1].cells == cells


def test_the_answer_of_order_is_the_order_of_the_fix(bench: Bench) -> None:
    item, answer = pairs(bench, "order")["NBspecific_3", "fixed"]
    assert (item.recorded, answer.order, item.target) == ([0, 2], [0, 1, 2], 2)
    item, answer = pairs(bench, "order")["NBspecific_2", "fixed"]
    assert (item.recorded, answer.order) == ([0, 1, 1], [0, 1])


def test_a_fix_that_keeps_the_order_makes_no_item_of_order(bench: Bench) -> None:
    assert {instance for instance, _ in pairs(bench, "order")} == {"NBspecific_1", "NBspecific_2", "NBspecific_3"}


def test_the_facts_of_a_diagnosis(bench: Bench) -> None:
    _, answer = pairs(bench, "diagnosis")["pandas_1", "reproduced"]
    assert (answer.exception, answer.names, answer.text) == ("NameError", ["y"], "A number has no case.")
    assert pairs(bench, "diagnosis")["NBspecific_2", "reproduced"][1].names == ["a"]


def test_labels_that_the_sheet_does_not_give_are_not_asked_for(bench: Bench) -> None:
    made = pairs(bench, "labels")
    assert set(made["NBspecific_2", "reproduced"][1].labels) == {"library", "crash_type", "stage"}
    assert made["pandas_1", "reproduced"][1].labels["library"] == "pandas"


def test_an_instance_that_makes_no_item_is_named(bench: Bench) -> None:
    assert make_tasks(bench, "repair").problems == ["numpy_1 is left out: its reproduced variant records no crash."]


def test_what_is_missing_or_broken_leaves_out_one_instance_and_says_so(tmp_path: Path) -> None:
    sound = crash_and_fix()
    instances: dict[str, Any] = {
        "sound": sound,
        "cut": {**sound, "reproduced": '{"cells": ['},
        "alone": {"reproduced": sound["reproduced"]},
        "elsewhere": {**sound, "fixed": notebook(code("x = 1", count=1))},
    }
    made = make_tasks(Bench.open(write_bench(tmp_path / "b", instances)), "detection")
    assert [answer.instance for answer in made.answers] == ["sound", "sound"]
    assert made.problems == [
        "cut is left out: cut_reproduced.ipynb is cut off: it ends in the middle. Get the file again.",
        "alone is left out: it has no reference fix.",
        "elsewhere is left out: no reference fix runs what its crash cell has become.",
    ]


def test_the_edits_of_a_reference_repair_make_the_fixed_notebook() -> None:
    starter = starter_bench()
    made = make_tasks(starter, "repair", comments="all")
    assert len(made.items) == len(starter.summaries())
    for item, answer in zip(made.items, made.answers, strict=True):
        assert item.task == "repair" and answer.task == "repair"
        for repair in answer.repairs:
            fixed = starter.notebook(answer.instance, repair.variant)
            repaired = apply_edits(item.cells, repair.edits)
            assert [(c.type, c.source) for c in repaired] == [(c.type, c.source) for c in fixed.cells]


def _cells(*sources: str) -> list[TaskCell]:
    return [TaskCell(cell=place, type="code", source=source) for place, source in enumerate(sources)]


def test_edits_name_places_as_they_were() -> None:
    edits = [
        Edit(op="delete", cell=0),
        Edit(op="insert", cell=1, source="new"),
        Edit(op="replace", cell=1, source="B"),
        Edit(op="insert", cell=2, source="end"),
    ]
    assert apply_edits(_cells("a", "b"), edits) == _cells("new", "B", "end")


@pytest.mark.parametrize(
    "edits", [[Edit(op="delete", cell=2)], [Edit(op="delete", cell=0), Edit(op="replace", cell=0)]]
)
def test_edits_that_make_no_sense_are_refused(edits: Sequence[Edit]) -> None:
    with pytest.raises(InvalidRequest):
        apply_edits(_cells("a", "b"), edits)


def test_an_item_can_carry_its_answer(bench: Bench) -> None:
    made = make_tasks(bench, "labels", ["pandas_1"])
    record = json.loads(with_answers(made.items, made.answers))
    assert record["answer"]["instance"] == "pandas_1" and record["item"] == record["answer"]["item"]


def test_items_are_the_same_wherever_the_bench_is(bench: Bench) -> None:
    made, again = make_tasks(bench, "labels"), make_tasks(Bench.open(bench.path, "elsewhere"), "labels")
    assert json_lines(made.items) == json_lines(again.items)

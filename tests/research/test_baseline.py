"""The baseline of trace rules sees an item alone, and says what the rules say."""

from typing import Any

from junobench_lab.instances.registry import starter_bench
from junobench_lab.research.tasks.baselines import BASELINES
from junobench_lab.research.tasks.items import make_tasks
from junobench_lab.research.tasks.label_baseline import estimators
from junobench_lab.research.tasks.models import (
    DetectionItem,
    LabelsItem,
    LocalisationItem,
    OrderItem,
    TaskCell,
    TaskCrash,
    TaskStep,
)
from junobench_lab.research.tasks.trace_rules import trace_rules


def _cells(*sources: str) -> list[TaskCell]:
    return [TaskCell(cell=place, type="code", source=source) for place, source in enumerate(sources)]


def _crashes(*steps: tuple[int, str]) -> bool:
    before = [TaskStep(cell=cell, source=source) for cell, source in steps]
    said: Any = trace_rules(DetectionItem(item="i", steps=before[:-1], target=before[-1]))
    return bool(said.crash)


def test_a_name_that_nothing_made_crashes_the_target() -> None:
    assert _crashes((0, "x = 1"), (2, "print(x + y)"))
    assert not _crashes((0, "x = 1"), (1, "y = 2"), (2, "print(x + y)"))


def test_a_second_run_of_what_changes_its_input_crashes() -> None:
    assert _crashes((0, "y = {'a': 1}"), (1, "y.pop('a')"), (1, "y.pop('a')"))
    assert not _crashes((0, "y = {'a': 1}"), (1, "print(y)"), (1, "print(y)"))


def _crash(cell: int, evalue: str) -> dict[str, Any]:
    return {"crash": TaskCrash(cell=cell, line=1, ename="NameError", evalue=evalue, traceback=[])}


def test_the_cause_is_the_cell_that_never_ran() -> None:
    crash = _crash(2, "name 'y' is not defined")
    item = LocalisationItem(item="i", cells=_cells("x = 1", "y = 2", "print(x + y)"), order=[0, 2], **crash)
    assert trace_rules(item).cells == [1]


def test_the_order_gets_what_the_target_still_needs() -> None:
    item = OrderItem(item="i", cells=_cells("x = 1", "y = 2", "print(x + y)"), recorded=[0, 2], target=2)
    assert trace_rules(item).order == [0, 1, 2]


def test_the_order_runs_the_target_once() -> None:
    item = OrderItem(item="i", cells=_cells("x = 1", "print(x)"), recorded=[0, 1, 1], target=1)
    assert trace_rules(item).order == [0, 1]


def test_other_tasks_have_no_baseline() -> None:
    item = LabelsItem(item="i", cells=_cells("x"), order=[0], **_crash(0, "name 'x' is not defined"))
    assert trace_rules(item) is None
    assert estimators(OrderItem(item="i", cells=_cells("x"), recorded=[0], target=0)) is None


def test_the_labels_are_those_of_the_estimators() -> None:
    crash = _crash(2, "name 'y' is not defined")
    item = LabelsItem(item="i", cells=_cells("x = 1", "y = 2", "print(x + y)"), order=[0, 2], **crash)
    said: Any = estimators(item)
    assert said.labels["crash_type"] == "variable not found"
    assert said.labels["root_cause"] == "NB specific"
    assert said.labels["library"] == "notebook-specific"


def test_every_item_of_the_starter_bench_gets_a_prediction() -> None:
    starter = starter_bench()
    # What runs something has a test of its own, on fewer items.
    for system in (BASELINES["trace-rules"], BASELINES["estimators"]):
        for task in system.tasks:
            made = make_tasks(starter, task)
            items = made.items
            said = [system.system(starter, made.answers)(item) for item in items]
            assert [one.item for one in said if one is not None] == [item.item for item in items]

"""The items of a task, made of the instances of a bench, with their reference answers."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from ...errors import LabError
from ...instances.bench import Bench
from ...instances.models import DIMENSIONS, REFERENCE_VARIANTS, InstanceSummary, VariantName
from ...instances.notebooks import Notebook
from ...practice.cause import cause_cells
from ...running.models import Plan
from ...running.plan import plan_variant
from ...trace.align import align_cells
from ...trace.missing import missing_keys, missing_name
from ...trace.models import TraceCrash
from ...trace.order import trace_notebook
from .comments import closed_up, with_comments
from .edits import edits_between
from .models import (
    Answer,
    Comments,
    DetectionAnswer,
    DetectionItem,
    DiagnosisAnswer,
    DiagnosisItem,
    Item,
    LabelsAnswer,
    LabelsItem,
    LocalisationAnswer,
    LocalisationItem,
    OrderAnswer,
    OrderItem,
    ReferenceRepair,
    RepairAnswer,
    RepairItem,
    TaskCell,
    TaskCrash,
    TaskName,
    TaskStep,
)


@dataclass(frozen=True)
class TaskSet:
    """The items of one task, and the answer to each, in the same order."""

    items: list[Item]
    answers: list[Answer]
    problems: list[str] = field(default_factory=list)
    """What could not be made an item, in words."""


def make_tasks(
    bench: Bench,
    task: TaskName,
    ids: Sequence[str] | None = None,
    *,
    comments: Comments = "no-hints",
    step: Callable[[int, int], None] | None = None,
) -> TaskSet:
    """The items of a task for the instances (all by default), sorted by their opaque names.

    Instances that can't be read, or lack what the task needs, are left out and named in ``problems``. ``step`` is told
    before each how many are done, of how many; what it raises ends the making. Raises `UnknownInstance`, and
    `BrokenBench` where the bench can't be read.
    """
    summaries = bench.summaries() if ids is None else [bench.summary(id) for id in dict.fromkeys(ids)]
    made: list[tuple[Item, Answer]] = []
    problems: list[str] = []
    for done, summary in enumerate(summaries):
        if step is not None:
            step(done, len(summaries))
        try:
            made += _of_instance(_Case(bench, summary), task, comments)
        except LabError as error:
            problems.append(f"{summary.id} is left out: {error}")
        except _Unfit as error:
            problems.append(f"{summary.id} is left out: {error}")
    made.sort(key=lambda pair: pair[0].item)
    return TaskSet([item for item, _ in made], [answer for _, answer in made], problems)


class _Unfit(Exception):
    """The instance lacks what the task needs."""


class _Side:
    """One variant: its notebook, the plan through the crash cell's counterpart, and whether it gets there."""

    def __init__(self, name: VariantName, notebook: Notebook, plan: Plan) -> None:
        self.name: VariantName = name
        self.notebook = notebook
        self.order = [step.cell for step in plan.steps]
        self.reaches_target = bool(plan.steps) and plan.crash is not None and plan.crash.step is not None

    def cells(self, comments: Comments, *, closed: bool) -> list[TaskCell]:
        """All cells as shown; ``closed``: without the empty lines in the places of comments."""
        shown = with_comments(self.notebook, comments).cells
        return [
            TaskCell(
                cell=cell.cell,
                type=cell.type,
                source=closed_up(before.source, cell.source) if closed else cell.source,
            )
            for before, cell in zip(self.notebook.cells, shown, strict=True)
        ]


class _Case:
    """An instance with its notebooks."""

    def __init__(self, bench: Bench, summary: InstanceSummary) -> None:
        self.bench = bench
        self.summary = summary
        reproduced = bench.notebook(summary.id, "reproduced")
        crash = trace_notebook(reproduced).crash
        if crash is None:
            raise _Unfit("its reproduced variant records no crash.")
        self.crash: TraceCrash = crash
        self.reproduced = self._side("reproduced", reproduced, reproduced)
        names = [info.name for info in bench.variants(summary.id) if info.name in REFERENCE_VARIANTS]
        self.fixes = [self._side(name, bench.notebook(summary.id, name), reproduced) for name in names]

    def _side(self, name: VariantName, notebook: Notebook, reproduced: Notebook) -> _Side:
        return _Side(name, notebook, plan_variant(notebook, reproduced=reproduced, crash=self.summary.crash))

    def fix(self) -> _Side:
        """The first reference fix that runs what the crash cell has become."""
        usable = next((fix for fix in self.fixes if fix.reaches_target), None)
        if usable is None:
            raise _Unfit(
                "no reference fix runs what its crash cell has become." if self.fixes else "it has no reference fix."
            )
        return usable

    def causes(self) -> list[list[int]]:
        self.fix()
        found = [
            cause_cells(self.reproduced.notebook, fix.notebook, self.reproduced.order, fix.order)
            for fix in self.fixes
            if fix.reaches_target
        ]
        return [cells for place, cells in enumerate(found) if cells not in found[:place]]

    def repairs(self) -> list[ReferenceRepair]:
        self.fix()
        left = self.reproduced.notebook.cells
        return [
            ReferenceRepair(variant=fix.name, edits=edits_between(left, fix.notebook.cells), order=fix.order)
            for fix in self.fixes
            if fix.reaches_target
        ]

    def shown_crash(self, comments: Comments) -> TaskCrash:
        outputs = with_comments(self.reproduced.notebook, comments).cells[self.crash.cell].outputs
        error = next(output for output in reversed(outputs) if output.get("output_type") == "error")
        traceback = error.get("traceback")
        return TaskCrash(
            cell=self.crash.cell,
            line=self.crash.line,
            ename=self.crash.ename,
            evalue=self.crash.evalue,
            traceback=[part for part in traceback if isinstance(part, str)] if isinstance(traceback, list) else [],
        )

    def name(self, task: TaskName, side: _Side) -> str:
        """An item's name: the same wherever the bench is kept, and silent about instance and side."""
        text = "\n".join((task, self.summary.id, side.name))
        return f"{task}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def _of_instance(case: _Case, task: TaskName, comments: Comments) -> Iterable[tuple[Item, Answer]]:
    if task == "detection":
        return [_detection(case, case.reproduced, comments, True), _detection(case, case.fix(), comments, False)]
    if task == "diagnosis":
        return [_diagnosis(case, comments)]
    if task == "order":
        return _order(case, comments)
    return [_with_crash(case, task, comments)]


def _about(case: _Case, side: _Side) -> dict[str, object]:
    return {
        "bench": case.bench.name,
        "instance": case.summary.id,
        "variant": side.name,
        "library": case.summary.labels.library,
    }


def _detection(case: _Case, side: _Side, comments: Comments, crash: bool) -> tuple[Item, Answer]:
    name = case.name("detection", side)
    cells = side.cells(comments, closed=True)
    steps = [TaskStep(cell=cell, source=cells[cell].source) for cell in side.order]
    answer = DetectionAnswer.model_validate({"item": name, "crash": crash, **_about(case, side)})
    return DetectionItem(item=name, steps=steps[:-1], target=steps[-1]), answer


def _diagnosis(case: _Case, comments: Comments) -> tuple[Item, Answer]:
    side = case.reproduced
    name = case.name("diagnosis", side)
    item = DiagnosisItem(item=name, cells=side.cells(comments, closed=True), order=side.order, target=case.crash.cell)
    missing = missing_name(case.crash.ename, case.crash.evalue)
    answer = {
        "exception": case.crash.ename,
        "names": [missing] if missing is not None else missing_keys(case.crash.ename, case.crash.evalue),
        "cells": case.causes(),
        "text": case.bench.diagnosis(case.summary.id).text,
    }
    return item, DiagnosisAnswer.model_validate({"item": name, **answer, **_about(case, side)})


def _order(case: _Case, comments: Comments) -> list[tuple[Item, Answer]]:
    side = case.fix()
    name = case.name("order", side)
    twins = dict(align_cells(case.reproduced.notebook.cells, side.notebook.cells))
    before = [twins.get(cell) for cell in case.reproduced.order[:-1]]
    recorded = [*(cell for cell in before if cell is not None), side.order[-1]]
    if recorded == side.order:
        return []
    item = OrderItem(item=name, cells=side.cells(comments, closed=True), recorded=recorded, target=side.order[-1])
    return [(item, OrderAnswer.model_validate({"item": name, "order": side.order, **_about(case, side)}))]


def _with_crash(case: _Case, task: TaskName, comments: Comments) -> tuple[Item, Answer]:
    side = case.reproduced
    name = case.name(task, side)
    shown = {
        "item": name,
        "cells": side.cells(comments, closed=False),
        "order": side.order,
        "crash": case.shown_crash(comments),
    }
    about = {"item": name, **_about(case, side)}
    if task == "localisation":
        return LocalisationItem.model_validate(shown), LocalisationAnswer.model_validate(
            {**about, "cells": case.causes()}
        )
    if task == "repair":
        return RepairItem.model_validate(shown), RepairAnswer.model_validate({**about, "repairs": case.repairs()})
    labels = {
        dimension: value for dimension in DIMENSIONS if (value := getattr(case.summary.labels, dimension)) is not None
    }
    return LabelsItem.model_validate(shown), LabelsAnswer.model_validate({**about, "labels": labels})

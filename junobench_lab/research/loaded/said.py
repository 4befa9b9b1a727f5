"""What a system said about an instance, in words and as patches of cells. Pure."""

from collections.abc import Sequence
from typing import cast

from ...errors import BrokenNotebook, InvalidRequest
from ...instances.labels import TITLES
from ...instances.models import DIMENSIONS, Cell
from ...practice.levels import reached_levels
from ..repairs.models import RepairRun
from ..scoring.models import Graded
from ..tasks.edits import edits_between
from ..tasks.models import (
    Answer,
    DetectionPrediction,
    DiagnosisPrediction,
    Edit,
    Item,
    LabelsPrediction,
    LocalisationPrediction,
    OrderPrediction,
    Prediction,
    RepairItem,
    RepairPrediction,
    TaskCell,
)
from ..tasks.repaired import repaired_cells
from .grading import GradedSystem
from .models import CellPatch, SaidItem, SaidPart, SystemOnInstance


def on_instance(system: GradedSystem, id: str) -> SystemOnInstance | None:
    """What a system said about an instance; ``None`` where the task makes no item of it."""
    answers = system.answers(id)
    if not answers:
        return None
    items = {item.item: item for item in system.tasks.items}
    said = [one for answer in answers for one in _said(system, answer, items[answer.item])]
    said.sort(key=lambda one: (one.run, one.variant != "reproduced"))
    levels = [level for one in said if (level := one.level) is not None]
    return SystemOnInstance(
        key=system.kept.key,
        name=system.kept.name,
        task=system.kept.task,
        standing=system.standings.get(id),
        level=max(levels, key=lambda level: len(reached_levels(level)), default=None),
        sentence=_sentence(system, id, said),
        said=said,
    )


def _sentence(system: GradedSystem, id: str, said: Sequence[SaidItem]) -> str:
    standing = system.standings.get(id)
    if not said:
        return "said nothing about this crash" + (", which counts as wrong" if standing == "wrong" else "")
    if standing is None:
        return "not judged: its repair hasn't been run" if system.kept.task == "repair" else "not judged"
    several = len({one.run for one in said})
    return standing if several < 2 else f"{standing} by the majority of {several} runs"


def _said(system: GradedSystem, answer: Answer, item: Item) -> list[SaidItem]:
    predictions = system.predictions.by_item.get(answer.item, {})
    ran = {run.run: run for run in system.runs.get(answer.item, [])}
    graded = system.graded.get(answer.item)
    # The marks are those of the majority: with several runs they aren't those of each.
    judged = graded if len(predictions) == 1 else None
    return [
        _one(answer, item, run, predictions.get(run), ran.get(run), judged)
        for run in sorted(predictions.keys() | ran.keys())
    ]


def _one(
    answer: Answer, item: Item, run: int, prediction: Prediction | None, ran: RepairRun | None, graded: Graded | None
) -> SaidItem:
    patch: list[CellPatch] | None = None
    sentence = ran.sentence if ran is not None else None
    if isinstance(prediction, RepairPrediction):
        try:
            patch = patch_of(cast("RepairItem", item), prediction)
        except (InvalidRequest, BrokenNotebook) as error:
            sentence = sentence or str(error)
    return SaidItem(
        variant=answer.variant,
        run=run,
        parts=_parts(prediction, graded.marks if graded is not None else {}) if prediction is not None else [],
        patch=patch,
        verdict=ran.verdict if ran is not None else None,
        level=ran.level if ran is not None else None,
        sentence=sentence,
    )


def _parts(prediction: Prediction, marks: dict[str, float]) -> list[SaidPart]:
    def part(name: str, said: str | None, mark: str | None = None) -> list[SaidPart]:
        judged = marks.get(mark) if mark is not None else None
        return [] if said is None else [SaidPart(name=name, said=said, right=None if judged is None else judged == 1)]

    if isinstance(prediction, DetectionPrediction):
        return part("target", "crashes" if prediction.crash else "runs", "accuracy")
    if isinstance(prediction, LocalisationPrediction):
        return part("cause", _cells(prediction.cells), "exact")
    if isinstance(prediction, OrderPrediction):
        return part("order", _order(prediction.order), "exact")
    if isinstance(prediction, DiagnosisPrediction):
        names = None if prediction.names is None else ", ".join(prediction.names) or "none"
        cells = None if prediction.cells is None else _cells(prediction.cells)
        return [
            *part("exception", prediction.exception, "exception"),
            *part("names", names, "names"),
            *part("cause", cells, "cells exact"),
            *part("why", prediction.text),
        ]
    if isinstance(prediction, LabelsPrediction):
        return [
            one
            for dimension in DIMENSIONS
            for one in part(TITLES[dimension], prediction.labels.get(dimension), dimension)
        ]
    return part("order", None if prediction.order is None else _order(prediction.order))


def _cells(cells: Sequence[int]) -> str:
    """Cells as a person counts them, in the order of the notebook."""
    numbers = [str(cell + 1) for cell in sorted(set(cells))]
    return f"{'cell' if len(numbers) == 1 else 'cells'} {', '.join(numbers)}" if numbers else "no cell"


def _order(order: Sequence[int]) -> str:
    return f"cells {', '.join(str(cell + 1) for cell in order)}" if order else "no cell"


def patch_of(item: RepairItem, prediction: RepairPrediction) -> list[CellPatch]:
    """What a predicted repair does to the cells that its item shows; cells that stay as they are are left out.

    Raises `InvalidRequest` and `BrokenNotebook` where it makes no notebook.
    """
    after = repaired_cells(item, prediction)
    edits = prediction.edits if prediction.edits is not None else edits_between(_as_cells(item.cells), _as_cells(after))
    return [one for edit in edits if (one := _patch(item.cells, edit)) is not None]


def _as_cells(cells: Sequence[TaskCell]) -> list[Cell]:
    return [Cell(cell=cell.cell, type=cell.type, source=cell.source) for cell in cells]


def _patch(cells: Sequence[TaskCell], edit: Edit) -> CellPatch | None:
    if edit.op == "insert":
        return CellPatch(cell=edit.cell, change="new", type=edit.type, before="", after=edit.source)
    old = cells[edit.cell]
    if edit.op == "delete":
        return CellPatch(cell=edit.cell, change="deleted", type=old.type, before=old.source, after="")
    if (old.type, old.source) == (edit.type, edit.source):
        return None
    return CellPatch(cell=edit.cell, change="changed", type=edit.type, before=old.source, after=edit.source)

"""Reading predictions: which can be used, and what is wrong with the others, in words."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import ValidationError

from ...errors import InvalidRequest
from ..foreign_json import json_object
from ..tasks.models import PREDICTIONS, Answer, Prediction, TaskName

_SHOWN = 5
"""Names in one sentence."""


@dataclass(frozen=True)
class Predictions:
    """The usable predictions of a file, by item and then by run."""

    by_item: dict[str, dict[int, Prediction]]
    problems: list[str] = field(default_factory=list)

    @property
    def runs(self) -> int:
        return len({run for runs in self.by_item.values() for run in runs})


def task_of(answers: Sequence[Answer]) -> TaskName:
    """The task that the answers belong to. Raises `InvalidRequest` for none, or answers of several tasks."""
    tasks = {answer.task for answer in answers}
    if len(tasks) != 1:
        raise InvalidRequest(
            f"The reference answers are of several tasks ({', '.join(sorted(tasks))}): score one at a time."
            if tasks
            else "There are no reference answers, so there is nothing to score against."
        )
    return tasks.pop()


def read_predictions(text: str, answers: Sequence[Answer]) -> Predictions:
    """Read JSON lines. Whatever can't be used is told in ``problems``; nothing is an error.

    The first prediction of an item and run counts. An item that has no usable prediction in any run is missing; so is
    one that lacks a run that others have.
    """
    model = PREDICTIONS[task_of(answers)]
    known = {answer.item for answer in answers}
    by_item: dict[str, dict[int, Prediction]] = {}
    unreadable: list[str] = []
    unusable: list[str] = []
    double: list[str] = []
    unknown: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        document = json_object(line)
        if document is None:
            unreadable.append(str(number))
            continue
        try:
            prediction = model.model_validate(document)
        except ValidationError as error:
            place = ".".join(str(part) for part in error.errors()[0]["loc"]) or "the record"
            unusable.append(f"line {number} ({place})")
            continue
        if prediction.item not in known:
            unknown.append(prediction.item[:80])
        elif prediction.run in by_item.setdefault(prediction.item, {}):
            double.append(prediction.item)
        else:
            by_item[prediction.item][prediction.run] = prediction
    missing = [answer.item for answer in answers if answer.item not in by_item]
    runs = {run for runs in by_item.values() for run in runs}
    partly = [item for item, own in by_item.items() if len(own) < len(runs)]
    told = (
        (unreadable, "line", "is no JSON object and was passed over", "are no JSON objects and were passed over"),
        (
            unusable,
            "record",
            "lacks a field or has one of the wrong kind and was passed over",
            "lack a field or have one of the wrong kind and were passed over",
        ),
        (unknown, "prediction", "is for an item that is not among the answers", "are for items not among the answers"),
        (
            double,
            "prediction",
            "is for an item and run that had one already; the first counts",
            "are for items and runs that had one already; the first counts",
        ),
        (missing, "item", "has no prediction and counts as wrong", "have no prediction and count as wrong"),
        (
            partly,
            "item",
            f"has a prediction in only some of the {len(runs)} runs",
            f"have a prediction in only some of the {len(runs)} runs",
        ),
    )
    problems = [counted(names, *words) for names, *words in told if names]
    return Predictions(by_item, problems)


def counted(names: Sequence[str], noun: str, one: str, several: str) -> str:
    """How many there are of something, what is the matter with it, and the names of the first."""
    shown = ", ".join(names[:_SHOWN])
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    number = len(names)
    return f"{number} {noun if number == 1 else noun + 's'} {one if number == 1 else several}: {shown}{more}."

"""Grading predictions item by item: values in, marks out."""

from collections.abc import Mapping, Sequence
from typing import cast

from ...instances.exceptions import same_exception
from ...instances.labels import library_name
from ...instances.models import DIMENSIONS, Dimension
from ..judging.models import case_of
from ..tasks.models import (
    Answer,
    DetectionAnswer,
    DetectionPrediction,
    DiagnosisAnswer,
    DiagnosisPrediction,
    LabelsAnswer,
    LabelsPrediction,
    LocalisationAnswer,
    LocalisationPrediction,
    OrderAnswer,
    OrderPrediction,
    Prediction,
    TaskName,
)
from .likeness import likeness, overlap
from .models import Graded, LabelPair
from .predictions import Predictions
from .votes import Vote

MAIN_MARK: dict[TaskName, str] = {
    "detection": "accuracy",
    "diagnosis": "exception",
    "localisation": "exact",
    "order": "exact",
    "labels": "all four",
    "repair": "passes check",
}
"""The mark, 0 or 1, by which two systems are compared."""

CRASH = "crash"
NO_CRASH = "no crash"

TEXT_MARK = "text"
"""The mark of a diagnosis that a judge gives."""

_Spelling = Mapping[tuple[Dimension, str], str]
"""How a value of a dimension is written, by its `_meant`."""


def grade(
    answers: Sequence[Answer], predictions: Predictions, verdicts: Mapping[str, bool] | None = None
) -> list[Graded]:
    """One graded item an answer, in their order, whatever was predicted. Several runs of an item vote.

    ``verdicts`` are those of a judge of texts, by what was judged (see `judging`): with them, diagnoses get a mark for
    their text. Repairs are graded from their runs, see `repairs.grade`.
    """
    spelling = _spelling(answers)
    return [
        _graded(answer, list(predictions.by_item.get(answer.item, {}).values()), verdicts, spelling)
        for answer in answers
    ]


def _graded(
    answer: Answer, said: Sequence[Prediction], verdicts: Mapping[str, bool] | None, spelling: _Spelling
) -> Graded:
    marks: dict[str, float] = {}
    labels: dict[str, LabelPair] = {}
    vote = Vote()
    if isinstance(answer, DetectionAnswer):
        crash = vote.on(one.crash for one in cast("Sequence[DetectionPrediction]", said))
        labels["crash"] = LabelPair(truth=_crash(answer.crash), predicted=None if crash is None else _crash(crash))
        marks["accuracy"] = float(crash is answer.crash)
    elif isinstance(answer, LocalisationAnswer):
        cells = vote.on(tuple(sorted(set(one.cells))) for one in cast("Sequence[LocalisationPrediction]", said))
        marks |= _cell_marks(cells, answer.cells, "exact", "overlap")
    elif isinstance(answer, OrderAnswer):
        order = vote.on(tuple(one.order) for one in cast("Sequence[OrderPrediction]", said))
        marks["exact"] = float(order is not None and list(order) == answer.order)
        marks["similarity"] = 0.0 if order is None else likeness(order, answer.order)
    elif isinstance(answer, DiagnosisAnswer):
        diagnoses = cast("Sequence[DiagnosisPrediction]", said)
        marks |= _diagnosis(answer, diagnoses, vote)
        if verdicts is not None and answer.text is not None:
            judged = [case_of(answer, one) for one in diagnoses]
            right = vote.on(None if case is None else verdicts.get(case.digest) for case in judged)
            marks[TEXT_MARK] = float(right is True)
    elif isinstance(answer, LabelsAnswer):
        for dimension in DIMENSIONS:
            truth = answer.labels.get(dimension)
            if truth is None:
                continue
            values = (one.labels.get(dimension) for one in cast("Sequence[LabelsPrediction]", said))
            predicted = vote.on(None if value is None else _spelled(dimension, value, spelling) for value in values)
            true = _spelled(dimension, truth, spelling)
            labels[dimension] = LabelPair(truth=true, predicted=predicted)
            marks[dimension] = float(predicted == true)
        if marks:
            marks["all four"] = float(all(marks.values()))
    return Graded(
        item=answer.item,
        instance=answer.instance,
        variant=answer.variant,
        library=answer.library,
        marks=marks,
        labels=labels,
        undecided=vote.undecided,
    )


def _crash(crash: bool) -> str:
    return CRASH if crash else NO_CRASH


def _spelling(answers: Sequence[Answer]) -> _Spelling:
    """As the true values of all answers are: a wrong prediction of a value counts for that value's own precision."""
    found: dict[tuple[Dimension, str], str] = {}
    for answer in answers:
        if isinstance(answer, LabelsAnswer):
            for dimension, value in answer.labels.items():
                named = _named(dimension, value)
                found.setdefault((dimension, _meant(named)), named)
    return found


def _spelled(dimension: Dimension, value: str, spelling: _Spelling) -> str:
    """The value as it is written elsewhere, whatever its case and blanks; a new one in lower case."""
    meant = _meant(_named(dimension, value))
    return spelling.get((dimension, meant), meant)


def _named(dimension: Dimension, value: str) -> str:
    return library_name(value) if dimension == "library" else value


def _meant(value: str) -> str:
    return " ".join(value.split()).casefold()


def _cell_marks(
    cells: Sequence[int] | None, accepted: Sequence[Sequence[int]], exact: str, overlapping: str
) -> dict[str, float]:
    """Against the accepted set that is nearest."""
    if cells is None:
        return {exact: 0.0, overlapping: 0.0}
    return {
        exact: float(any(set(cells) == set(one) for one in accepted)),
        overlapping: max((overlap(cells, one) for one in accepted), default=0.0),
    }


def _diagnosis(answer: DiagnosisAnswer, said: Sequence[DiagnosisPrediction], vote: Vote) -> dict[str, float]:
    """The exact facts; the text is left to a judge."""
    exception = vote.on(
        None if one.exception is None else one.exception.strip().rsplit(".", 1)[-1].casefold() for one in said
    )
    marks = {"exception": float(exception is not None and same_exception(exception, answer.exception))}
    if answer.names:
        names = vote.on(None if one.names is None else tuple(sorted(set(one.names))) for one in said)
        marks["names"] = float(names is not None and set(names) == set(answer.names))
    cells = vote.on(None if one.cells is None else tuple(sorted(set(one.cells))) for one in said)
    return marks | _cell_marks(cells, answer.cells, "cells exact", "cells overlap")

"""The prediction of a system that knows the answer."""

from .models import (
    Answer,
    DetectionAnswer,
    DetectionPrediction,
    DiagnosisAnswer,
    DiagnosisPrediction,
    LabelsPrediction,
    LocalisationAnswer,
    LocalisationPrediction,
    OrderAnswer,
    OrderPrediction,
    Prediction,
    RepairAnswer,
    RepairPrediction,
)


def reference_prediction(answer: Answer) -> Prediction:
    """What is right for an item, in the form in which a system would say it."""
    if isinstance(answer, DetectionAnswer):
        return DetectionPrediction(item=answer.item, crash=answer.crash)
    if isinstance(answer, DiagnosisAnswer):
        return DiagnosisPrediction(
            item=answer.item,
            exception=answer.exception,
            names=answer.names,
            cells=answer.cells[0],
            text=answer.text,
        )
    if isinstance(answer, LocalisationAnswer):
        return LocalisationPrediction(item=answer.item, cells=answer.cells[0])
    if isinstance(answer, RepairAnswer):
        repair = answer.repairs[0]
        return RepairPrediction(item=answer.item, edits=repair.edits, order=repair.order)
    if isinstance(answer, OrderAnswer):
        return OrderPrediction(item=answer.item, order=answer.order)
    return LabelsPrediction(item=answer.item, labels=answer.labels)

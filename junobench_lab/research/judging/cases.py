"""Which texts there are to judge. Pure."""

from collections.abc import Sequence

from ..scoring.predictions import Predictions
from ..tasks.models import Answer, DiagnosisAnswer, DiagnosisPrediction
from .models import JudgeCase, case_of


def cases_of(answers: Sequence[Answer], predictions: Predictions) -> list[JudgeCase]:
    """Every text that can be judged, each once however many runs said it."""
    found: dict[str, JudgeCase] = {}
    for answer in answers:
        for said in predictions.by_item.get(answer.item, {}).values():
            if isinstance(answer, DiagnosisAnswer) and isinstance(said, DiagnosisPrediction):
                case = case_of(answer, said)
                if case is not None:
                    found.setdefault(case.digest, case)
    return list(found.values())

"""What a judge is asked, and what it said."""

import hashlib
from typing import Literal

from pydantic import Field, StrictBool, StrictStr

from ...model import Model
from ..tasks.models import DiagnosisAnswer, DiagnosisPrediction


class Told(Model):
    """One explanation of a crash."""

    exception: str | None
    names: list[str]
    text: str


class JudgeCase(Model):
    """A text to judge: does it name the cause that the reference names? Nothing tells which system wrote it."""

    format: Literal[1] = 1
    task: Literal["diagnosis"] = "diagnosis"
    item: str
    reference: Told
    prediction: Told

    @property
    def digest(self) -> str:
        """SHA-256 of what is judged, so that a changed text is judged again and an equal one isn't."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()


def case_of(answer: DiagnosisAnswer, said: DiagnosisPrediction) -> JudgeCase | None:
    """``None`` where there is nothing to judge: no text was predicted, or the bench has none to compare it with."""
    if answer.text is None or said.text is None or not said.text.strip():
        return None
    return JudgeCase(
        item=answer.item,
        reference=Told(exception=answer.exception, names=answer.names, text=answer.text),
        prediction=Told(exception=said.exception, names=said.names or [], text=said.text),
    )


class Judged(Model):
    """What a judge has to say: the JSON object at the end of its reply."""

    right: StrictBool
    why: StrictStr = ""


class TextVerdict(Model):
    """A verdict as it is kept, a line of the file of verdicts."""

    format: Literal[1] = 1
    item: str
    case: str
    """SHA-256 of what was judged, see `JudgeCase.digest`."""
    judge: str
    """Name of the command or model."""
    right: bool | None
    """``None`` where the judge gave no verdict, see `error`; it is then asked again."""
    why: str = ""
    error: str | None = None
    seconds: float = 0.0
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost: float | None = Field(default=None, ge=0)
    """US dollars, where the price of the model is known."""
    kept: bool = False
    """Whether the reply was on file, so that nothing was paid for it this time."""

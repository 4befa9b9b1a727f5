"""What a task asks, what the reference answer is, and what a system may say: one JSON object a line of a file.

Cells are numbered from 0 among all cells of the notebook that the item shows.
"""

from typing import Annotated, Any, Literal

from pydantic import (
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    StrictBool,
    StrictInt,
    StrictStr,
    TypeAdapter,
    model_serializer,
)

from ...instances.models import CellType, Dimension, VariantName
from ...model import Model
from ...running.facts import NameFact

TaskName = Literal["detection", "diagnosis", "localisation", "repair", "order", "labels"]
TASKS: tuple[TaskName, ...] = ("detection", "diagnosis", "localisation", "repair", "order", "labels")

Comments = Literal["all", "no-hints", "none"]
"""Comments that a system gets to see: as published, without those that speak of the fault or its repair, none."""
COMMENTS: tuple[Comments, ...] = ("all", "no-hints", "none")


class TaskCell(Model):
    """A cell as it is shown: no count, no outputs."""

    cell: int
    type: CellType
    source: str


class TaskStep(Model):
    """One execution."""

    cell: int
    source: str


class TaskCrash(Model):
    """The recorded crash."""

    cell: int
    line: int | None
    """Line of the cell, 1-based; ``None`` where the traceback doesn't tell."""
    ename: str
    evalue: str
    traceback: list[str]
    """Without terminal colours."""


class ItemBase(Model):
    format: Literal[1] = 1
    item: str
    """Opaque: it tells neither the instance nor the side."""


class RuntimeFacts(Model):
    """What the names that the target reads stood for right before it, in a real run of the steps."""

    names: list[NameFact] = Field(default_factory=list)
    """In the order in which the target reads them."""
    missing: list[str] = Field(default_factory=list)
    """Names that the target reads and that didn't exist."""
    more: int = 0
    """Names that are left out, as the others filled their bound."""
    unknown: str | None = None
    """A sentence where the facts couldn't be had: the steps didn't run through."""


class DetectionItem(ItemBase):
    """Does the target crash, after these executions?"""

    task: Literal["detection"] = "detection"
    steps: list[TaskStep]
    """What ran before, in order; a cell that ran twice comes twice."""
    target: TaskStep
    facts: RuntimeFacts | None = None
    """Only where they were asked for; the record then has the field."""

    @model_serializer(mode="wrap")
    def _without_what_was_not_asked_for(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        told: dict[str, Any] = write(self)
        if self.facts is None:
            del told["facts"]
        else:
            # Most facts hold for a few types only.
            told["facts"] = self.facts.model_dump(mode="json", exclude_none=True)
        return told


class DiagnosisItem(ItemBase):
    """The target crashes: with which exception, on which names, because of which cells, and why?"""

    task: Literal["diagnosis"] = "diagnosis"
    cells: list[TaskCell]
    order: list[int]
    """Cells in the order in which they ran; the last is the target."""
    target: int


class CrashItem(ItemBase):
    """A notebook, the order in which it ran, and its crash."""

    cells: list[TaskCell]
    order: list[int]
    """Cells in the order in which they ran; the last is the crash cell."""
    crash: TaskCrash


class LocalisationItem(CrashItem):
    """Which cells hold the cause?"""

    task: Literal["localisation"] = "localisation"


class RepairItem(CrashItem):
    """Which edits, and which cells in which order, make the crash cell run and do what was meant?"""

    task: Literal["repair"] = "repair"


class LabelsItem(CrashItem):
    """Which library, crash type, root cause and pipeline stage?"""

    task: Literal["labels"] = "labels"


class OrderItem(ItemBase):
    """In the recorded order the target crashes: which cells have to run, in which order, for it to run as meant?

    Sources are repaired. Instances whose fix keeps the recorded order make no item.
    """

    task: Literal["order"] = "order"
    cells: list[TaskCell]
    recorded: list[int]
    """Cells in the order of the session that crashed; the last is the target. Cells that are gone are left out."""
    target: int


Item = DetectionItem | DiagnosisItem | LocalisationItem | RepairItem | LabelsItem | OrderItem


class Edit(Model):
    """One edit of a notebook; places are those before any edit."""

    op: Literal["replace", "insert", "delete"]
    cell: int
    """The cell to replace or delete; the cell before which to insert, the number of cells for the end."""
    type: CellType = "code"
    source: str = ""


class AnswerBase(Model):
    format: Literal[1] = 1
    item: str
    bench: str
    instance: str
    variant: VariantName
    """The variant that the item shows."""
    library: str | None
    """The library label, for the table by library."""


class DetectionAnswer(AnswerBase):
    task: Literal["detection"] = "detection"
    crash: bool


class DiagnosisAnswer(AnswerBase):
    task: Literal["diagnosis"] = "diagnosis"
    exception: str
    """Compared by type, without its module and whatever its case."""
    names: list[str]
    """Names, keys or attributes that the exception says are missing; empty where it says none."""
    cells: list[list[int]]
    """Sets of cells, as in localisation."""
    text: str | None
    """Why it crashes, in words, for a judge."""


class LocalisationAnswer(AnswerBase):
    task: Literal["localisation"] = "localisation"
    cells: list[list[int]]
    """One set of cells for each reference fix; any of them is right."""


class ReferenceRepair(Model):
    variant: VariantName
    edits: list[Edit]
    order: list[int]
    """Cells of the edited notebook, through the crash cell's counterpart."""


class RepairAnswer(AnswerBase):
    task: Literal["repair"] = "repair"
    repairs: list[ReferenceRepair]


class OrderAnswer(AnswerBase):
    task: Literal["order"] = "order"
    order: list[int]


class LabelsAnswer(AnswerBase):
    task: Literal["labels"] = "labels"
    labels: dict[Dimension, str]
    """A dimension that the sheet doesn't label is left out, and isn't scored."""


Answer = Annotated[
    DetectionAnswer | DiagnosisAnswer | LocalisationAnswer | RepairAnswer | OrderAnswer | LabelsAnswer,
    Field(discriminator="task"),
]
ANSWER: TypeAdapter[Answer] = TypeAdapter(Answer)


class PredictionBase(Model):
    """What a system says about one item; fields that aren't known (cost, tokens) are left alone."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    item: StrictStr
    run: StrictInt = 0
    """Which of several runs over the same items."""


class DetectionPrediction(PredictionBase):
    crash: StrictBool


class DiagnosisPrediction(PredictionBase):
    exception: StrictStr | None = None
    names: list[StrictStr] | None = None
    cells: list[StrictInt] | None = None
    text: StrictStr | None = None


class LocalisationPrediction(PredictionBase):
    cells: list[StrictInt]


class RepairPrediction(PredictionBase):
    edits: list[Edit] | None = None
    notebook: dict[str, Any] | None = None
    """An nbformat document, instead of edits."""
    script: StrictStr | None = None
    """Cells separated by lines ``# %%``, instead of edits."""
    order: list[StrictInt] | None = None


class OrderPrediction(PredictionBase):
    order: list[StrictInt]


class LabelsPrediction(PredictionBase):
    labels: dict[Dimension, StrictStr]


Prediction = (
    DetectionPrediction
    | DiagnosisPrediction
    | LocalisationPrediction
    | RepairPrediction
    | OrderPrediction
    | LabelsPrediction
)
PREDICTIONS: dict[TaskName, type[Prediction]] = {
    "detection": DetectionPrediction,
    "diagnosis": DiagnosisPrediction,
    "localisation": LocalisationPrediction,
    "repair": RepairPrediction,
    "order": OrderPrediction,
    "labels": LabelsPrediction,
}

"""What the making of an instance says while it goes on, and what is kept of it."""

from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from ...instances.models import Labels
from ...model import Model
from ..estimators.models import Estimate

DataChoice = Literal["sampled", "synthetic", "whole"]
DATA_CHOICES: tuple[DataChoice, ...] = ("sampled", "synthetic", "whole")
"""A part of the data for which the crash stays; made-up data of the same schema; the data as they are."""

Label = Literal["library", "crash_type", "root_cause", "stage", "ml_bug"]
LABELS: tuple[Label, ...] = ("library", "crash_type", "root_cause", "stage", "ml_bug")
"""What a crash is labelled with: the columns of the data set's sheet."""


class CrashSignature(Model):
    """What two crashes have in common that are alike; where they happen is compared beside it."""

    ename: str
    template: str
    """The message without quoted names and numbers."""
    names: list[str] = Field(default_factory=list)
    """Quoted names of the message that the code spells out: those must be the same; values of the data may differ."""
    line: int | None = None
    """Line of the crash cell, 1-based."""


class OrderFound(Model):
    """The shortest recorded order that still crashes alike."""

    recorded: int
    """Executions of the recorded session, the crash included."""
    kept: int
    minimal: bool
    """Whether none of them can be left out, but for what only a repair needs; ``False`` where the bounds were reached
    before that was known."""
    runs: int
    """Kernels that were started to find it."""
    assumed: bool = False
    """Whether the notebook lacks counts, so that the order, or a part of it, is a guess that crashes as it says."""


class DataChange(Model):
    """What became of one input file, or of a group of them."""

    path: str
    """Relative to the notebook's folder; of a folder of files with a slash at the end."""
    what: str
    """What its items are: rows, files."""
    before: int
    after: int
    synthetic: bool = False
    note: str = ""
    """A sentence, where something couldn't be done as asked."""


class CurationRecord(Model):
    """How an instance came to be; kept beside the bench, not in the instance's folder, as it gives the answer away."""

    format: Literal[1] = 1
    id: str
    made: datetime
    notebook: str
    """File name of the original."""
    sha256: str
    """Of the original, which the instance holds byte for byte."""
    signature: CrashSignature
    order: OrderFound
    data_choice: DataChoice
    data: list[DataChange] = Field(default_factory=list)
    proposed: dict[Label, Estimate] = Field(default_factory=dict)
    """The labels that the estimators propose, with their reasons."""
    chosen: dict[Label, str] = Field(default_factory=dict)
    """Labels that a person chose or settled in their place."""
    diagnosis: str = ""
    diagnosis_proposed: bool = True
    """Whether the diagnosis is the explanation's, not a person's."""
    accepted: bool = False
    sentence: str = ""
    """What the verification said, or why there was none."""

    def labels(self) -> dict[Label, str]:
        """The labels as they stand in the sheet."""
        proposed = {label: estimate.value for label, estimate in self.proposed.items() if estimate.value is not None}
        return {**proposed, **self.chosen}


Stage = Literal["reading", "reproducing", "order", "data", "fix", "verifying"]


class CurationStep(Model):
    """Something that the making of an instance has come to."""

    type: Literal["step"] = "step"
    stage: Stage
    sentence: str
    runs: int = 0
    """Kernels that were started so far."""


class Curated(Model):
    """The instance that was made: accepted into the bench, or a draft."""

    type: Literal["curated"] = "curated"
    bench: str
    """Path of the bench that holds it: the one asked for, or that of its drafts."""
    id: str
    accepted: bool
    sentence: str
    """What it came to, and of a draft what is to be done."""
    record: CurationRecord
    labels: Labels


CurationEvent = Annotated[CurationStep | Curated, Field(discriminator="type")]


class CurationBounds(Model):
    """What the search may take."""

    runs: int = Field(default=80, ge=1)
    """Kernels, for order and data together."""
    seconds: float = Field(default=900.0, gt=0)
    rows: int = Field(default=50, ge=1)
    """Rows or files that are few enough: no smaller part is looked for."""


class CurationWish(Model):
    """What a person wants made."""

    notebook: Path
    bench: Path
    """Folder of the bench; it is made where there is none."""
    id: str | None = None
    """Made from the notebook's name where it isn't said."""
    inputs: list[str] | None = None
    """Files and folders that the notebook reads, relative to it; found in its code where they aren't said."""
    fixed: Path | None = None
    data: DataChoice = "sampled"
    diagnosis: str | None = None
    labels: dict[Label, str] = Field(default_factory=dict)
    """Labels that the person knows; the others are proposed."""
    data_title: str | None = None
    data_licence: str | None = None
    data_url: str | None = None
    bounds: CurationBounds = Field(default_factory=CurationBounds)

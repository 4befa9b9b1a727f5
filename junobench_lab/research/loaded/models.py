"""What is shown of the systems that a person has loaded."""

from typing import Literal

from pydantic import Field

from ...instances.models import CellType, FilterDimension, VariantName
from ...model import Model
from ...practice.models import CheckLevel
from ...running.models import Verdict
from ..tasks.models import TaskName

Standing = Literal["right", "wrong"]
"""What a system is on an instance: right where it is right about every item that the task makes of it."""


class KeptSystem(Model):
    """An entry of the list that is kept: which files are one system's predictions of one task."""

    key: str
    """Names the entry; a slug."""
    name: str
    bench: str
    task: TaskName
    predictions: str | None = None
    """Path of the file of predictions, JSON lines."""
    runs: str | None = None
    """Of repairs: path of the file that keeps what running them came to."""


class GradingProgress(Model):
    """How far the grading of a system is."""

    done: int
    """Instances that were looked at."""
    total: int


class LoadedSystem(Model):
    """A system's predictions of one task, as a list shows them."""

    key: str
    name: str
    bench: str
    task: TaskName
    files: list[str]
    """Paths on the server."""
    right: int = 0
    """Instances about which it is right."""
    wrong: int = 0
    """Instances about which it is wrong; those without a prediction are among them."""
    sentence: str
    """How many it is right about, or why that can't be told."""
    problems: list[str] = Field(default_factory=list)
    """What could not be used of the files, in words; lines count from 1."""
    grading: GradingProgress | None = None
    """While it isn't known yet where it is right."""
    unjudged: bool = False
    """Whether that isn't known and isn't being found out either: somebody has cancelled it, or it failed."""


class SystemShare(Model):
    """How often a system is right about the instances of one group."""

    key: str
    right: int
    of: int
    """Instances of the group on which it can be right or wrong."""


class SystemGroup(Model):
    """The instances that have one value of a label."""

    value: str
    total: int
    shares: list[SystemShare]


class SystemChart(Model):
    """The share right by the values of one label."""

    dimension: FilterDimension
    title: str
    groups: list[SystemGroup]


class SystemList(Model):
    """The systems that are loaded for a bench."""

    bench: str
    systems: list[LoadedSystem]
    charts: list[SystemChart]


class SystemFacet(Model):
    """A filter of the list of instances: by whether a system is right."""

    key: str
    name: str
    task: TaskName
    right: int
    """Instances that would be left if those were asked for about which it is right, next to the other filters."""
    wrong: int


class SystemMark(Model):
    """The mark of a system in the row of an instance."""

    key: str
    standing: Standing


class SaidPart(Model):
    """One thing that was predicted, in words; cells count from 1."""

    name: str
    said: str
    right: bool | None = None
    """``None`` where it isn't judged by itself."""


class CellPatch(Model):
    """What a repair does to one cell."""

    cell: int
    """The cell before the repair, 0-based; for a new one the cell before which it comes."""
    change: Literal["changed", "new", "deleted"]
    type: CellType
    before: str
    after: str


class SaidItem(Model):
    """What a system said about one item, in one of its runs."""

    variant: VariantName
    """The variant that the item shows."""
    run: int
    parts: list[SaidPart] = Field(default_factory=list)
    patch: list[CellPatch] | None = None
    """Of a repair: its edits; ``None`` for other tasks, and where it makes no notebook."""
    verdict: Verdict | None = None
    level: CheckLevel | None = None
    """How far a repair got when it was checked."""
    sentence: str | None = None
    """What came of running a repair, or why there is nothing to show."""


class SystemOnInstance(Model):
    """A system beside an instance."""

    key: str
    name: str
    task: TaskName
    standing: Standing | None
    """``None`` where the task makes no item of the instance, or the repairs haven't been run."""
    level: CheckLevel | None = None
    """Of repairs: the highest level that a run of it reached."""
    sentence: str
    said: list[SaidItem] = Field(default_factory=list)

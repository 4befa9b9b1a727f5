"""What a person did, and what it comes to, as values."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from ...instances.models import FilterDimension
from ...model import Model
from ..models import Reveal

State = Literal["new", "tried", "runs", "passes", "equals"]
"""How far a person got with an instance; from the lowest to the highest."""
STATES: tuple[State, ...] = ("new", "tried", "runs", "passes", "equals")

EventKind = Literal["opened", "predicted", "checked", "hint"]


class ProgressEvent(Model):
    """One thing that a person did."""

    at: datetime
    bench: str
    id: str
    attempt: int | None = None
    """Number of the attempt; ``None`` for a hint that was asked for before there was one."""
    started: datetime | None = None
    """When the attempt was begun: other folders of files may have an attempt of the same number."""
    kind: EventKind
    value: str | None = None
    """`checked`: the level; `hint`: what was revealed."""


class AttemptProgress(Model):
    """What an attempt came to."""

    attempt: int
    started: datetime | None
    state: State
    checks: int
    hints: list[Reveal] = Field(default_factory=list)
    """Those that were asked for during this attempt."""
    seconds: float
    """Time at work (see `summary.time_at_work`)."""


class InstanceProgress(Model):
    bench: str
    id: str
    state: State
    attempts: list[AttemptProgress] = Field(default_factory=list)
    """Oldest first."""
    hints: list[Reveal] = Field(default_factory=list)
    seconds: float = 0.0


class ProgressGroup(Model):
    """The instances with one value of a label."""

    value: str
    counts: dict[State, int]
    """Instances by state; a state without any is left out."""
    total: int
    solved: int


class ProgressChart(Model):
    dimension: FilterDimension
    title: str
    groups: list[ProgressGroup]
    """Most frequent value first, as in the catalog's filters."""


class Progress(Model):
    """The progress in one bench."""

    bench: str
    counts: dict[State, int]
    """Instances by state, all states."""
    total: int
    instances: list[InstanceProgress]
    """Those that aren't new."""
    attempts: int
    hints: int
    seconds: float
    charts: list[ProgressChart]
    sentence: str
    """The sums in words."""
    note: str | None = None
    """What a person should know about the file."""


class ProgressExport(Model):
    """The progress as a file to keep."""

    name: str
    """Name for the file."""
    text: str


class Removed(Model):
    events: int
    """Number of entries that were removed."""
    sentence: str

"""What a score says, down to the item: every figure follows from the graded items."""

from typing import Literal

from pydantic import Field

from ...model import Model
from ..tasks.models import TaskName


class LabelPair(Model):
    """One label of one item."""

    truth: str
    predicted: str | None
    """``None`` where nothing, nothing usable, or no majority was predicted: a wrong answer, never a missing item."""


class Graded(Model):
    """One item: what was right about the prediction."""

    item: str
    instance: str
    variant: str
    library: str | None
    marks: dict[str, float] = Field(default_factory=dict)
    """Between 0 and 1, by name. A mark that an item can't have (names, where the exception names none) is left out."""
    undecided: bool = False
    """Whether several runs shared the first place in some part of the prediction, which counts as wrong."""
    labels: dict[str, LabelPair] = Field(default_factory=dict)
    """By dimension; in detection the only one is "crash", with the labels "crash" and "no crash"."""


class Figure(Model):
    """One number over several items."""

    name: str
    value: float | None
    """``None`` where there is no item to take it over."""
    items: int
    """Items it is taken over: with or without a prediction."""
    low: float | None = None
    """Bounds of the bootstrap interval, where one was asked for."""
    high: float | None = None


class LabelFigures(Model):
    """How one value of a label was predicted. Precision, recall and F1 are 0 where they would divide by 0."""

    dimension: str
    label: str
    precision: float
    recall: float
    f1: float
    hits: int
    """Items that have the label and were given it."""
    predicted: int
    support: int
    """Items that have the label."""


class LibraryFigures(Model):
    """A row of the table by library."""

    library: str
    items: int
    figures: list[Figure]


class PublishedRow(Model):
    """A row of the table by library as the crash-detection experiments publish it."""

    group: str
    """A library; "other" for those with few instances; "notebook-specific" where none is the cause."""
    crashing: int
    """Items that crash."""
    running: int
    """Items that don't."""
    figures: list[Figure]


class McNemar(Model):
    """Two systems on the same items, by the exact test on those that just one of them has right."""

    mark: str
    both: int
    only_first: int
    only_second: int
    neither: int
    p_value: float
    """Two-sided, from the binomial distribution with p = 1/2."""
    sentence: str


class Interval(Model):
    """How the bootstrap intervals were made: instances are drawn, so that both sides of one stay together."""

    level: float
    resamples: int
    seed: int


class Score(Model):
    """The score of a system's predictions."""

    format: Literal[1] = 1
    task: TaskName
    items: int
    predicted: int
    """Items with at least one usable prediction."""
    runs: int
    """Different runs among the predictions; with more than one, the majority of each item counts."""
    problems: list[str]
    """Missing, double, unknown and unusable predictions, in words."""
    figures: list[Figure]
    by_label: list[LabelFigures]
    by_library: list[LibraryFigures]
    published: list[PublishedRow] = Field(default_factory=list)
    """Of detection: the table as published, the last row over all items."""
    verdicts: dict[str, int] = Field(default_factory=dict)
    """Of repairs: how often each verdict came up, over all runs; "not a repair" for what couldn't be run."""
    levels: dict[str, int] = Field(default_factory=dict)
    """Of repairs: how many runs got how far, by the level they reached."""
    interval: Interval | None = None
    comparison: McNemar | None = None
    graded: list[Graded]
    """Every item, in the order of the answers."""

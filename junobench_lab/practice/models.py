"""Attempts, reveals and comparisons, as values."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from ..model import Model

Reveal = Literal["root_cause", "explanation", "diagnosis", "fixed"]


class Attempt(Model):
    """A person's working copy of the reproduced variant."""

    bench: str
    id: str
    number: int
    """1-based."""
    path: str
    """The notebook, relative to the contents root, with forward slashes."""
    started: datetime
    stripped: list[int] = Field(default_factory=list)
    """Cells from which lines were taken that give the cause away."""
    left_out: int = 0
    """Bytes of outputs left out of the copy."""


class AttemptList(Model):
    attempts: list[Attempt]


class Reveals(Model):
    """What a person has chosen to see of an instance's answer."""

    bench: str
    id: str
    revealed: list[Reveal] = Field(default_factory=list)


SourceRelation = Literal["same", "same_but_comments", "same_syntax_tree", "same_but_names", "differs"]


class Side(Model):
    """One side of a comparison."""

    title: str
    """"Your fix", "Reference fix", or the file's name."""
    detail: str = ""
    """Such as "ferry-reviews, attempt 2"."""
    modified: datetime | None = None
    executions: int


class SequenceStep(Model):
    """One place in the sequence lane: what ran there on each side."""

    relation: Literal["same", "only_left", "only_right", "moved", "repeated_left", "repeated_right"]
    left: int | None = None
    """Cell (0-based) on the left side; ``None``: not run there."""
    right: int | None = None
    left_nth: int = 1
    right_nth: int = 1


class CellPair(Model):
    """Two cells that stand for each other, or one that has no counterpart."""

    relation: Literal["unchanged", "changed", "added", "removed", "moved"]
    source: SourceRelation
    type: Literal["code", "markdown", "raw"]
    left: int | None = None
    right: int | None = None
    left_source: str = ""
    right_source: str = ""
    crash: bool = False
    """Whether it is the crash cell's counterpart."""
    renamed: dict[str, str] = Field(default_factory=dict)
    """Names on the left -> names on the right, where only names differ."""


Difference = Literal["type", "shape", "columns", "dtype", "value", "only_left", "only_right"]


class ResultRow(Model):
    """A name that stands for something else on the two sides, after the crash cell's counterpart."""

    left_name: str | None = None
    """``None`` where only the right side has it."""
    right_name: str | None = None
    left: str = ""
    """What it stands for, in words: "DataFrame 270 x 14"."""
    right: str = ""
    differs_in: Difference


class Comparison(Model):
    left: Side
    right: Side
    sequence: list[SequenceStep]
    cells: list[CellPair]
    sequence_sentence: str
    source_sentence: str
    results: list[ResultRow] | None = None
    """``None`` where not both sides, as they are now, have been run through the crash cell's counterpart."""
    results_sentence: str = ""
    seconds: float

"""What the estimators say about a crash."""

from pydantic import Field

from ...instances.models import Crash, Labels
from ...model import Model


class Estimate(Model):
    """The estimated value of one label, and why."""

    value: str | None
    """A label value of the data set; ``None`` where no rule applies. For the library: no library is the cause."""
    confidence: float = Field(ge=0, le=1)
    """Between 0 and 1: how far the strongest value is ahead of the others; it is a rank, not a probability."""
    reasons: list[str] = Field(default_factory=list)
    """What speaks for the value, strongest first, each a sentence."""


class Estimates(Model):
    """The four labels of a crash, estimated."""

    library: Estimate
    crash_type: Estimate
    root_cause: Estimate
    stage: Estimate


class SimilarCase(Model):
    """An instance of a bench that is like a crash."""

    bench: str
    id: str
    likeness: float = Field(ge=0, le=1)
    """Share of what is compared that agrees."""
    why: list[str]
    """What agrees, in words, weightiest first."""
    labels: Labels
    crash: Crash | None = None


class NotebookEstimate(Model):
    """A crashed notebook with its estimated labels and the cases that are like it."""

    notebook: str
    crash: Crash
    cell: int
    """The crash cell, 0-based."""
    line: str | None
    """The statement that was running, as it stands in the notebook."""
    estimates: Estimates
    similar: list[SimilarCase] = Field(default_factory=list)

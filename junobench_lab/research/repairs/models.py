"""What running a predicted repair came to: enough to compute every figure again."""

from typing import Literal

from pydantic import Field

from ...model import Model
from ...practice.models import CheckLevel, SourceRelation
from ...running.models import Verdict


class RepairRun(Model):
    """One prediction of one item, run and checked. A line of the file of runs."""

    format: Literal[1] = 1
    item: str
    run: int
    """Which of the system's runs the prediction is from."""
    prediction: str
    """SHA-256 of the prediction, so that a changed one is run again."""
    instance: str
    verdict: Verdict | None
    """``None`` where the prediction couldn't be run at all, see `problem`."""
    level: CheckLevel | None
    """How far it got; ``None`` where that couldn't be found out, which is nobody's fault, or for a `problem`."""
    evasions: list[str] = Field(default_factory=list)
    """Ways in which the crash was avoided rather than repaired."""
    equality: SourceRelation | None = None
    sentence: str
    problem: bool = False
    """Whether the prediction itself is at fault: no notebook, edits that make no sense, nothing to run."""
    seconds: float = 0.0
    record: str | None = None
    """Id of the run's record."""

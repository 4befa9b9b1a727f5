"""What a trial of a cell comes to."""

from typing import Any, Literal

from pydantic import Field

from ...model import Model
from ...trace.live import SessionRecord
from ...trace.models import Finding

DEFAULT_SECONDS = 2.0
LONGEST_SECONDS = 60.0

TrialVerdict = Literal["crashes", "runs", "cannot_tell"]


class NameChange(Model):
    """What the cell would do to a name of the session."""

    name: str
    change: Literal["new", "reassigned", "changed", "deleted"]
    """`changed`: in place, the object is the same."""
    before: str | None = None
    """Type and shape, or a scalar as Python writes it; "DataFrame 10 x 3"."""
    after: str | None = None
    columns_added: list[str] = Field(default_factory=list)
    """Of a frame; the first few."""
    columns_removed: list[str] = Field(default_factory=list)


class Trial(Model):
    """A cell that was tried in a copy of the session; the session is as it was."""

    verdict: TrialVerdict
    sentence: str
    """For a person; where it can't be told, why."""
    seconds: float | None = None
    """The cell's own time; ``None`` where it didn't come to its end."""
    line: int | None = None
    """Line of the cell that crashes, or that can't be tried, 1-based."""
    ename: str | None = None
    evalue: str | None = None
    findings: list[Finding] = Field(default_factory=list)
    """Why it would crash, where the order of the session explains it."""
    names: list[NameChange] = Field(default_factory=list)
    """What would change, new names first."""
    more: int = 0
    """Changes that aren't listed."""
    cancelled: bool = False


class TrialRequest(Model):
    """A cell to try."""

    source: str
    language: str = "python"
    """That of the kernel."""
    seconds: float = DEFAULT_SECONDS
    """How long the trial may take."""


class TrialMessage(Model):
    """What to send to the kernel."""

    expressions: dict[str, str]
    """User expressions of a silent execute request with empty code, without history and without input."""


class TrialReply(Model):
    """What the kernel replied, and the notebook in which the cell stands."""

    reply: dict[str, Any]
    """Content of the kernel's reply."""
    source: str
    seconds: float = DEFAULT_SECONDS
    cell: str
    """Id of the cell that was tried."""
    notebook: dict[str, Any]
    """An nbformat 4 document; outputs may be left out."""
    session: SessionRecord | None = None
    """What ran in the kernel; ``None`` where that isn't known."""


class Told(Model):
    """What the kernel's side answers."""

    cannot: str | None = None
    cancelled: bool = False
    late: bool = False
    waiting: bool = False
    """Of one that was late: whether it hardly computed."""
    traceback: list[str] = Field(default_factory=list)
    ename: str | None = None
    evalue: str | None = None
    names: list[NameChange] = Field(default_factory=list)
    more: int = 0
    seconds: float | None = None
    total: float = 0.0

    @classmethod
    def read(cls, answer: Any) -> "Told | None":
        """``None`` where the answer isn't one of a trial."""
        from pydantic import ValidationError

        try:
            return cls.model_validate(answer)
        except ValidationError:
            return None

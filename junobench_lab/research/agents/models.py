"""What an agent is shown, what it may use up, and what is kept of what it did."""

from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from ...instances.models import CellType
from ...model import Model
from ...practice.models import CheckResult
from ...running.models import NameState
from ...running.preflight.models import LONGEST_SECONDS
from ...trace.live import SessionExecution
from ...trace.models import Finding


class EpisodeLimits(Model):
    """Bounds of an episode; the kernel's memory in bytes, times in seconds."""

    steps: int = Field(default=100, ge=1)
    """Actions before the one that submits."""
    seconds: float = Field(default=1800.0, gt=0)
    """From the first action to the last; the submission's check has its own bound."""
    cell: float = Field(default=120.0, gt=0)
    """For one execution of a cell."""
    trial: float = Field(default=10.0, gt=0, le=LONGEST_SECONDS)
    """For trying a cell in a copy of the kernel."""
    memory: int | None = Field(default=None, ge=1)
    """``None``: nine tenths of the machine's."""
    text: int = Field(default=10_000, ge=100)
    """Characters of output shown per cell; the middle of more is left out, with a note."""
    notebook: int = Field(default=100_000, ge=100)
    """Characters of output shown of all cells together; each has its share, at least 200."""
    source: int = Field(default=100_000, ge=1)
    """Characters of a cell's source."""
    names: int = Field(default=100, ge=1)
    """Names that are listed."""


class Usage(Model):
    """What of its bounds an episode has used."""

    steps: int
    seconds: float


class AgentCell(Model):
    """A cell as an agent sees it."""

    cell: int
    """Place among all cells, 0-based; it moves when cells are inserted or deleted above."""
    id: str
    """Stays the same as long as the cell lives."""
    type: CellType
    source: str
    count: int | None = None
    """Execution count in the current kernel or, until then, of the recorded session; ``None``: it never ran."""
    output: str = ""
    """Outputs as text; pictures are named, not shown."""


class AgentNotebook(Model):
    """The notebook as an agent sees it."""

    instance: str
    cells: list[AgentCell]
    recorded_order: list[int]
    """Cells (0-based, as numbered at the start) in the order in which the crashed session ran them."""
    crash: str
    """The crash of the recorded session, in words."""
    steps_left: int | None = None
    """Actions that are left, after this one."""
    seconds_left: float | None = None


class CellRun(Model):
    """What running a cell came to."""

    cell: int
    ok: bool
    seconds: float
    count: int | None = None
    output: str = ""
    ename: str | None = None
    evalue: str | None = None
    line: int | None = None
    """Line of the cell that failed, 1-based."""
    kernel: str | None = None
    """A sentence where the kernel ended with the cell; the next cell runs in a new one."""


class RunAll(Model):
    """What running the code cells from the top came to; it ends at the first that fails."""

    runs: list[CellRun]
    ok: bool
    sentence: str


class Names(Model):
    """The names of the running kernel, in the order in which they were made."""

    names: list[NameState]
    more: int = 0
    """How many there are besides; each can be inspected."""


class TraceView(Model):
    """What the recorded session and the rules say of the crash."""

    sentences: list[str]
    """The recorded order in words, one a place."""
    never_ran: list[int]
    findings: list[Finding]


class Submission(Model):
    """The judgement of the notebook as it stood when it was submitted."""

    level: str | None
    sentence: str
    check: CheckResult


Action = Literal[
    "read",
    "edit",
    "insert",
    "delete",
    "preflight",
    "run",
    "run_all",
    "restart",
    "inspect",
    "names",
    "trace",
    "submit",
]


class TrajectoryStep(Model):
    """One action of an agent, with what came of it."""

    step: int
    """Counted from 1."""
    at: float
    """Seconds since the episode began."""
    action: Action
    arguments: dict[str, Any]
    result: dict[str, Any] | None = None
    """``None`` also where the results before it were too much to keep."""
    error: str | None = None
    """The sentence of the mistake, where the action couldn't be done."""
    seconds: float


class Trajectory(Model):
    """An episode from beginning to end; enough to tell it again without running anything."""

    format: Literal[1] = 1
    bench: str
    id: str
    agent: str
    """How the agent calls itself."""
    began: datetime
    limits: EpisodeLimits
    confined: bool | None = None
    """Whether the kernel could reach nothing but what the notebook needs; ``None``: not on record."""
    steps: list[TrajectoryStep] = Field(default_factory=list)
    executions: list[SessionExecution] = Field(default_factory=list)
    """Executions in the last kernel, from which the lab draws the session."""
    notebook: dict[str, Any]
    """The notebook at the end, nbformat 4.5."""
    submission: Submission | None = None

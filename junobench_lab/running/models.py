"""Plans, events and outcomes: what a run is to do, says while it runs, and comes to."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from ..model import Model

Verdict = Literal[
    "crash_as_labelled",
    "crash_elsewhere",
    "other_crash",
    "no_crash",
    "timeout",
    "out_of_memory",
    "kernel_died",
    "infrastructure",
]

EndReason = Literal["finished", "crashed", "timeout", "out_of_memory", "kernel_died", "infrastructure", "cancelled"]
"""What ended a run, as the runner saw it; `running/outcome.py` makes a verdict of it."""


class Step(Model):
    """One execution that a run will make."""

    index: int
    """Place in the plan, 0-based."""
    cell: int
    source: str
    nth: int = 1
    may_crash: bool = False
    """Whether the recorded session, too, had an error here and went on: the run goes on as well."""


class Expectation(Model):
    """The labelled crash, in terms of the plan: where and as what it is expected."""

    step: int | None
    """Index of the step where it crashes; ``None`` where no step of the plan is the crash cell's counterpart."""
    ename: str
    """Exception type as labelled; that of the notebook's own error output where the labels have none."""
    recorded_ename: str | None = None
    """Exception type of the notebook's own error output; it counts as labelled, too, where the two differ."""
    evalue: str = ""


class Plan(Model):
    steps: list[Step]
    crash: Expectation | None = None
    """What a crash is compared with; also for a variant that must not crash."""
    attempt: bool = False
    """Whether a person's repair is run: the outcome then says what "no crash" does not show."""
    note: str | None = None
    """How the order came about, where it isn't the recorded one."""


class Limits(Model):
    """Bounds of a run. All in seconds but `memory` and `output`."""

    start: float = 60.0
    cell: float = 300.0
    run: float = 900.0
    memory: int | None = None
    """Bytes of resident memory of the kernel and its children; ``None``: nine tenths of the machine's."""
    output: int = 1_000_000
    """Bytes of output kept per cell; what is above is left out, with a note."""


class Target(Model):
    """What is run: a variant of an instance, or an attempt at it."""

    bench: str
    id: str
    variant: str | None = None
    attempt: int | None = None

    def describe(self) -> str:
        what = f"attempt {self.attempt}" if self.attempt is not None else self.variant
        return f"{self.id}, {what}"


class KernelReady(Model):
    type: Literal["kernel_ready"] = "kernel_ready"
    at: float
    """Seconds since the run began; so in every event."""
    kernel: str
    versions: dict[str, str]
    """Python and the libraries installed for the kernel that the bench names."""
    warm: bool = False
    """Whether the kernel was forked from a process that had imported the usual libraries already."""
    cold_because: str | None = None
    """Why it wasn't, where a warm one was wanted."""
    resumed: int = 0
    """Steps at the beginning that an earlier run of the same attempt made: the kernel goes on from where it stood."""


class CellStarted(Model):
    type: Literal["cell_started"] = "cell_started"
    at: float
    step: int
    cell: int


class Output(Model):
    type: Literal["output"] = "output"
    at: float
    step: int
    cell: int
    output: dict[str, Any]
    """An output as in nbformat 4."""


class CellFinished(Model):
    type: Literal["cell_finished"] = "cell_finished"
    at: float
    step: int
    cell: int
    ok: bool
    seconds: float
    ename: str | None = None
    evalue: str | None = None
    line: int | None = None


class Ended(Model):
    type: Literal["ended"] = "ended"
    at: float
    reason: EndReason
    detail: str = ""
    """A sentence on what happened, where the reason alone isn't enough."""


Event = Annotated[KernelReady | CellStarted | Output | CellFinished | Ended, Field(discriminator="type")]


class Outcome(Model):
    """What a run came to. Computed from plan and events alone, so that it can be computed again."""

    verdict: Verdict
    sentence: str
    """The verdict in words, for a person."""
    cancelled: bool = False
    step: int | None = None
    cell: int | None = None
    line: int | None = None
    ename: str | None = None
    evalue: str | None = None
    executed: int
    """Steps that finished, the crashing one included."""
    planned: int
    seconds: float


class ColumnState(Model):
    name: str
    dtype: str
    digest: str | None = None
    """Of a bounded sample of its values: two that differ tell that the values do."""


class NameState(Model):
    """What a name of the notebook stood for after a run; what can't be known of its type is ``None``."""

    name: str
    type: str
    """With its library: "pandas.DataFrame"."""
    shape: list[int] | None = None
    length: int | None = None
    dtype: str | None = None
    columns: list[ColumnState] | None = None
    """Of a frame; the first hundred."""
    value: str | None = None
    """Of a scalar or a short text, as Python writes it."""
    digest: str | None = None
    """Of the value, or of a bounded sample of it."""


class Condition(Model):
    """One condition of an instance's check, and whether it holds."""

    text: str
    ok: bool
    detail: str = ""
    """What was found instead, where it doesn't hold."""


class Worker(Model):
    """Which worker of a cluster carried out a run, and with what."""

    address: str
    """As the cluster calls it."""
    machine: str
    python: str
    packages: str
    """Digest of the packages installed there; the whole list is kept once, beside the records."""
    image: str | None = None
    """Digest of the kernels' image, or the image that the worker itself runs in, where that is known."""


class RunRecord(Model):
    """A run on disk: what, where, when, versions, events, outcome."""

    format: Literal[1] = 1
    run: str
    """Id of the run: sortable by time, unique."""
    target: Target
    environment: Literal["local", "container"] = "local"
    kernel: str
    started: datetime
    ended: datetime | None = None
    product: str
    """Version of junobench-lab."""
    platform: str
    limits: Limits
    plan: Plan
    events: list[Event] = Field(default_factory=list)
    outcome: Outcome | None = None
    """``None`` while it runs, or where the process was killed in the middle."""
    state: list[NameState] | None = None
    """The notebook's names after the last step; ``None`` where the run didn't get through its plan, or left none."""
    conditions: list[Condition] | None = None
    """What the instance's check said after the last step; ``None`` where it wasn't asked or couldn't answer."""
    changed_files: list[str] = Field(default_factory=list)
    """Input files that the notebook changed or removed, as far as that was asked."""
    peak_memory: int | None = None
    """Bytes that the kernel held at most, with the processes that it had started; ``None`` where it wasn't asked."""
    worker: Worker | None = None
    """Where it ran; ``None`` on the machine itself."""


class RunSummary(Model):
    """A run in a list: a record without plan and events."""

    run: str
    target: Target
    environment: str
    kernel: str
    started: datetime
    ended: datetime | None = None
    outcome: Outcome | None = None


class InstanceVerification(Model):
    """Whether an instance does what its labels say."""

    id: str
    ok: bool
    reproduced: Outcome | None = None
    fixed: Outcome | None = None
    fixed2: Outcome | None = None
    differ: bool | None = None
    """Whether reproduced and fixed differ in source or in sequence."""
    flaky: bool = False
    """Whether repeated runs came to different verdicts."""
    sentence: str
    runs: list[str] = Field(default_factory=list)
    """Ids of the records."""


class ContainerUsage(Model):
    """The most that all containers of a verification took together at a time, as far as it was seen."""

    memory: int
    """Bytes."""
    disk: int
    """Bytes of the folders of their runs; the image and Docker's own data are beside it."""


class Verification(Model):
    bench: str
    ok: bool
    instances: list[InstanceVerification]
    totals: dict[str, int]
    """How often each verdict came up, per variant: keys like "reproduced.crash_as_labelled"."""
    seconds: float
    usage: ContainerUsage | None = None
    """``None`` with local kernels."""

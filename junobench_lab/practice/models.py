"""Attempts, reveals and comparisons, as values."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from ..model import Model
from ..running.models import Condition

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
    left_out: int = 0
    """Bytes of outputs left out of the copy."""


class AttemptList(Model):
    attempts: list[Attempt]


class Reveals(Model):
    """What a person has chosen to see of an instance's answer."""

    bench: str
    id: str
    revealed: list[Reveal] = Field(default_factory=list)
    allowed: bool = True
    """Whether answers may be seen on this server at all."""


class Hint(Model):
    """One step of the hints."""

    step: int
    """1-based."""
    what: Reveal
    """What has to be revealed for it."""
    title: str
    tells: str
    """What it says, without saying it: the end of a sentence."""
    shown: bool
    lines: list[str] = Field(default_factory=list)
    """The hint itself, a sentence or two each; empty while it is hidden."""


class Prediction(Model):
    """What a person thought before the first run of an attempt."""

    cell: int | None = None
    """The cell that holds the cause, 0-based, as the attempt began."""
    cause: str | None = None
    """A root cause of the data set."""
    skipped: bool = False
    """Whether the person would rather not say."""


class CauseChoice(Model):
    """A kind of cause that may be named."""

    cause: str
    words: str
    """In plain words."""


class TrueCause(Model):
    cells: list[int]
    """Cells that may be named, 0-based, the decisive one first."""
    cause: str


class PredictionAnswer(Model):
    sentence: str
    cell_right: bool | None
    """``None`` where the cell can't be told yet."""
    cause_right: bool


class PredictionView(Model):
    """A prediction as it stands."""

    prediction: Prediction | None = None
    open: bool
    """Whether one may be made: none was, the attempt hasn't been run or checked yet, and the cause isn't known."""
    choices: list[CauseChoice]
    answer: PredictionAnswer | None = None
    """Only once the check has passed or the cause was asked for."""


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


CheckLevel = Literal["does_not_run", "runs", "passes_check", "equals_reference"]
"""How far an attempt got; each includes those before it."""

EvasionKind = Literal[
    "crash_cell_deleted",
    "crash_cell_not_code",
    "crash_cell_emptied",
    "crash_cell_commented_out",
    "crash_cell_caught",
    "crash_cell_switched_off",
    "output_faked",
    "data_edited",
    "exit_called",
    "judge_tampered",
]


class Evasion(Model):
    """A way to be rid of the crash without a repair."""

    kind: EvasionKind
    sentence: str
    cell: int | None = None


CellRun = Literal["ok", "crashed", "stopped", "not_run"]
"""How an execution ended; a stopped one was at work when the run ended: at its bound, or with the kernel."""


class CheckedCell(Model):
    """A cell in the order in which the check ran them, or one that it did not run."""

    cell: int
    ran: CellRun
    first_line: str
    planned: bool
    """Whether it was to run; of the others, only what the plan left out is of interest."""


class CheckResult(Model):
    """The judgement of an attempt, in words and as data."""

    format: Literal[1] = 1
    bench: str
    id: str
    attempt: int
    run: str
    """Id of the record of the attempt's run."""
    checked: datetime
    level: CheckLevel | None
    """``None`` where the check could not be carried out, which is nobody's fault."""
    sentence: str
    """The level in words."""
    more: list[str] = Field(default_factory=list)
    """What else a person should know, a sentence each."""
    crash_cell: int | None = None
    """Where it crashes, 0-based; ``None`` where it runs."""
    crash_line: int | None = None
    conditions: list[Condition] = Field(default_factory=list)
    evasions: list[Evasion] = Field(default_factory=list)
    order_note: str
    """In which order the cells ran, and why in that one."""
    cells: list[CheckedCell] = Field(default_factory=list)
    seconds: float
    budget: float
    """Seconds that the run could take: ten times the reference run, at least ten."""
    memory_budget: int | None = None
    """Bytes that the kernel could hold: ten times the reference run, at least 512 MB; ``None`` where no run tells."""
    equality: SourceRelation | None = None
    """How alike the reference fix it is; ``None`` where it isn't."""
    hints: list[Reveal] = Field(default_factory=list)
    """What the person had chosen to see of the answer by then."""
    prediction: str | None = None
    """What came of the person's prediction, in a sentence; ``None`` where there is none or it can't be told yet."""
    confirmed: bool = True
    """``False`` while a run of the whole plan is yet to decide."""
    cancelled: bool = False

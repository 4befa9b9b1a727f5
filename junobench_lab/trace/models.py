"""What the saved counts of a notebook tell about the session that it was saved from."""

from typing import Literal

from pydantic import Field

from ..model import Model

CellState = Literal["ran", "crashed", "never_ran", "after_crash", "empty"]
"""`never_ran`: no count, stands before the crash; `after_crash`: stands or ran after the crash; `empty`: a code
cell without text that never ran."""


class Execution(Model):
    """One execution in the recorded order."""

    place: int
    """Place in the recorded order, 1-based: the number on the badge."""
    cell: int
    """Place of the cell among all cells, 0-based."""
    count: int | None
    """The saved count; ``None`` for the first execution of a cell that ran twice, whose count was overwritten."""
    nth: int = 1
    """Which execution of this cell it is, 1-based."""
    jump_back: bool = False
    """Whether it stands above the cell that ran before it."""
    crash: bool = False
    lost_before: int = 0
    """Executions between the previous one and this that left no cell: counts that are missing."""


class TracedCell(Model):
    """A code cell and what became of it."""

    cell: int
    id: str | None = None
    state: CellState
    places: list[int] = Field(default_factory=list)
    first_line: str = ""
    """First line of code (blank lines and comments skipped where there is any code)."""
    source: str = ""


class TraceCrash(Model):
    cell: int
    place: int
    line: int | None = None
    """Line in the cell, 1-based; ``None`` where the traceback doesn't tell."""
    ename: str
    evalue: str


class Finding(Model):
    """One sentence on why it crashed, in terms of the trace."""

    kind: str
    name: str | None = None
    cells: list[int] = Field(default_factory=list)
    sentence: str


class Trace(Model):
    """The recorded session."""

    executions: list[Execution]
    """Up to and including the crash; all of them where nothing crashed."""
    cells: list[TracedCell]
    """Every code cell in document order."""
    crash: TraceCrash | None = None
    cell_total: int
    """Number of all cells, markdown and raw included."""
    lost: int = 0
    """Executions without a cell, in total."""
    jumps_back: int = 0
    repeats: int = 0
    never_ran: list[int] = Field(default_factory=list)
    """Cells with state `never_ran`."""
    findings: list[Finding] = Field(default_factory=list)

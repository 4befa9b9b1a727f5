"""What is known of a crash: exception, frames, the statement that was running, where its names come from, findings."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ...instances.models import Crash
from ...instances.notebooks import Notebook
from ...trace.models import Trace
from .frames import Frame, plain_text, read_frames, statement_at
from .origins import origins

MESSAGE_BOUND = 4_000
"""Characters of a message that are read."""

NOT_ORDER = frozenset({"not_order", "never_defined"})
"""Findings that say that order is not the cause; all others blame it."""


@dataclass(frozen=True)
class CrashEvidence:
    """A crash as the estimators see it."""

    ename: str
    evalue: str
    frames: Sequence[Frame]
    statement: str
    """The statement of the crash cell that was running."""
    cell_source: str
    """The crash cell, or as much of it as the traceback shows."""
    origins: Mapping[str, str] = field(default_factory=dict)
    """Name -> dotted package that it comes from."""
    findings: Sequence[str] = ()
    """Kinds of the explanation's findings, decisive first."""
    maker_may_be_lost: bool = False
    """Whether no cell makes the missing name, and executions left no cell: the one that made it may be deleted."""

    @property
    def kind(self) -> str:
        """The exception's type, lowercase and without its module."""
        return self.ename.rsplit(".", 1)[-1].lower()

    @cached_property
    def message(self) -> str:
        """The message without terminal colours; of one that quotes whole tables, its beginning."""
        return plain_text([self.evalue[:MESSAGE_BOUND]])

    @property
    def blames_order(self) -> bool:
        return bool(self.findings) and self.findings[0] not in NOT_ORDER

    @cached_property
    def own_frames(self) -> list[Frame]:
        """Frames in code that the person wrote: cells, and files beside the notebook."""
        return [frame for frame in self.frames if frame.in_notebook]

    @cached_property
    def inner_statement(self) -> str:
        """The statement of the deepest frame in a cell: the crash statement, or one in a function that it called."""
        if not self.own_frames:
            return self.statement
        deepest = self.own_frames[-1].statement
        # A traceback shows a few lines of a long call around the blamed one; the cell has all of them.
        is_part = set(deepest.split("\n")) <= set(self.statement.split("\n"))
        return self.statement if is_part else deepest

    @cached_property
    def library_frames(self) -> list[Frame]:
        """Frames below the deepest one in a cell, outermost first."""
        last = max((place for place, frame in enumerate(self.frames) if frame.in_notebook), default=-1)
        return list(self.frames[last + 1 :])

    @cached_property
    def shown_code(self) -> str:
        """All code of the person that is at hand around the crash."""
        return "\n".join([self.cell_source, *(frame.context for frame in self.own_frames)])


def evidence_of_traceback(ename: str, evalue: str, traceback: Sequence[str]) -> CrashEvidence:
    """A crash of which only the traceback is left."""
    frames = read_frames(traceback)
    own = [frame for frame in frames if frame.in_notebook]
    statement = own[0].statement if own else ""
    context = own[0].context if own else ""
    return CrashEvidence(
        ename, evalue, frames, statement, context, origins((frame.context for frame in own), whole_cells=False)
    )


def evidence_of_notebook(notebook: Notebook, trace: Trace) -> CrashEvidence | None:
    """The crash of a notebook; ``trace`` is its trace with findings. ``None`` where nothing crashed."""
    crash = trace.crash
    if crash is None:
        return None
    cells = {cell.cell: cell for cell in notebook.cells}
    cell = cells[crash.cell]
    frames = read_frames(crash_traceback(notebook, crash.cell))
    lines = cell.source.split("\n")
    own = [frame for frame in frames if frame.in_notebook]
    if crash.line is not None and crash.line <= len(lines):
        statement = statement_at(lines, crash.line - 1)
    else:
        statement = own[0].statement if own else ""
    ran = [cells[execution.cell].source for execution in trace.executions]
    return CrashEvidence(
        crash.ename,
        crash.evalue,
        frames,
        statement,
        cell.source,
        origins(ran),
        [finding.kind for finding in trace.findings],
        trace.lost > 0 and any(one.kind == "never_defined" and not one.cells for one in trace.findings),
    )


def crash_traceback(notebook: Notebook, cell: int) -> list[str]:
    """The parts of the traceback that a cell was saved with; none where it has no error output."""
    for output in notebook.cells[cell].outputs:
        if output.get("output_type") == "error":
            return [str(part) for part in output.get("traceback") or []]
    return []


_QUOTED = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def message_template(message: str) -> str:
    """A message without what differs from case to case: quoted names become ``'_'``, numbers ``#``."""
    line = next((line for line in message.strip().split("\n") if line.strip()), "")
    return _NUMBER.sub("#", _QUOTED.sub("'_'", line)).strip()


def quoted_names(message: str) -> list[str]:
    """What the first line of a message quotes, without the quotes and those inside of it, in order."""
    line = next((line for line in message.strip().split("\n") if line.strip()), "")
    return [name for match in _QUOTED.findall(line) if (name := match.strip("'\""))]


def crash_of(evidence: CrashEvidence) -> Crash:
    return Crash(ename=evidence.ename, evalue=evidence.evalue)

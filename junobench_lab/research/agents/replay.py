"""A trajectory told again, step by step: what was done, what came back, and the cells as they were by then."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from pydantic import Field, ValidationError

from ...errors import InvalidRequest, LabError
from ...instances.bench import Bench
from ...instances.models import Cell, CellType
from ...instances.notebooks import Notebook
from ...model import Model
from ...practice.beginning import beginning
from ...practice.models import CheckLevel
from ...running.models import NameState
from ...running.preflight.models import Trial
from .models import (
    Action,
    AgentCell,
    AgentNotebook,
    CellRun,
    Names,
    RunAll,
    Submission,
    TraceView,
    Trajectory,
    TrajectoryStep,
    Usage,
)
from .output_text import output_text
from .working_copy import WorkingCopy

CellRan = Literal["given", "ok", "failed", "edited"]
"""What is known of a cell in the kernel of the moment: it has what the recorded session left, it ran, it failed, or its
source is newer than its last run."""


class CellAt(Model):
    """A cell at one step. Texts are numbers into `Replay.texts`, as most stay the same from step to step."""

    id: str
    type: CellType
    source: int
    output: int | None = None
    count: int | None = None
    ran: CellRan = "given"


class ReplayStep(Model):
    """One action."""

    step: int
    """Counted from 1."""
    at: float
    """Seconds since the episode began."""
    seconds: float
    action: Action
    words: str
    """What was done, with cells counted from 1."""
    ok: bool
    """Whether it could be done and, for runs, nothing failed."""
    came: str
    """What came of it, in a sentence."""
    detail: str = ""
    """What came back besides: output, names, sentences of the trace."""
    cell: int | None = None
    """Place of the cell that it was about, 0-based, among the cells after the step."""
    cells: list[CellAt] | None = None
    """After the step; ``None`` where they can't be told any more."""


class Replay(Model):
    """An episode from beginning to end."""

    bench: str
    id: str
    agent: str
    began: datetime
    seconds: float
    """From the first action to the end of the last."""
    level: CheckLevel | None = None
    sentence: str
    """What came of the episode."""
    confined: bool | None = None
    """Whether its code could reach nothing but what the notebook needs; ``None``: not on record."""
    note: str | None = None
    """Why the cells can't be told, or not from a step on."""
    episodes: list[str] = Field(default_factory=list)
    """What the episodes in the file are called; several only in a file of JSON lines."""
    texts: list[str]
    begin: list[CellAt] | None
    """The cells before the first step."""
    steps: list[ReplayStep]


class TrajectoryRow(Model):
    """A kept trajectory in the list of an instance."""

    name: str
    agent: str
    began: datetime
    steps: int
    seconds: float
    level: CheckLevel | None
    sentence: str


def trajectory_row(name: str, trajectory: Trajectory) -> TrajectoryRow:
    return TrajectoryRow(
        name=name,
        agent=trajectory.agent,
        began=trajectory.began,
        steps=len(trajectory.steps),
        seconds=_length(trajectory),
        level=_level(trajectory),
        sentence=_end(trajectory),
    )


def cells_at_the_start(bench: Bench, id: str, bound: int) -> list[AgentCell] | None:
    """What an episode begins with now, outputs as text of at most ``bound`` characters; ``None`` where the instance
    can't be read."""
    try:
        given = beginning(bench, id).given
    except LabError:
        return None
    return [
        AgentCell(
            cell=cell.cell,
            id=_id(cell),
            type=cell.type,
            source=cell.source,
            count=cell.count,
            output=output_text(cell.outputs, bound),
        )
        for cell in given.cells
    ]


def replay(trajectory: Trajectory, given: Sequence[AgentCell] | None) -> Replay:
    """Tell a trajectory again.

    The agent's own first look at the notebook says what it began with; ``given`` is what the instance begins with now,
    for an agent that never looked.
    """
    texts = _Texts()
    seen = _first_look(trajectory) or given
    board = _Board(seen, texts) if seen is not None else None
    note = None if board is not None else "The agent never looked at the notebook, and its bench isn't here."
    begin = board.cells() if board is not None else None
    steps = []
    for step in trajectory.steps:
        result = _result(step)
        if board is not None:
            try:
                board.take(step, result)
            except (InvalidRequest, ValidationError, KeyError, TypeError):
                note = f"From step {step.step} on the cells can't be told: the notebook was another one by then."
                board = None
        steps.append(
            ReplayStep(
                step=step.step,
                at=step.at,
                seconds=step.seconds,
                action=step.action,
                words=_words(step),
                ok=step.error is None and all(run.ok for run in _runs(result)),
                came=_came(step, result),
                detail=_detail(step, result),
                cell=_cell(step, result),
                cells=board.cells() if board is not None else None,
            )
        )
    return Replay(
        bench=trajectory.bench,
        id=trajectory.id,
        agent=trajectory.agent,
        began=trajectory.began,
        seconds=_length(trajectory),
        level=_level(trajectory),
        sentence=_end(trajectory),
        confined=trajectory.confined,
        note=note,
        texts=texts.all,
        begin=begin,
        steps=steps,
    )


class _Texts:
    """Every text once."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self._places: dict[str, int] = {}

    def number(self, text: str) -> int:
        if text not in self._places:
            self._places[text] = len(self.all)
            self.all.append(text)
        return self._places[text]


class _Board:
    """The notebook as the agent has it, brought from step to step."""

    def __init__(self, given: Sequence[AgentCell], texts: _Texts) -> None:
        cells = [Cell(cell=at, type=cell.type, source=cell.source, id=cell.id) for at, cell in enumerate(given)]
        self._copy = WorkingCopy(Notebook(cells=cells, metadata={}, nbformat=4))
        self._texts = texts
        self._outputs = {cell.id: cell.output for cell in given}
        self._counts = {cell.id: cell.count for cell in given}
        self._ran: dict[str, CellRan] = {}

    def take(self, step: TrajectoryStep, result: Model | None) -> None:
        """Bring the notebook behind a step. Raises `InvalidRequest`, `KeyError`, `TypeError` where they don't fit."""
        if result is None:
            return
        told = step.arguments
        if step.action == "edit":
            cell = self._copy.edit(told["cell"], told["source"], told.get("type"))
            self._outputs.pop(_id(cell), None)
            self._ran[_id(cell)] = "edited"
        elif step.action == "insert":
            self._ran[_id(self._copy.insert(told["cell"], told["source"], told.get("type", "code")))] = "edited"
        elif step.action == "delete":
            self._copy.delete(told["cell"])
        elif step.action in ("run_all", "restart"):
            self._new_kernel()
        for run in _runs(result):
            self._run(run)

    def _run(self, run: CellRun) -> None:
        id = _id(self._copy.cell(run.cell))
        if run.kernel is not None:
            self._new_kernel()
        self._outputs[id], self._counts[id] = run.output, run.count
        self._ran[id] = "ok" if run.ok else "failed"

    def _new_kernel(self) -> None:
        """What ran in the kernel before no longer holds; what was edited since is still newer than any run."""
        self._ran = {id: ran for id, ran in self._ran.items() if ran == "edited"}

    def cells(self) -> list[CellAt]:
        shown = []
        for cell in self._copy.notebook().cells:
            id = _id(cell)
            output = self._outputs.get(id)
            shown.append(
                CellAt(
                    id=id,
                    type=cell.type,
                    source=self._texts.number(cell.source),
                    output=self._texts.number(output) if output else None,
                    count=self._counts.get(id),
                    ran=self._ran.get(id, "given"),
                )
            )
        return shown


def _id(cell: Cell) -> str:
    assert cell.id is not None, "Every cell of a working copy has an id."
    return cell.id


def _first_look(trajectory: Trajectory) -> list[AgentCell] | None:
    """The notebook as the agent saw it before it changed or ran anything."""
    for step in trajectory.steps:
        if step.action == "read":
            seen = _result(step)
            return seen.cells if isinstance(seen, AgentNotebook) else None
        if step.action in ("edit", "insert", "delete", "run", "run_all", "submit") and step.error is None:
            return None
    return None


def _words(step: TrajectoryStep) -> str:
    told = step.arguments
    cell = told.get("cell")
    place = f"cell {cell + 1}" if isinstance(cell, int) else "a cell"
    words: dict[Action, str] = {
        "read": "Read the notebook",
        "edit": f"Edit {place}",
        "insert": f"Insert a {told.get('type', 'code')} cell before {place}",
        "delete": f"Delete {place}",
        "preflight": f"Try {place}" if told.get("source") is None else f"Try another source for {place}",
        "run": f"Run {place}",
        "run_all": "Run all cells in a new kernel",
        "restart": "Restart the kernel",
        "inspect": f"Look at the name {str(told.get('name'))[:80]}",
        "names": "List the names",
        "trace": "Ask for the trace",
        "submit": "Submit",
    }
    return words[step.action]


def _cell(step: TrajectoryStep, result: Model | None) -> int | None:
    """The cell that a step was about; of a run of all cells the one that failed."""
    if isinstance(result, RunAll):
        return next((run.cell for run in result.runs if not run.ok), None)
    cell = step.arguments.get("cell")
    return cell if isinstance(cell, int) and step.action != "delete" and step.error is None else None


def _result(step: TrajectoryStep) -> Model | None:
    """What came back, as the model that the action gives; ``None`` for a mistake, or what is no such thing."""
    if step.error is not None:
        return None
    try:
        return _RESULTS[step.action].model_validate(step.result)
    except ValidationError:
        return None


_RESULTS: dict[Action, type[Model]] = {
    "read": AgentNotebook,
    "edit": AgentCell,
    "insert": AgentCell,
    "delete": AgentNotebook,
    "preflight": Trial,
    "run": CellRun,
    "run_all": RunAll,
    "restart": Usage,
    "inspect": NameState,
    "names": Names,
    "trace": TraceView,
    "submit": Submission,
}


def _runs(result: Model | None) -> list[CellRun]:
    if isinstance(result, RunAll):
        return result.runs
    return [result] if isinstance(result, CellRun) else []


def _came(step: TrajectoryStep, result: Model | None) -> str:
    if step.error is not None:
        return step.error
    runs = _runs(result)
    failed = next((run for run in runs if not run.ok), None)
    if failed is not None:
        line = f", line {failed.line}" if failed.line is not None else ""
        what = f"{failed.ename}: {failed.evalue}" if failed.ename is not None else "it was ended."
        return f"Cell {failed.cell + 1}{line}: {what}" + (f" {failed.kernel}" if failed.kernel is not None else "")
    if isinstance(result, RunAll):
        return f"All {len(runs)} code cells ran."
    if isinstance(result, CellRun):
        return "It ran."
    if isinstance(result, Names):
        return _counted(len(result.names) + result.more, "name")
    if isinstance(result, NameState):
        return _state(result)
    if isinstance(result, Trial):
        return result.sentence
    if isinstance(result, TraceView):
        return _counted(len(result.findings), "finding")
    if isinstance(result, Submission):
        return result.sentence
    return "Done." if result is not None else "What came back can't be read."


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}."


def _detail(step: TrajectoryStep, result: Model | None) -> str:
    if step.action in ("edit", "insert", "preflight"):
        return str(step.arguments.get("source", ""))
    if isinstance(result, Names):
        return "\n".join(f"{state.name}: {_state(state)}" for state in result.names)
    if isinstance(result, TraceView):
        return "\n".join([*result.sentences, *(finding.sentence for finding in result.findings)])
    if isinstance(result, Submission):
        return "\n".join(
            f"{'holds' if condition.ok else 'does not hold'}: {condition.text}" for condition in result.check.conditions
        )
    return "\n".join(run.output for run in _runs(result) if run.output)


def _state(state: NameState) -> str:
    shape = " by ".join(map(str, state.shape)) if state.shape is not None else None
    return ", ".join(part for part in (state.type, shape, state.value) if part)


def _length(trajectory: Trajectory) -> float:
    return max((step.at + step.seconds for step in trajectory.steps), default=0.0)


def _level(trajectory: Trajectory) -> CheckLevel | None:
    return trajectory.submission.check.level if trajectory.submission is not None else None


def _end(trajectory: Trajectory) -> str:
    return trajectory.submission.sentence if trajectory.submission is not None else "It ended without being submitted."

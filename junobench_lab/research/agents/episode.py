"""An episode: one agent, one crash, from the first look to the submission, within bounds and on record.

::

    async with Episode(starter_bench(), "tram-delays", agent="mine") as episode:
        notebook = await episode.read()
        await episode.edit(7, "...")
        run = await episode.run(7)
        submission = await episode.submit()

The kernel runs in a private copy of the input files; fixed variants, diagnoses and checks are neither in it nor in
anything that an action gives. Where the system can do it, a local kernel is confined (`running.environments.confined`),
so that no code in it can read them from the disk either.

Cells count from 0 in all that an action gives, its sentences included.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from datetime import datetime, timezone
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from ...errors import EpisodeOver, InvalidRequest, LabError
from ...instances.bench import Bench
from ...instances.models import Cell, CellType
from ...instances.notebooks import to_nbformat
from ...model import Model
from ...practice.beginning import beginning
from ...practice.check import check_job, run_check
from ...practice.models import CheckResult
from ...running.environments.base import KernelEnvironment
from ...running.environments.local import LocalEnvironment
from ...running.kernel_session import KernelSession, SessionOver
from ...running.models import Limits, NameState, Step
from ...running.preflight.models import Trial, TrialReply, TrialRequest
from ...running.preflight.trial import explained_trial, trial_message
from ...running.records import RecordStore
from ...trace.crash_line import crash_line
from ...trace.explain import explain
from ...trace.live import SessionExecution, SessionRecord
from ...trace.models import Finding
from ...trace.order import first_line
from ..confinement import confined_environment
from ..records import research_records
from .models import (
    Action,
    AgentCell,
    AgentNotebook,
    CellRun,
    EpisodeLimits,
    Names,
    RunAll,
    Submission,
    TraceView,
    Trajectory,
    TrajectoryStep,
    Usage,
)
from .numbering import counted_from_zero
from .output_text import output_text, shortened
from .recording import KEPT, Recording
from .working_copy import WorkingCopy

_Result = TypeVar("_Result")

_TRIAL_PATIENCE = 10.0
"""Seconds beyond the bound of a trial in which the kernel has to answer."""
_LEAST_SHARE = 200
_LONGEST_MESSAGE = 2_000


class Episode:
    """Actions raise `InvalidRequest` where they make no sense, which costs a step and changes nothing, and
    `EpisodeOver` where a bound is reached or the notebook was submitted."""

    def __init__(
        self,
        bench: Bench,
        id: str,
        *,
        agent: str = "unnamed",
        environment: KernelEnvironment | None = None,
        limits: EpisodeLimits | None = None,
        keep: Path | None = None,
        records: RecordStore | None = None,
    ) -> None:
        """``environment``: local kernels that are confined where the system can do that, unless another one is given.
        ``keep``: file of the `Trajectory`, written after an action and at the end. Raises what reading the instance
        raises.
        """
        self._bench, self.id, self._agent = bench, id, agent
        self._environment = environment or confined_environment(bench)
        self._limits = limits or EpisodeLimits()
        self._records = records or research_records()
        self._beginning = beginning(bench, id)
        self._copy = WorkingCopy(self._beginning.given)
        self._session: KernelSession | None = None
        self._cancel = asyncio.Event()
        self._executions: list[SessionExecution] = []
        self._recording = Recording(keep, self.trajectory)
        self._submission: Submission | None = None
        self._began_at = datetime.now(timezone.utc)
        self._began = time.monotonic()
        self._at_work = asyncio.Lock()
        self._source_characters = 0

    async def __aenter__(self) -> "Episode":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End the kernel; what was done stays readable."""
        self._cancel.set()
        await self._end_kernel()
        async with self._at_work:
            await self._recording.write()

    @property
    def confined(self) -> bool:
        """Whether code in the kernel can't read the reference from this machine's disk."""
        return self._environment.name == "container" or (
            isinstance(self._environment, LocalEnvironment) and self._environment.confined
        )

    def usage(self) -> Usage:
        return Usage(steps=len(self._recording.steps), seconds=time.monotonic() - self._began)

    def trajectory(self) -> Trajectory:
        return Trajectory(
            bench=self._bench.name,
            id=self.id,
            agent=self._agent,
            began=self._began_at,
            limits=self._limits,
            confined=self.confined,
            steps=self._recording.steps,
            executions=self._executions,
            notebook=to_nbformat(self._copy.notebook()),
            submission=self._submission,
        )

    async def read(self) -> AgentNotebook:
        """The notebook as it stands: sources, counts, outputs as text."""

        async def work() -> AgentNotebook:
            return self._shown_notebook()

        return await self._do("read", {}, work)

    async def edit(self, cell: int, source: str, type: CellType | None = None) -> AgentCell:
        """Replace a cell's source, and its type where one is named (a raw cell may have to become code)."""

        async def work() -> AgentCell:
            self._require_short(source)
            return self._shown(self._copy.edit(cell, source, type))

        return await self._do("edit", {"cell": cell, "source": source, "type": type}, work)

    async def insert(self, cell: int, source: str, type: CellType = "code") -> AgentCell:
        """Insert a cell before the one at the place; cells below move by one."""

        async def work() -> AgentCell:
            self._require_short(source)
            return self._shown(self._copy.insert(cell, source, type))

        return await self._do("insert", {"cell": cell, "source": source, "type": type}, work)

    async def delete(self, cell: int) -> AgentNotebook:
        """Delete a cell; cells below move by one. Gives the notebook as it stands then."""

        async def work() -> AgentNotebook:
            self._copy.delete(cell)
            return self._shown_notebook()

        return await self._do("delete", {"cell": cell}, work)

    async def run(self, cell: int) -> CellRun:
        """Run a code cell in the episode's kernel, which is started by the first run and keeps its names."""

        async def work() -> CellRun:
            return await self._run(self._copy.cell(cell))

        return await self._do("run", {"cell": cell}, work)

    async def preflight(self, cell: int, source: str | None = None) -> Trial:
        """Try a code cell, or another source for it, in a copy of the kernel: whether it would crash, and what it would
        change. Notebook, names, counts and executions stay as they are; without a kernel a new one is started.

        What can't be tried in a copy (see `docs/trying.md`) comes back as ``cannot_tell``, as does what takes longer
        than the bound of a trial.
        """

        async def work() -> Trial:
            return await self._tried(self._copy.cell(cell), source)

        return await self._do("preflight", {"cell": cell, "source": source}, work)

    async def run_all(self) -> RunAll:
        """Start a new kernel and run all code cells from the top until one fails."""

        async def work() -> RunAll:
            await self._end_kernel()
            self._executions = []
            runs: list[CellRun] = []
            share = self._share()
            for cell in self._copy.notebook().cells:
                if cell.type != "code" or not cell.source.strip():
                    continue
                runs.append(await self._run(cell, share))
                if not runs[-1].ok:
                    return RunAll(runs=runs, ok=False, sentence=f"Cell {cell.cell} failed; cells below did not run.")
            return RunAll(runs=runs, ok=True, sentence="All code cells ran.")

        return await self._do("run_all", {}, work)

    async def restart(self) -> Usage:
        """End the kernel; the next run starts a new one without any names."""

        async def work() -> Usage:
            await self._end_kernel()
            self._executions = []
            return self.usage()

        return await self._do("restart", {}, work)

    async def names(self) -> Names:
        """The names of the running kernel with types, shapes and short values."""

        async def work() -> Names:
            states = await self._state()
            return Names(names=states[: self._limits.names], more=max(0, len(states) - self._limits.names))

        return await self._do("names", {}, work)

    async def inspect(self, name: str) -> NameState:
        """One name of the running kernel."""

        async def work() -> NameState:
            states = await self._state()
            found = next((state for state in states if state.name == name), None)
            if found is None:
                known = ", ".join(state.name for state in states[:30]) or "none yet"
                raise InvalidRequest(f"The kernel has no name {name[:80]!r}; it has: {known}.")
            return found

        return await self._do("inspect", {"name": name}, work)

    async def trace(self) -> TraceView:
        """The recorded session in words, and what the rules find about the crash."""

        async def work() -> TraceView:
            recorded, cells = self._beginning.trace, self._beginning.given.cells
            return TraceView(
                sentences=[
                    f"{execution.place}. cell {execution.cell}: {first_line(cells[execution.cell].source)}"
                    + (" (crashed)" if execution.crash else "")
                    for execution in recorded.executions
                ],
                never_ran=list(recorded.never_ran),
                findings=[_for_agents(finding) for finding in explain(recorded, cells)],
            )

        return await self._do("trace", {}, work)

    async def submit(self) -> Submission:
        """Have the notebook checked as a person's attempt is, in a fresh kernel; the episode ends with it.

        The order is that of this kernel's runs, else the recorded one. Costs no step. Where the check couldn't be
        carried out (``level`` is ``None``), the episode goes on and can be submitted again.
        """

        async def work() -> Submission:
            await self._end_kernel()
            job = check_job(
                self._bench,
                self.id,
                1,
                self._beginning.edited(self._copy.notebook()),
                session=SessionRecord(executions=self._executions) if self._executions else None,
            )
            result: CheckResult | None = None
            items = run_check(job, store=self._records, environment=self._environment, cancel=self._cancel)
            async with contextlib.aclosing(items):
                async for item in items:
                    if isinstance(item, CheckResult):
                        result = item
            assert result is not None, "A check ends with its result."
            self._submission = Submission(level=result.level, sentence=counted_from_zero(result.sentence), check=result)
            return self._submission

        return await self._do("submit", {}, work)

    async def _do(self, action: Action, arguments: dict[str, Any], work: Callable[[], Awaitable[_Result]]) -> _Result:
        """Carry out one action within the bounds, one at a time, and keep it on record."""
        async with self._at_work:
            self._require_room(action)
            began = time.monotonic()
            result: _Result | None = None
            mistake: str | None = None
            try:
                result = await work()
                return result
            except LabError as error:
                mistake = str(error)
                raise
            except asyncio.CancelledError:
                mistake = "The call was cancelled; what ran was ended."
                raise
            finally:
                step = TrajectoryStep(
                    step=len(self._recording.steps) + 1,
                    at=began - self._began,
                    action=action,
                    arguments={
                        name: shortened(value, _LONGEST_MESSAGE) if mistake and isinstance(value, str) else value
                        for name, value in arguments.items()
                        if value is not None
                    },
                    result=result.model_dump(mode="json") if isinstance(result, Model) else None,
                    error=mistake,
                    seconds=time.monotonic() - began,
                )
                await self._recording.add(step)

    def _require_room(self, action: Action) -> None:
        # A check that could not be carried out is nobody's fault, and has judged nothing.
        if self._submission is not None and self._submission.level is not None:
            raise EpisodeOver("The notebook was submitted: the episode is over.")
        if self._cancel.is_set():
            raise EpisodeOver("The episode was closed.")
        used = self.usage()
        if action == "submit":
            return
        if used.steps >= self._limits.steps:
            raise EpisodeOver(f"All {self._limits.steps} steps are used: only submitting is left.")
        if used.seconds >= self._limits.seconds:
            raise EpisodeOver(f"The {self._limits.seconds:g} s of the episode are over: only submitting is left.")

    def _require_short(self, source: str) -> None:
        if len(source) > self._limits.source:
            raise InvalidRequest(
                f"A cell may have {self._limits.source:,} characters, and this source has {len(source):,}: shorten it."
            )
        self._source_characters += len(source)
        if self._source_characters > KEPT:
            raise InvalidRequest(f"All sources of an episode may have {KEPT:,} characters together: submit.")

    def _share(self) -> int:
        """Characters of output that a cell has where all are shown."""
        cells = max(1, len(self._copy.notebook().cells))
        return min(self._limits.text, max(_LEAST_SHARE, self._limits.notebook // cells))

    async def _run(self, cell: Cell, text: int | None = None) -> CellRun:
        """``text``: characters of output shown, where they are fewer than usual."""
        if cell.type != "code":
            raise InvalidRequest(f"Cell {cell.cell} is a {cell.type} cell and can't run: make it code with an edit.")
        session = await self._kernel()
        began = session.now()
        over: SessionOver | None = None
        reply: dict[str, Any] = {"status": "error"}
        try:
            reply = dict(await session.execute(Step(index=len(self._executions), cell=cell.cell, source=cell.source)))
        except SessionOver as ended:
            over = ended
        except asyncio.CancelledError:
            # Nobody waits for it any more, and the next cell would have to.
            self._executions = []
            await self._end_kernel()
            raise
        outputs = session.outputs()
        seconds = session.now() - began
        count = reply.get("execution_count")
        count = count if isinstance(count, int) else None
        failed = next((output for output in outputs if output.get("output_type") == "error"), None)
        ok = over is None and reply.get("status") != "error"
        traceback = [str(line) for line in failed["traceback"]] if failed is not None else []
        self._copy.ran(cell.cell, count, outputs)
        if over is None:
            assert cell.id is not None, "Every cell of a working copy has an id."
            self._executions.append(
                SessionExecution(
                    id=cell.id,
                    source=cell.source,
                    ok=ok,
                    ename=failed["ename"] if failed is not None else None,
                    evalue=failed["evalue"] if failed is not None else None,
                    count=count,
                    traceback=traceback,
                )
            )
        else:
            await self._end_kernel()
            self._executions = []
        return CellRun(
            cell=cell.cell,
            ok=ok,
            seconds=seconds,
            count=count,
            output=output_text(outputs, text or self._limits.text),
            ename=failed["ename"] if failed is not None else None,
            evalue=shortened(failed["evalue"], _LONGEST_MESSAGE) if failed is not None else None,
            line=crash_line(traceback, count, cell.source) if failed is not None else None,
            kernel=f"{counted_from_zero(over.detail or 'The kernel ended.')} The next run starts a new one."
            if over is not None
            else None,
        )

    async def _tried(self, cell: Cell, source: str | None) -> Trial:
        if source is None and cell.type != "code":
            raise InvalidRequest(f"Cell {cell.cell} is a {cell.type} cell and can't be tried: say a source for it.")
        text = cell.source if source is None else source
        self._require_short(text)
        session = await self._kernel()
        message = trial_message(TrialRequest(source=text, seconds=self._limits.trial))
        reply = await session.ask(message.expressions, self._limits.trial + _TRIAL_PATIENCE)
        assert cell.id is not None, "Every cell of a working copy has an id."
        trial = explained_trial(
            TrialReply(
                reply=dict(reply),
                source=text,
                seconds=self._limits.trial,
                cell=cell.id,
                notebook=to_nbformat(self._copy.notebook()),
                session=SessionRecord(executions=self._executions),
            )
        )
        return trial.model_copy(
            update={
                "sentence": counted_from_zero(trial.sentence),
                "findings": [_for_agents(finding) for finding in trial.findings],
            }
        )

    async def _kernel(self) -> KernelSession:
        """The running kernel, started where there is none. Raises `EpisodeOver` where none can be had."""
        if self._session is not None:
            return self._session
        left = max(1.0, self._limits.seconds - self.usage().seconds)
        limits = Limits(run=left, cell=min(self._limits.cell, left), memory=self._limits.memory)
        session = KernelSession(self._environment, limits, self._cancel)
        try:
            await session.start(self._bench.folder(self.id), self._bench.input_files(self.id))
        except SessionOver as over:
            await session.close()
            raise EpisodeOver(over.detail or "No kernel could be started.") from over
        except BaseException:
            await session.close()
            raise
        self._session = session
        return session

    async def _end_kernel(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def _state(self) -> list[NameState]:
        if self._session is None:
            raise InvalidRequest("No kernel is running: run a cell first.")
        found = await self._session.state()
        if found is None:
            raise InvalidRequest("The kernel couldn't tell its names in time: run something smaller and ask again.")
        return found

    def _shown_notebook(self) -> AgentNotebook:
        recorded = self._beginning.trace
        crash = recorded.crash
        share = self._share()
        used = self.usage()
        return AgentNotebook(
            instance=self.id,
            cells=[self._shown(cell, share) for cell in self._copy.notebook().cells],
            recorded_order=[execution.cell for execution in recorded.executions],
            crash=f"cell {crash.cell}: {crash.ename}: {crash.evalue}" if crash is not None else "none on record",
            steps_left=max(0, self._limits.steps - used.steps - 1),
            seconds_left=max(0.0, round(self._limits.seconds - used.seconds, 1)),
        )

    def _shown(self, cell: Cell, text: int | None = None) -> AgentCell:
        assert cell.id is not None, "Every cell of a working copy has an id."
        return AgentCell(
            cell=cell.cell,
            id=cell.id,
            type=cell.type,
            source=cell.source,
            count=cell.count,
            output=output_text(cell.outputs, text or self._limits.text),
        )


def _for_agents(finding: Finding) -> Finding:
    return finding.model_copy(update={"sentence": counted_from_zero(finding.sentence)})

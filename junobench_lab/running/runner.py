"""Carries out a plan on a kernel and says what happens, event by event.

What ends a run is found by the session that it holds (`kernel_session`); what it means is decided in `outcome`.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..trace.crash_line import crash_line
from .cell_outputs import error_output
from .environments.base import KernelEnvironment
from .kernel_session import KernelSession, SessionOver, end_reason
from .libraries import lacking_expressions, lacking_sentence, needed_libraries, read_lacking
from .models import (
    CellFinished,
    CellStarted,
    Ended,
    EndReason,
    Event,
    KernelReady,
    Limits,
    NameState,
    Output,
    Plan,
    Step,
)
from .questions import Question

if TYPE_CHECKING:
    from .snapshots.store import Kept, RunSnapshots


async def run_plan(
    plan: Plan,
    *,
    folder: Path,
    files: Sequence[Path],
    environment: KernelEnvironment,
    limits: Limits,
    cancel: asyncio.Event | None = None,
    take_state: Callable[[list[NameState]], None] | None = None,
    question: Question | None = None,
    snapshots: "RunSnapshots | None" = None,
) -> AsyncGenerator[Event, None]:
    """Run the steps of ``plan`` in a fresh kernel, in a private copy of ``files`` (paths below ``folder``).

    Where the kernel lacks a heavy library that the plan imports, nothing is run, and `Ended` says what to install.

    Yields `KernelReady`, then for each step `CellStarted`, its `Output`s and `CellFinished`, and always exactly one
    `Ended` as the last event: also when the kernel can't be started. A step whose cell did not end by itself has no
    `CellFinished`. Set ``cancel`` to end the run; closing the generator ends it as well. When `Ended` comes, no process
    of the run is left.

    Where the whole plan was carried out, ``take_state`` gets the notebook's names before the kernel ends, unless the
    kernel can't tell them in two seconds; then ``question`` is asked, in its own bound.

    With ``snapshots`` the run goes on from a kernel that an earlier one has left, where there is one that fits, and
    leaves some itself.
    """
    run = _Run(plan, environment, limits, cancel or asyncio.Event(), snapshots)
    try:
        try:
            async for event in run.events(folder, files):
                yield event
            ended = run.ended("finished")
            state = await run.session.state() if take_state is not None else None
            if take_state is not None and state is not None:
                take_state(state)
            if question is not None:
                question.take(await run.session.ask(question.expressions(), question.seconds))
        except SessionOver as stop:
            for output in run.outputs():
                yield output
            ended = run.ended(stop.reason, stop.detail)
        await run.close()
        yield ended
    finally:
        await run.close()


class _Run:
    def __init__(
        self,
        plan: Plan,
        environment: KernelEnvironment,
        limits: Limits,
        cancel: asyncio.Event,
        snapshots: "RunSnapshots | None",
    ) -> None:
        self._plan = plan
        self._environment = environment
        self._limits = limits
        self._cancel = cancel
        self._snapshots = snapshots
        self.session = KernelSession(environment, limits, cancel)
        self._step: Step | None = None

    async def events(self, folder: Path, files: Sequence[Path]) -> AsyncIterator[Event]:
        kept = await self._resumed()
        if kept is not None and self._snapshots is not None:
            versions = self._snapshots.versions
        else:
            versions = await self.session.start(folder, files, [step.source for step in self._plan.steps])
            await self._require_libraries()
        if self._snapshots is not None:
            await self._snapshots.begin(self.session, self.session.workspace)
        start = self.session.kernel_start
        done: list[Event] = []
        """Events of the steps so far."""
        yield KernelReady(
            at=self.session.now(),
            kernel=self._environment.kernel,
            versions=versions,
            warm=start.warm,
            cold_because=start.cold_because,
            resumed=len(kept.steps) if kept is not None else 0,
        )
        if kept is not None:
            for event in kept.events:
                done.append(event.model_copy(update={"at": self.session.now()}))
                yield done[-1]
        for step in self._plan.steps[len(kept.steps) if kept is not None else 0 :]:
            done.append(CellStarted(at=self.session.now(), step=step.index, cell=step.cell))
            yield done[-1]
            self._step = step
            began = self.session.now()
            reply = await self.session.execute(step)
            seconds = self.session.now() - began
            error = reply if reply.get("status") == "error" else None
            for output in self.outputs():
                done.append(output)
                yield output
            self._step = None
            done.append(self._finished(step, seconds, error, reply.get("execution_count")))
            yield done[-1]
            if error is not None and not step.may_crash:
                lost = await self.session.killed_for_memory()
                raise SessionOver(end_reason(lost), lost.sentence) if lost is not None else SessionOver("crashed")
            if any(payload.get("source") == "ask_exit" for payload in reply.get("payload", [])):
                raise SessionOver(
                    "kernel_died", f"The code in cell {step.cell + 1} ended its own kernel with exit() or quit()."
                )
            if self._snapshots is not None and step is not self._plan.steps[-1]:
                steps = self._plan.steps[: step.index + 1]
                await self._snapshots.after(self.session, self.session.workspace, versions, steps, done)
                self.session.workspace_is_kept = self._snapshots.workspace is self.session.workspace

    async def _resumed(self) -> "Kept | None":
        """What the session goes on from; ``None`` where it begins anew."""
        if self._snapshots is None:
            return None
        kept = await self._snapshots.resumable(self._plan)
        workspace = self._snapshots.workspace
        if kept is None or workspace is None:
            return None
        snapshots = self._snapshots
        try:
            await self.session.resume(workspace, lambda: snapshots.launch(kept))
        except SessionOver as stop:
            if stop.reason == "cancelled":
                raise
            await self.session.close()
            snapshots.forget()
            self.session = KernelSession(self._environment, self._limits, self._cancel)
            return None
        return kept

    async def close(self) -> None:
        await self.session.close()
        if self._snapshots is not None:
            self._snapshots.end()

    async def _require_libraries(self) -> None:
        """End the run where it would only show that a library isn't installed, which is no crash of the notebook."""
        needed = needed_libraries(self._plan)
        if not needed:
            return
        reply = await self.session.ask(lacking_expressions(needed), self._limits.start)
        lacking = read_lacking(reply, needed)
        if lacking:
            raise SessionOver("infrastructure", lacking_sentence(lacking, self._environment))

    def outputs(self) -> list[Event]:
        """The outputs of the step that runs or has just ended; handed out once."""
        step, now = self._step, self.session.now()
        if step is None:
            return []
        return [Output(at=now, step=step.index, cell=step.cell, output=output) for output in self.session.outputs()]

    def ended(self, reason: EndReason, detail: str = "") -> Ended:
        return Ended(at=self.session.now(), reason=reason, detail=detail)

    def _finished(self, step: Step, seconds: float, error: Mapping[str, Any] | None, count: Any) -> CellFinished:
        if error is None:
            return CellFinished(at=self.session.now(), step=step.index, cell=step.cell, ok=True, seconds=seconds)
        shown = error_output(error)
        return CellFinished(
            at=self.session.now(),
            step=step.index,
            cell=step.cell,
            ok=False,
            seconds=seconds,
            ename=shown["ename"],
            evalue=shown["evalue"],
            line=crash_line(shown["traceback"], count if isinstance(count, int) else None, step.source),
        )

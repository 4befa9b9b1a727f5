"""Carries out a plan on a kernel and says what happens, event by event.

What ends a run is found by the session that it holds (`kernel_session`); what it means is decided in `outcome`.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

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
) -> AsyncGenerator[Event, None]:
    """Run the steps of ``plan`` in a fresh kernel, in a private copy of ``files`` (paths below ``folder``).

    Where the kernel lacks a heavy library that the plan imports, nothing is run, and `Ended` says what to install.

    Yields `KernelReady`, then for each step `CellStarted`, its `Output`s and `CellFinished`, and always exactly one
    `Ended` as the last event: also when the kernel can't be started. A step whose cell did not end by itself has no
    `CellFinished`. Set ``cancel`` to end the run; closing the generator ends it as well. When `Ended` comes, no process
    of the run is left.

    Where the whole plan was carried out, ``take_state`` gets the notebook's names before the kernel ends, unless the
    kernel can't tell them in two seconds; then ``question`` is asked, in its own bound.
    """
    run = _Run(plan, environment, limits, cancel or asyncio.Event())
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
        await run.session.close()
        yield ended
    finally:
        await run.session.close()


class _Run:
    def __init__(self, plan: Plan, environment: KernelEnvironment, limits: Limits, cancel: asyncio.Event) -> None:
        self._plan = plan
        self._environment = environment
        self._limits = limits
        self.session = KernelSession(environment, limits, cancel)
        self._step: Step | None = None

    async def events(self, folder: Path, files: Sequence[Path]) -> AsyncIterator[Event]:
        versions = await self.session.start(folder, files, [step.source for step in self._plan.steps])
        await self._require_libraries()
        start = self.session.kernel_start
        yield KernelReady(
            at=self.session.now(),
            kernel=self._environment.kernel,
            versions=versions,
            warm=start.warm,
            cold_because=start.cold_because,
        )
        for step in self._plan.steps:
            yield CellStarted(at=self.session.now(), step=step.index, cell=step.cell)
            self._step = step
            began = self.session.now()
            reply = await self.session.execute(step)
            seconds = self.session.now() - began
            error = reply if reply.get("status") == "error" else None
            for output in self.outputs():
                yield output
            self._step = None
            yield self._finished(step, seconds, error, reply.get("execution_count"))
            if error is not None and not step.may_crash:
                lost = await self.session.killed_for_memory()
                raise SessionOver(end_reason(lost), lost.sentence) if lost is not None else SessionOver("crashed")
            if any(payload.get("source") == "ask_exit" for payload in reply.get("payload", [])):
                raise SessionOver(
                    "kernel_died", f"The code in cell {step.cell + 1} ended its own kernel with exit() or quit()."
                )

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

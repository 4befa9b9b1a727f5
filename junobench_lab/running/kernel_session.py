"""A kernel that runs cells one after the other, under watch.

Every wait has a bound, and while the kernel works four things are watched together: its answer, its process, its
memory, and whether somebody cancels. Whichever of them ends the work ends the session: `SessionOver`.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from ..errors import EnvironmentUnavailable
from .cell_outputs import CellOutputs
from .conversation import Conversation, Exchange
from .environments.base import KernelEnvironment, KernelExit, KernelStart, LaunchedKernel
from .models import EndReason, Limits, NameState, Step
from .pinning import pin_expressions, read_versions
from .state import read_state, state_expressions
from .workspace import Workspace

_T = TypeVar("_T")

_EXIT_INTERVAL = 0.05
_MEMORY_INTERVAL = 0.15
_HELLO_INTERVAL = 0.02
"""A kernel that is there answers the first time, but its output may not be heard yet."""
_LONGEST_HELLO_INTERVAL = 0.25
_INTERRUPT_PATIENCE = 1.0
_LAST_OUTPUT_PATIENCE = 0.2
_REMOVE_PATIENCE = 1.0
_STATE_PATIENCE = 2.0
_RESUME_PATIENCE = 10.0
_TIMES_ASKED = 3
"""On a machine that is too busy to read, replies can count as lost. Looking twice changes nothing."""


class SessionOver(Exception):
    """The session ends here; nothing more can run in it."""

    def __init__(self, reason: EndReason, detail: str = "") -> None:
        super().__init__(reason)
        self.reason: EndReason = reason
        self.detail = detail


class KernelSession:
    """A fresh kernel in a private copy of the input files. `close` has to be called, whatever happened."""

    def __init__(self, environment: KernelEnvironment, limits: Limits, cancel: asyncio.Event) -> None:
        self._environment = environment
        self._limits = limits
        self._began = time.monotonic()
        self._cancelled = asyncio.create_task(cancel.wait())
        self._fate: asyncio.Future[SessionOver] = asyncio.get_running_loop().create_future()
        """Resolves when the kernel ends or takes too much memory."""
        self._watch: asyncio.Task[None] | None = None
        self._workspace: Workspace | None = None
        self._kernel: LaunchedKernel | None = None
        self._conversation: Conversation | None = None
        self._outputs = CellOutputs(limits.output)
        self._closing: asyncio.Task[None] | None = None
        self.workspace_is_kept = False
        """Whether others still need the private folder, and remove it."""

    def now(self) -> float:
        """Seconds since the session began."""
        return time.monotonic() - self._began

    async def start(self, folder: Path, files: Sequence[Path], sources: Sequence[str] | None = None) -> dict[str, str]:
        """Launch the kernel in a copy of ``files`` (paths below ``folder``) and pin its seeds.

        ``sources`` are the cells that will run, where they are known: without them the kernel is a cold one.
        Gives the versions of Python and the libraries that the bench names. Raises `SessionOver`.
        """
        try:
            self._workspace = workspace = Workspace(folder.name)
            await self._until(workspace.fill(folder, files), self._limits.run, self._run_too_long())
            self._kernel = kernel = await self._launched(workspace, sources)
        except EnvironmentUnavailable as error:
            raise SessionOver("infrastructure", str(error)) from error
        self._watch = asyncio.create_task(self._watch_kernel(kernel))
        self._conversation = Conversation(kernel.client)
        deadline = self.now() + self._limits.start
        try:
            await self._until(self._hello(self._conversation), deadline, self._no_answer())
            pinning = self._conversation.evaluate(pin_expressions())
            await self._until(pinning.done, deadline, self._no_answer())
        except SessionOver as stop:
            if stop.reason == "cancelled":
                raise
            # Nothing of the notebook has run yet, so it can't be the notebook's fault.
            raise SessionOver("infrastructure", self._failed_start(stop)) from stop
        return read_versions(pinning.reply or {})

    async def resume(self, workspace: Workspace, launch: Callable[[], Awaitable[LaunchedKernel]]) -> None:
        """Go on in a kernel that has run cells before, in a folder that isn't this session's to remove.

        Raises `SessionOver`; but for a cancelled run, nothing was lost then, and another session can begin anew.
        """
        self._workspace, self.workspace_is_kept = workspace, True
        try:
            self._kernel = kernel = await launch()
        except EnvironmentUnavailable as error:
            raise SessionOver("infrastructure", str(error)) from error
        self._watch = asyncio.create_task(self._watch_kernel(kernel))
        self._conversation = Conversation(kernel.client)
        await self._until(self._hello(self._conversation), self.now() + _RESUME_PATIENCE, self._no_answer())

    @property
    def workspace(self) -> Workspace:
        """The private folder; there is one after `start` or `resume`."""
        assert self._workspace is not None
        return self._workspace

    @property
    def kernel_start(self) -> KernelStart:
        """How the kernel came to be; there is one after `start`."""
        return self._kernel.start if self._kernel is not None else KernelStart()

    async def execute(self, step: Step) -> Mapping[str, Any]:
        """Run a step; gives the content of the kernel's reply, an error's as well. Raises `SessionOver`.

        What the cell wrote is handed out by `outputs`, also after `SessionOver`.
        """
        assert self._conversation is not None
        self._outputs = CellOutputs(self._limits.output)
        exchange = self._conversation.execute(step.source, lambda kind, content: self._outputs.take(kind, content))
        cell_deadline = self.now() + self._limits.cell
        if cell_deadline <= self._limits.run:
            late = SessionOver("timeout", f"Cell {step.cell + 1} ran longer than its bound of {self._limits.cell:g} s.")
        else:
            late = self._run_too_long()
        try:
            await self._until(exchange.done, min(cell_deadline, self._limits.run), late)
        except SessionOver as stop:
            if stop.reason == "timeout":
                await self._interrupt(exchange)
            elif stop.reason == "kernel_died":
                # What the kernel wrote before its end may still be on its way.
                await asyncio.wait({exchange.done}, timeout=_LAST_OUTPUT_PATIENCE)
            raise
        reply = exchange.reply or {"status": "ok"}
        if exchange.lost_something:
            self._outputs.note_loss()
        if reply.get("status") == "error" and not self._outputs.has_error():
            # The message got lost in a flood of output; the reply says the same.
            self._outputs.take("error", reply)
        return reply

    def outputs(self) -> list[dict[str, Any]]:
        """The outputs of the cell that runs or has just ended, as in nbformat 4; handed out once."""
        taken, self._outputs = self._outputs.finish(), CellOutputs(self._limits.output)
        return taken

    async def killed_for_memory(self) -> KernelExit | None:
        """Whether a process that the kernel had started was killed for lack of memory; asked after a crash."""
        return await self._kernel.killed_for_memory() if self._kernel is not None else None

    async def state(self) -> list[NameState] | None:
        """The notebook's names as they are now."""
        return read_state(await self.ask(state_expressions(), _STATE_PATIENCE))

    async def ask(self, expressions: dict[str, str], seconds: float) -> Mapping[str, Any]:
        """The kernel's reply; empty where there is none in time. What goes wrong here is no part of what
        runs."""
        if self._conversation is None:
            return {}
        deadline = self.now() + seconds
        for _ in range(_TIMES_ASKED):
            exchange = self._conversation.evaluate(expressions)
            try:
                await self._until(exchange.done, deadline, self._no_answer())
            except SessionOver:
                return {}
            if exchange.reply is not None:
                return exchange.reply
        return {}

    async def close(self) -> None:
        """End the kernel and remove the copy. What takes longer than a moment goes on by itself."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        # Shielded, because a run that is cancelled while it cleans up must still clean up.
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        self._cancelled.cancel()
        if self._watch is not None:
            self._watch.cancel()
        if self._conversation is not None:
            await self._conversation.close()
        if self._kernel is not None:
            await self._kernel.close()
        if self._workspace is not None and not self.workspace_is_kept:
            removal = asyncio.create_task(self._workspace.remove())
            await asyncio.wait({removal}, timeout=_REMOVE_PATIENCE)

    async def _launched(self, workspace: Workspace, sources: Sequence[str] | None) -> LaunchedKernel:
        launch = asyncio.create_task(self._environment.launch(workspace, sources))
        try:
            return await self._until(asyncio.shield(launch), self.now() + self._limits.start, self._no_answer())
        except BaseException:
            # A launch under way can't be undone from outside: let it end, then end what it has launched.
            with contextlib.suppress(EnvironmentUnavailable, asyncio.CancelledError):
                self._kernel = await launch
            raise

    async def _hello(self, conversation: Conversation) -> None:
        """Wait until the kernel answers and its output is heard: what it says before that is lost."""
        exchanges: list[Exchange] = []
        interval = _HELLO_INTERVAL
        while not any(exchange.done.done() and exchange.heard.is_set() for exchange in exchanges):
            exchanges.append(conversation.ask_info())
            await asyncio.wait([exchange.done for exchange in exchanges], timeout=interval)
            interval = min(2 * interval, _LONGEST_HELLO_INTERVAL)

    async def _interrupt(self, exchange: Exchange) -> None:
        """Let a cell that takes too long end by itself, so that what it wrote so far comes out."""
        assert self._kernel is not None
        await self._kernel.interrupt()
        ends: set[asyncio.Future[Any]] = {exchange.done, self._cancelled, self._fate}
        await asyncio.wait(ends, timeout=_INTERRUPT_PATIENCE, return_when=asyncio.FIRST_COMPLETED)

    async def _until(self, work: Awaitable[_T], deadline: float, late: SessionOver) -> _T:
        """The result of ``work``, unless the kernel's fate, a cancel or the deadline (seconds of the run) is first."""
        task = asyncio.ensure_future(work)
        started_here = task is not work
        try:
            ends: set[asyncio.Future[Any]] = {task, self._fate, self._cancelled}
            await asyncio.wait(ends, timeout=max(0.0, deadline - self.now()), return_when=asyncio.FIRST_COMPLETED)
            if self._cancelled.done():
                raise SessionOver("cancelled")
            if task.done():
                return task.result()
            raise self._fate.result() if self._fate.done() else late
        finally:
            if started_here:
                task.cancel()

    async def _watch_kernel(self, kernel: LaunchedKernel) -> None:
        try:
            self._fate.set_result(await self._fate_of(kernel))
        except Exception as error:
            # Without a watch a dead kernel would go unnoticed until a deadline.
            self._fate.set_result(SessionOver("infrastructure", f"The kernel could no longer be watched ({error})."))

    async def _fate_of(self, kernel: LaunchedKernel) -> SessionOver:
        """What ends the run from the kernel's side; waits until it happens."""
        bound = self._limits.memory or kernel.memory_bound
        memory_due = 0.0
        while True:
            ended = await kernel.exited()
            if ended is not None:
                return SessionOver(end_reason(ended), ended.sentence)
            if self.now() >= memory_due:
                held = await kernel.memory(bound)
                if held > bound:
                    return SessionOver(
                        "out_of_memory", f"The kernel held {_size(held)} of memory; its bound is {_size(bound)}."
                    )
                memory_due = self.now() + _MEMORY_INTERVAL
            await asyncio.sleep(_EXIT_INTERVAL)

    def _run_too_long(self) -> SessionOver:
        return SessionOver("timeout", f"The whole run took longer than its bound of {self._limits.run:g} s.")

    def _no_answer(self) -> SessionOver:
        return SessionOver(
            "infrastructure",
            f"The kernel {self._environment.kernel} did not answer within {self._limits.start:g} s after its start.",
        )

    def _failed_start(self, stop: SessionOver) -> str:
        said = self._kernel.last_words() if self._kernel is not None else ""
        told = f" Its last words: {said}" if said else ""
        if stop.reason == "infrastructure":
            return stop.detail + told
        return f"The kernel {self._environment.kernel} ended while it was starting. {stop.detail}{told}"


def end_reason(ended: KernelExit) -> EndReason:
    if ended.infrastructure:
        return "infrastructure"
    return "out_of_memory" if ended.out_of_memory else "kernel_died"


def _size(number: int) -> str:
    """Bytes for a person."""
    return f"{number / 1e9:.1f} GB" if number >= 1e9 else f"{number / 1e6:.0f} MB"

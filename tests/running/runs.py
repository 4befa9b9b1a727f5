"""Running a few lines of code through the real runner, for the tests."""

import asyncio
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from junobench_lab.running.environments.base import KernelEnvironment
from junobench_lab.running.environments.local import LocalEnvironment
from junobench_lab.running.environments.processes import MARK
from junobench_lab.running.models import (
    CellFinished,
    CellStarted,
    Ended,
    Event,
    Expectation,
    KernelReady,
    Limits,
    Outcome,
    Output,
    Plan,
    Step,
)
from junobench_lab.running.outcome import judge
from junobench_lab.running.runner import run_plan

WELL_OVER = 60.0
"""Seconds that no test needs; a run that takes them hangs."""


def plan(*sources: str, crash: Expectation | None = None, may_crash: Sequence[int] = ()) -> Plan:
    """A plan that runs the sources one after the other, each as a cell of its own."""
    steps = [
        Step(index=index, cell=index, source=source, may_crash=index in may_crash)
        for index, source in enumerate(sources)
    ]
    return Plan(steps=steps, crash=crash)


@dataclass(frozen=True)
class Done:
    """A run that has ended."""

    plan: Plan
    events: list[Event]

    @property
    def outcome(self) -> Outcome:
        return judge(self.plan, self.events)

    @property
    def ended(self) -> Ended:
        last = self.events[-1]
        assert isinstance(last, Ended)
        return last

    @property
    def ready(self) -> KernelReady:
        return next(event for event in self.events if isinstance(event, KernelReady))

    def finished(self, step: int = 0) -> CellFinished:
        return next(event for event in self.events if isinstance(event, CellFinished) and event.step == step)

    def started(self, step: int = 0) -> CellStarted:
        return next(event for event in self.events if isinstance(event, CellStarted) and event.step == step)

    def outputs(self, step: int = 0) -> list[dict]:
        return [event.output for event in self.events if isinstance(event, Output) and event.step == step]

    def text(self, step: int = 0) -> str:
        """What a step printed and displayed as text."""
        parts = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in self.outputs(step)]
        return "".join(parts)


async def run(
    wanted: Plan,
    limits: Limits | None = None,
    *,
    folder: Path,
    files: Sequence[Path] = (),
    kernel: str | None = None,
    cancel: asyncio.Event | None = None,
) -> Done:
    """Carry out a plan in a local kernel to its end; fails instead of hanging."""
    return await run_in(LocalEnvironment(kernel), wanted, folder, files, limits=limits, cancel=cancel)


async def run_in(
    environment: KernelEnvironment,
    wanted: Plan,
    folder: Path,
    files: Sequence[Path] = (),
    *,
    limits: Limits | None = None,
    cancel: asyncio.Event | None = None,
    on_event: Callable[[Event], None] = lambda _: None,
) -> Done:
    """As `run`, in any environment; ``on_event`` is called with every event as it comes."""
    events = []

    async def collect() -> None:
        async for event in run_plan(
            wanted, folder=folder, files=files, environment=environment, limits=limits or Limits(), cancel=cancel
        ):
            events.append(event)
            on_event(event)

    await asyncio.wait_for(collect(), WELL_OVER)
    return Done(wanted, events)


def run_all(cases: Mapping[str, tuple[Plan, Limits]], folder: Path) -> dict[str, Done]:
    """Carry out several plans, a few at a time, in kernels that don't know of the tests.

    A kernel that finds pytest's variable doesn't capture what is written past Python's own streams.
    """
    hidden = os.environ.pop("PYTEST_CURRENT_TEST", None)
    try:
        return asyncio.run(_run_all(cases, folder))
    finally:
        if hidden is not None:
            os.environ["PYTEST_CURRENT_TEST"] = hidden


async def _run_all(cases: Mapping[str, tuple[Plan, Limits]], folder: Path) -> dict[str, Done]:
    turns = asyncio.Semaphore(3)

    async def one(name: str) -> tuple[str, Done]:
        async with turns:
            return name, await run(*cases[name], folder=folder)

    return dict(await asyncio.gather(*map(one, cases)))


def kernel_processes() -> list[psutil.Process]:
    """Processes of kernels that this test process started, and all that those started."""
    found = []
    for process in psutil.process_iter():
        try:
            marked = MARK in process.environ() and process.status() != psutil.STATUS_ZOMBIE
        except (psutil.Error, OSError):
            continue
        if marked and process.environ().get("JUNOBENCH_LAB_TEST") == str(os.getpid()):
            found.append(process)
    return found


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait for something that another process does; fails instead of hanging."""
    deadline = time.monotonic() + WELL_OVER
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)

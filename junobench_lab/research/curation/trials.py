"""Running candidates: one kernel each, within the bounds of the whole search."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import EnvironmentUnavailable
from ...running.environments.base import KernelEnvironment
from ...running.models import Event, Limits, Outcome, Output, Plan
from ...running.outcome import judge
from ...running.runner import run_plan
from .models import CurationBounds

_SLOWER = 3.0
"""How much longer than the whole session a candidate may run: a part of it that takes longer is another thing."""
_SPARE = 30.0


class CurationCancelled(Exception):
    """The person ended the making of the instance; nothing of it was written."""


@dataclass(frozen=True)
class Trial:
    """A candidate that was run."""

    plan: Plan
    outcome: Outcome
    events: Sequence[Event]

    def outputs(self) -> dict[int, list[dict[str, Any]]]:
        """The outputs by step, as in nbformat 4."""
        found: dict[int, list[dict[str, Any]]] = {}
        for event in self.events:
            if isinstance(event, Output):
                found.setdefault(event.step, []).append(event.output)
        return found


class Trials:
    """Runs candidates in fresh kernels, forked ones where that changes nothing, and counts them."""

    def __init__(
        self,
        environment: KernelEnvironment,
        bounds: CurationBounds,
        cancel: asyncio.Event,
        told: Callable[[int], None] = lambda _: None,
    ) -> None:
        """``told`` is called with the number of runs before each."""
        self._environment = environment
        self._bounds = bounds
        self._cancel = cancel
        self._told = told
        self._limits = Limits()
        self._ends = time.monotonic() + bounds.seconds
        self.runs = 0

    @property
    def spent(self) -> bool:
        """Whether the bounds of the search are reached; what still has to be run is run all the same."""
        return self.runs >= self._bounds.runs or time.monotonic() >= self._ends

    def bound_by(self, whole: Outcome) -> None:
        """Bound what follows by the time that the whole session took."""
        seconds = _SLOWER * whole.seconds + _SPARE
        self._limits = self._limits.model_copy(update={"cell": seconds, "run": seconds})

    def require_going_on(self) -> None:
        """Raises `CurationCancelled` once the person has ended it."""
        if self._cancel.is_set():
            raise CurationCancelled

    async def run(self, plan: Plan, folder: Path, files: Sequence[Path]) -> Trial:
        """Run a plan in a copy of ``files`` (paths below ``folder``).

        Raises `CurationCancelled`, and `EnvironmentUnavailable` where no kernel can be had or a library is missing.
        """
        self.require_going_on()
        self.runs += 1
        self._told(self.runs)
        events: list[Event] = []
        steps = run_plan(
            plan, folder=folder, files=files, environment=self._environment, limits=self._limits, cancel=self._cancel
        )
        async with contextlib.aclosing(steps):
            async for event in steps:
                events.append(event)
        outcome = judge(plan, events)
        if outcome.cancelled:
            raise CurationCancelled
        if outcome.verdict == "infrastructure":
            raise EnvironmentUnavailable(outcome.sentence)
        return Trial(plan, outcome, events)

"""Keeping what was done in an episode: its steps, and the file that they are written to."""

import asyncio
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .models import Trajectory, TrajectoryStep

KEPT = 20_000_000
"""Characters of results that a trajectory keeps: enough for thousands of steps, and it can still be read again."""
_PAUSE = 20.0
"""How many times as long as a trajectory took to write it isn't written again."""

_log = logging.getLogger(__name__)


class Recording:
    def __init__(self, file: Path | None, trajectory: Callable[[], Trajectory]) -> None:
        """``file``: where the trajectory is kept; ``None``: nowhere. ``trajectory``: gives it as it stands."""
        self.steps: list[TrajectoryStep] = []
        self._file = file
        self._trajectory = trajectory
        self._characters = 0
        self._written = 0.0
        self._took = 0.0
        self._unwritten = False

    async def add(self, step: TrajectoryStep) -> None:
        """Keep a step, without its result where those of all take too much room. What is submitted is always kept."""
        last = step.action == "submit"
        self._characters += _size(step.result)
        fits = last or self._characters <= KEPT
        self.steps.append(step if fits else step.model_copy(update={"result": None}))
        self._unwritten = True
        # The file is written whole: where that takes long, not after every action.
        if last or time.monotonic() - self._written >= _PAUSE * self._took:
            await self.write()

    async def write(self) -> None:
        """Write what isn't in the file yet."""
        if self._file is not None and self._unwritten:
            began = time.monotonic()
            try:
                await asyncio.to_thread(_write, self._file, self._trajectory())
            except OSError as error:
                # A disk that is full stops nobody from working; the next action tries again.
                _log.warning("A trajectory can't be kept in %s (%s).", self._file, error.strerror)
            self._written = time.monotonic()
            self._took = self._written - began
        self._unwritten = False


def _size(value: Any) -> int:
    """Characters of all texts in a result."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return sum(map(_size, value.values()))
    return sum(map(_size, value)) if isinstance(value, list) else 0


def _write(file: Path, trajectory: Trajectory) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.part")
    part.write_text(trajectory.model_dump_json(indent=1), encoding="utf-8")
    part.replace(file)

"""In which order runs that wait for their turn begin, and how many go on at a time."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping

from ..instances.models import VARIANTS, VariantName
from .environments.memory import memory_is_short
from .libraries import needed_libraries
from .models import Plan
from .records import RecordStore

_CELL = 0.1
"""Seconds that a cell is taken to run, where nothing is known of it: most only look at a table."""
_HEAVY = 20.0
"""Seconds that a heavy library is taken to cost: its import, and the training that it is imported for."""
_MEMORY_INTERVAL = 0.5

Seconds = Mapping[tuple[str, VariantName], float]
"""Instance and variant -> how long its run took."""


def earlier_seconds(store: RecordStore, bench: str) -> Seconds:
    """How long the newest run of every variant of a bench took, as far as there is one that came to its end."""
    found: dict[tuple[str, VariantName], float] = {}
    for summary in reversed(store.list(bench)):
        outcome = summary.outcome
        variant = next((known for known in VARIANTS if known == summary.target.variant), None)
        if variant is not None and outcome is not None and outcome.verdict != "infrastructure":
            found[summary.target.id, variant] = outcome.seconds
    return found


def expected_seconds(plan: Plan) -> float:
    """A rough guess where there is no record: only the order of runs depends on it."""
    return _CELL * len(plan.steps) + _HEAVY * len(needed_libraries(plan))


class Turns:
    """Lets a number of runs go on at a time, and no more begin while memory is short; one always may."""

    def __init__(self, number: int) -> None:
        self._places = asyncio.Semaphore(number)
        self._going_on = 0

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        async with self._places:
            while self._going_on > 0 and memory_is_short():
                await asyncio.sleep(_MEMORY_INTERVAL)
            self._going_on += 1
            try:
                yield
            finally:
                self._going_on -= 1

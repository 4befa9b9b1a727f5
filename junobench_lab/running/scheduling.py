"""In which order runs that wait for their turn begin, and how many go on at a time."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Protocol, TypeVar

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

_Work = TypeVar("_Work")

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


class Places(Protocol):
    """Says how many runs may go on at a time."""

    async def take(self) -> None:
        """Wait until one more may begin."""

    def give_back(self) -> None:
        """One has ended."""


class Turns:
    """Lets a number of runs go on at a time, and no more begin while memory is short; one always may."""

    def __init__(self, number: int) -> None:
        self._places = asyncio.Semaphore(number)
        self._going_on = 0

    async def take(self) -> None:
        await self._places.acquire()
        try:
            while self._going_on > 0 and memory_is_short():
                await asyncio.sleep(_MEMORY_INTERVAL)
        except BaseException:
            self._places.release()
            raise
        self._going_on += 1

    def give_back(self) -> None:
        self._going_on -= 1
        self._places.release()


async def in_turns(work: Iterable[_Work], carry_out: Callable[[_Work], Awaitable[None]], places: Places) -> None:
    """Carry out each piece of work, in this order, as there are places; the one after is looked at only then.

    So of a million there are never more in memory than go on. The first error ends all of them and is raised.
    """
    going_on: set[asyncio.Task[None]] = set()

    async def one(piece: _Work) -> None:
        try:
            await carry_out(piece)
        finally:
            places.give_back()

    try:
        for piece in work:
            await places.take()
            going_on.add(asyncio.create_task(one(piece)))
            ended = {task for task in going_on if task.done()}
            going_on -= ended
            for task in ended:
                task.result()
        await asyncio.gather(*going_on)
    finally:
        for task in going_on:
            task.cancel()
        await asyncio.gather(*going_on, return_exceptions=True)

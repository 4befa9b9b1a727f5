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
_REMEMBERED = 5000
"""Runs that are looked at: several rounds of a bench."""

_Work = TypeVar("_Work")

Seconds = Mapping[tuple[str, VariantName], float]
"""Instance and variant -> how long its run took."""


def earlier_seconds(store: RecordStore, bench: str) -> Seconds:
    """How long the newest run of every variant of a bench took, as far as one of the latest came to its end."""
    found: dict[tuple[str, VariantName], float] = {}
    for summary in reversed(store.list(bench, newest=_REMEMBERED)):
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
    failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def one(piece: _Work) -> None:
        try:
            await carry_out(piece)
        finally:
            places.give_back()

    def note_end(task: "asyncio.Task[None]") -> None:
        going_on.discard(task)
        error = task.exception() if not task.cancelled() else None
        if error is not None and not failed.done():
            failed.set_exception(error)

    async def begin_all() -> None:
        for piece in work:
            await places.take()
            task = asyncio.create_task(one(piece))
            going_on.add(task)
            task.add_done_callback(note_end)
        while going_on:
            await asyncio.wait(going_on)

    beginning = asyncio.create_task(begin_all())
    try:
        await asyncio.wait({beginning, failed}, return_when=asyncio.FIRST_COMPLETED)
        if failed.done():
            failed.result()
        beginning.result()
    finally:
        failed.cancel()
        beginning.cancel()
        left = [beginning, *going_on]
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

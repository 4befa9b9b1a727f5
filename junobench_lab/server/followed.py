"""Something that goes on and is followed by any number of listeners. Belongs to the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

_State = TypeVar("_State")

INTERVAL = 0.25
"""Seconds between two things that a listener is told: work says more than anyone can read."""


class Changes:
    """Wakes those who follow."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()

    def tell(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def follow(self, now: Callable[[], _State | None], is_over: Callable[[], bool]) -> AsyncIterator[_State]:
        """The state now and whenever it changes, up to the end; nothing where there is none."""
        while (state := now()) is not None:
            # Whoever waits holds this flag; the next change takes another one.
            changed = self._changed
            # Asked before anybody waits: it may end while the state is on its way, and its end has to be told, too.
            over = is_over()
            yield state
            if over:
                return
            await asyncio.sleep(INTERVAL)
            await changed.wait()

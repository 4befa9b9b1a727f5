"""What goes on while an instance is made or a draft is accepted, as events up to the result."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable, Coroutine
from typing import Any

from .models import Curated, CurationEvent, CurationStep, Stage


class Progress:
    """Tells what goes on; in the event loop, or in a thread of its work."""

    def __init__(self, tell: Callable[[CurationStep], None] = lambda _: None) -> None:
        self._tell = tell
        self._stage: tuple[Stage, str] = ("reading", "")
        self.runs = 0
        """Kernels that were started so far."""

    def tell(self, stage: Stage, sentence: str) -> None:
        self._stage = (stage, sentence)
        self._tell(CurationStep(stage=stage, sentence=sentence, runs=self.runs))

    def ran(self, runs: int) -> None:
        """Tell the number of kernels that were started so far."""
        self.runs = runs
        self.tell(*self._stage)


async def events_of(
    work: Callable[[Progress], Coroutine[Any, Any, Curated]], cancel: asyncio.Event
) -> AsyncGenerator[CurationEvent, None]:
    """The steps that ``work`` tells, then what it gives. Closing it sets ``cancel`` and waits for the end of the work.

    Raises what the work raises.
    """
    events: asyncio.Queue[CurationEvent] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def tell(step: CurationStep) -> None:
        loop.call_soon_threadsafe(events.put_nowait, step)

    working = asyncio.create_task(work(Progress(tell)))
    try:
        while not working.done() or not events.empty():
            waiting = asyncio.create_task(events.get())
            await asyncio.wait({waiting, working}, return_when=asyncio.FIRST_COMPLETED)
            if waiting.done():
                yield waiting.result()
            else:
                waiting.cancel()
        yield working.result()
    finally:
        # What runs ends by itself within moments: its kernels have to be ended, not left.
        cancel.set()
        with contextlib.suppress(Exception):
            await working

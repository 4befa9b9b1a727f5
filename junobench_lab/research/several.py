"""Doing the same for many, several at a time, each result as it comes."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from typing import Any, TypeVar

_Given = TypeVar("_Given")
_Result = TypeVar("_Result")


async def several(
    do: Callable[[_Given], Awaitable[_Result]],
    given: Sequence[_Given],
    *,
    at_a_time: int,
    cancel: asyncio.Event,
    may_begin: Callable[[], bool] = lambda: True,
) -> AsyncGenerator[tuple[_Given, _Result], None]:
    """Yields what each came to, in the order in which they end; they begin in the order given.

    Ends early when ``cancel`` is set; what is at work is then told to stop and waited for. What ``may_begin`` refuses
    isn't begun any more, while what is at work goes on to its end. Raises what ``do`` raises.
    """
    waiting = list(reversed(given))
    working: dict[asyncio.Task[_Result], _Given] = {}
    asked = asyncio.create_task(cancel.wait())
    try:
        while (waiting or working) and not cancel.is_set():
            while waiting and may_begin() and len(working) < max(1, at_a_time):
                one = waiting.pop()
                working[asyncio.ensure_future(_awaited(do, one))] = one
            if not working:
                return
            ends: set[asyncio.Future[Any]] = {*working, asked}
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for task in [task for task in working if task.done()]:
                yield working.pop(task), task.result()
    finally:
        for left in [asked, *working]:
            left.cancel()
        for left in [asked, *working]:
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await left


async def _awaited(do: Callable[[_Given], Awaitable[_Result]], one: _Given) -> _Result:
    return await do(one)

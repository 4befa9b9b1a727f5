"""Ctrl-C while kernels work: what runs is ended in order, so that nothing is left behind."""

import asyncio
import contextlib
import signal
from collections.abc import Awaitable, Callable
from typing import TypeVar

_Result = TypeVar("_Result")


def run_until_cancelled(work: Callable[[asyncio.Event], Awaitable[_Result]]) -> _Result:
    """Run ``work``; the event that it is given is set at the first Ctrl-C, a second one ends it at once."""

    async def watched() -> _Result:
        cancel = asyncio.Event()
        loop = asyncio.get_running_loop()

        def ask() -> None:
            cancel.set()
            for number in _SIGNALS:
                loop.remove_signal_handler(number)

        # Not in every thread, and not on Windows: Ctrl-C then ends it at once.
        with contextlib.suppress(NotImplementedError, ValueError, RuntimeError):
            for number in _SIGNALS:
                loop.add_signal_handler(number, ask)
        return await work(cancel)

    return asyncio.run(watched())


_SIGNALS = (signal.SIGINT, signal.SIGTERM)

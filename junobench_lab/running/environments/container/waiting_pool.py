"""Containers that wait for the runs of one process of the lab; none when nobody has wanted one for a while."""

import asyncio
import functools
import sys
import threading
import time
from collections.abc import Coroutine, Sequence
from typing import Any

from ....errors import EnvironmentUnavailable
from ..memory import memory_is_short
from ..warm.libraries import USUAL
from .engine import Engine, engine
from .reaper import note_use
from .settings import ContainerSettings, load_settings
from .transport import choose_transport
from .waiting import WaitingContainer

_UNUSED = 600.0
_LOOK_INTERVAL = 2.0
_FAILURES = 2
_PAUSE = 120.0
"""Seconds after which it is tried again where it failed."""
_CLOSE_BOUND = 12.0
_NOT_YET = "No container was ready yet."
_MEMORY_IS_SHORT = "Memory is short, so that no containers are kept ready."
_OTHER_SETTINGS = "The container settings were changed meanwhile."
_SOCKETS_ONLY = "Containers are kept ready only where kernels are reached by unix sockets."


class WaitingContainers:
    """Makes them in a thread of its own. May be used from any thread."""

    def __init__(self, ahead: int = 1, settings: ContainerSettings | None = None) -> None:
        """``ahead``: how many are kept ready. ``settings``: by which, where not by those of this person."""
        self._ahead = ahead
        self._settings = settings
        self._lock = threading.RLock()
        self._ready: list[WaitingContainer] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._more: asyncio.Event | None = None
        self._thread: threading.Thread | None = None
        self._used = time.monotonic()
        self._why = _NOT_YET
        """Why there is none."""
        self._failures = 0
        self._gave_up: float | None = None

    def prepare(self) -> None:
        """Have as many ready soon; returns at once, and costs nothing where they are, or are on their way."""
        if sys.platform != "linux":
            self._why = _SOCKETS_ONLY
            return
        with self._lock:
            self._used = time.monotonic()
            if self._gave_up is not None and self._used - self._gave_up < _PAUSE:
                return
            if self._thread is None or not self._thread.is_alive():
                self._failures, self._gave_up = 0, None
                self._thread = threading.Thread(target=self._work, name="waiting containers", daemon=True)
                self._thread.start()
            elif self._loop is not None and self._more is not None:
                self._loop.call_soon_threadsafe(self._more.set)

    async def take(self, settings: ContainerSettings) -> WaitingContainer | str:
        """One for the taker alone, who closes it, or why there is none. Doesn't wait for one."""
        with self._lock:
            self._used = time.monotonic()
            found = self._ready.pop() if self._ready else None
            why = self._why
        if found is None:
            return why
        unfit = _OTHER_SETTINGS if found.settings != settings else await found.unfit()
        if unfit is None:
            return found
        await found.close()
        return unfit

    def give_back(self, unused: WaitingContainer) -> None:
        """Let a run that doesn't want it, and handed nothing over to it, leave it to the next one."""
        with self._lock:
            self._ready.append(unused)

    @property
    def waiting(self) -> list[str]:
        """The names of the containers that wait."""
        with self._lock:
            return [each.kernel.name for each in self._ready]

    def close(self) -> None:
        """End all; blocks within a bound. Afterwards `prepare` begins anew."""
        with self._lock:
            thread = self._thread
            if self._loop is not None and self._stop is not None:
                self._loop.call_soon_threadsafe(self._stop.set)
        if thread is not None:
            thread.join(_CLOSE_BOUND)

    def _work(self) -> None:
        asyncio.run(self._keep())

    async def _keep(self) -> None:
        """Start what is missing until nobody wants any."""
        stop, more = asyncio.Event(), asyncio.Event()
        with self._lock:
            self._loop, self._stop, self._more = asyncio.get_running_loop(), stop, more
        try:
            while not stop.is_set() and self._failures < _FAILURES:
                if time.monotonic() - self._used > _UNUSED:
                    break
                more.clear()
                if memory_is_short():
                    self._why = _MEMORY_IS_SHORT
                    await self._close_all()
                elif len(self._ready) < self._ahead:
                    await _first(self._start_one(USUAL), stop.wait())
                    continue
                await _first(more.wait(), stop.wait(), asyncio.sleep(_LOOK_INTERVAL))
        finally:
            with self._lock:
                self._loop = self._stop = self._more = None
            await self._close_all()

    async def _start_one(self, imports: Sequence[str]) -> None:
        waiting: WaitingContainer | None = None
        try:
            settings = self._settings or load_settings()
            daemon: Engine = engine()
            note_use(daemon)
            if await choose_transport(daemon, settings) != "ipc":
                self._fail(_SOCKETS_ONLY, for_good=True)
                return
            waiting = WaitingContainer(daemon, settings)
            why = await waiting.start(imports)
            if why is None:
                with self._lock:
                    self._ready.append(waiting)
                    waiting = None
                    self._why, self._failures = _NOT_YET, 0
            else:
                self._fail(why)
        except EnvironmentUnavailable as error:
            # The run itself will say so, or do without.
            self._fail(str(error), for_good=True)
        except OSError as error:
            self._fail(f"No container could be prepared ahead ({error.strerror}).", for_good=True)
        finally:
            if waiting is not None:
                await asyncio.shield(asyncio.ensure_future(waiting.close()))

    def _fail(self, why: str, *, for_good: bool = False) -> None:
        self._why = why
        self._failures = _FAILURES if for_good else self._failures + 1
        if self._failures >= _FAILURES:
            self._gave_up = time.monotonic()

    async def _close_all(self) -> None:
        with self._lock:
            ready, self._ready = self._ready, []
        await asyncio.gather(*(each.close() for each in ready))


async def _first(*works: Coroutine[Any, Any, Any]) -> None:
    """Until one of the works is done; the others are cancelled, and waited for as they clean up."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@functools.cache
def shared_containers() -> WaitingContainers:
    """Those of this process; nothing is started before somebody is about to want one."""
    return WaitingContainers()

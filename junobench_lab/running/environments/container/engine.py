"""Talking with Docker: in threads of our own, and never longer than a bound.

The Docker SDK blocks, and a daemon that hangs blocks it for good. So every call has a bound here, and a call that is
waited for asks now and then whether the daemon answers at all: that it hangs is known within two seconds.
"""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from ....errors import EnvironmentUnavailable
from .faults import HUNG, sentence_of

if TYPE_CHECKING:
    from docker import DockerClient

_T = TypeVar("_T")

_PATIENCE = 0.6
"""Seconds without an answer after which the daemon is asked whether it is there at all."""
_PING_PATIENCE = 0.8
"""Seconds that it may take to say so. With `_PATIENCE` and what passes until somebody asks, less than two."""
_THREADS = 16
_CONNECT = 5.0
_LONGEST = 120.0
"""Seconds after which a blocked thread comes back by itself."""


class Engine:
    """One Docker daemon. Made by `engine`; connects at the first call."""

    def __init__(self) -> None:
        # Its modules import each other, which goes wrong where two threads begin with different ones.
        import docker  # noqa: F401

        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="docker")
        self._asking = ThreadPoolExecutor(4, thread_name_prefix="docker-ping")
        self._connecting = threading.Lock()
        self._client: DockerClient | None = None
        self._pinging: DockerClient | None = None

    async def call(self, work: "Callable[[DockerClient], _T]", *, bound: float = 20.0, image: str = "") -> _T:
        """The result of ``work``, which gets the client in a thread.

        Raises `EnvironmentUnavailable` where the daemon doesn't answer at all or the bound is reached; the thread then
        comes back later. Errors of the daemon itself come as they are, but for those that say it isn't there.
        """
        task = asyncio.wrap_future(self._threads.submit(lambda: work(self._connected())))
        # Nobody may be left to ask how it ended.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        deadline = asyncio.get_running_loop().time() + bound
        while not task.done():
            left = deadline - asyncio.get_running_loop().time()
            if left <= 0:
                raise EnvironmentUnavailable(HUNG)
            done, _ = await asyncio.wait({task}, timeout=min(_PATIENCE, left))
            if not done and not await self._answers() and not task.done():
                raise EnvironmentUnavailable(HUNG)
        try:
            return task.result()
        except Exception as error:
            if _is_answer(error):
                raise
            raise EnvironmentUnavailable(sentence_of(error, image)) from error

    def call_now(self, work: "Callable[[DockerClient], _T]", *, bound: float = 20.0) -> _T:
        """As `call`, for a thread that may wait; used where no event loop runs."""
        try:
            return self._threads.submit(lambda: work(self._connected())).result(bound)
        except TimeoutError as error:
            raise EnvironmentUnavailable(HUNG) from error
        except Exception as error:
            if _is_answer(error):
                raise
            raise EnvironmentUnavailable(sentence_of(error)) from error

    async def _answers(self) -> bool:
        task = asyncio.wrap_future(self._asking.submit(lambda: self._ping()))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        done, _ = await asyncio.wait({task}, timeout=_PING_PATIENCE)
        return bool(done) and task.exception() is None

    def _ping(self) -> None:
        if self._pinging is None:
            self._pinging = _connect(_PING_PATIENCE)
        self._pinging.ping()

    def _connected(self) -> "DockerClient":
        with self._connecting:
            if self._client is None:
                self._client = _connect(_LONGEST)
            return self._client


def engine() -> Engine:
    """The daemon that ``DOCKER_HOST`` names, or the usual one."""
    return _engine(os.environ.get("DOCKER_HOST", ""))


@lru_cache(maxsize=8)
def _engine(host: str) -> Engine:
    return Engine()


def connect_apart() -> "DockerClient":
    """A client of its own, for a call that may be broken off. For a thread that may wait."""
    return _connect(_LONGEST)


def _connect(timeout: float) -> "DockerClient":
    import docker

    # The first call asks for the daemon's version; one that hangs must not keep others waiting for long.
    client = docker.from_env(
        timeout=min(timeout, _CONNECT),  # type: ignore[arg-type]
        max_pool_size=_THREADS,
        version="auto",
    )
    client.api.timeout = timeout  # type: ignore[assignment]  # requests takes fractions, too
    return client


def _is_answer(error: Exception) -> bool:
    """Whether the daemon answered, if with an error."""
    import docker.errors

    return isinstance(error, docker.errors.APIError)

"""A kernel that is a process of this machine, however it came to be (see `base.LaunchedKernel`)."""

import asyncio
import contextlib
import os
import signal
from typing import IO, TYPE_CHECKING

from .base import KernelExit
from .exit_words import exit_sentence
from .kernel_log import last_words
from .memory import default_memory_bound, out_of_memory_kills
from .processes import ProcessFamily

if TYPE_CHECKING:
    import zmq.asyncio
    from jupyter_client.asynchronous.client import AsyncKernelClient

_SIGKILL_CODES = (-9, 137)


class ProcessKernel:
    """What all of them share: how they are watched, and how they end. Where the exit code comes from, each says."""

    client: "AsyncKernelClient"

    def __init__(
        self,
        pid: int,
        mark: str,
        log: IO[bytes],
        context: "zmq.asyncio.Context",
        *,
        kills_before: tuple[int, ...] | None = None,
    ) -> None:
        """``kills_before``: the system's count of processes killed for memory as it was before; ``None``: now."""
        self._pid = pid
        self._family = ProcessFamily(pid, mark)
        self._log = log
        self._context = context
        self._kills_before = out_of_memory_kills() if kills_before is None else kills_before
        self._exit: KernelExit | None = None
        self._closed = False
        self.memory_bound = default_memory_bound()

    def read_exit(self, code: int) -> KernelExit:
        """What an exit code, as `subprocess` writes it, says of the kernel's end."""
        if code in _SIGKILL_CODES and out_of_memory_kills() != self._kills_before:
            return KernelExit("The system killed the kernel because memory ran out.", out_of_memory=True)
        return KernelExit(exit_sentence(code))

    async def killed_for_memory(self) -> KernelExit | None:
        # The system's counter doesn't say whose process it was, and the kernel itself lives.
        return None

    async def memory(self, bound: int) -> int:
        return await asyncio.to_thread(self._family.memory, bound)

    async def interrupt(self) -> None:
        with contextlib.suppress(OSError):
            os.killpg(self._pid, signal.SIGINT)

    def last_words(self) -> str:
        return last_words(self._log)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await asyncio.to_thread(self._family.end_all)
        with contextlib.suppress(Exception):
            await self._let_go()
        with contextlib.suppress(Exception):
            self.client.stop_channels()
        self._context.destroy(linger=0)
        self._log.close()

    async def _let_go(self) -> None:
        """Give back what else the kernel held, once its processes are gone."""

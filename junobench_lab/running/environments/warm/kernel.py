"""A kernel that was forked, for one run."""

import asyncio
import contextlib
import os
import signal

from ...workspace import Workspace
from ..base import KernelExit, KernelStart
from ..exit_words import exit_sentence
from ..kernel_log import last_words
from ..memory import default_memory_bound, out_of_memory_kills, prefer_as_victim
from ..processes import ProcessFamily
from ..sockets import run_context
from .parent import ForkedKernel
from .pool import WarmPool

_END_BOUND = 1.0
_PARENT_ENDED = "The process that the kernel was forked from has ended, and the kernel with it: run it again."


class WarmKernel:
    """See `base.LaunchedKernel`."""

    start = KernelStart(warm=True)

    def __init__(self, pool: WarmPool, forked: ForkedKernel, workspace: Workspace) -> None:
        """Begin in the workspace; ``forked`` was taken from the pool. Raises where it is gone."""
        from jupyter_client.asynchronous.client import AsyncKernelClient

        self._pool = pool
        self._forked = forked
        if forked.pid is None:
            raise OSError("it has no process")
        self._pid = forked.pid
        self._log = forked.log.open("rb")
        self._family = ProcessFamily(self._pid, forked.mark)
        self._kills_before = out_of_memory_kills()
        self._exit: KernelExit | None = None
        self._closed = False
        self.memory_bound = default_memory_bound()
        prefer_as_victim(self._pid)
        pool.hand_over(forked, workspace.folder, workspace.temporary)
        self._context = run_context()
        self.client = AsyncKernelClient(context=self._context)
        self.client.load_connection_file(str(forked.connection))
        self.client.start_channels(stdin=False, hb=False, control=False)

    async def exited(self) -> KernelExit | None:
        if self._exit is None and self._forked.code is not None:
            self._exit = self._read_exit(self._forked.code)
        return self._exit

    def _read_exit(self, code: int) -> KernelExit:
        if self._forked.orphaned:
            return KernelExit(_PARENT_ENDED, infrastructure=True)
        if code == -signal.SIGKILL and out_of_memory_kills() != self._kills_before:
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
        await asyncio.to_thread(self._end)
        with contextlib.suppress(Exception):
            self.client.stop_channels()
        self._context.destroy(linger=0)
        self._log.close()

    def _end(self) -> None:
        self._family.end_all()
        self._pool.wait_for_end(self._forked, _END_BOUND)
        self._pool.remove(self._forked)

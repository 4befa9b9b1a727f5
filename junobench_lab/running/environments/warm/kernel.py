"""A kernel that was forked, for one run."""

import asyncio

from ...workspace import Workspace
from ..base import KernelExit, KernelStart
from ..memory import prefer_as_victim
from ..process_kernel import ProcessKernel
from ..sockets import run_context
from .parent import ForkedKernel
from .pool import WarmPool

_END_BOUND = 1.0
_PARENT_ENDED = "The process that the kernel was forked from has ended, and the kernel with it: run it again."


class WarmKernel(ProcessKernel):
    """See `base.LaunchedKernel`."""

    start = KernelStart(warm=True)

    def __init__(self, pool: WarmPool, forked: ForkedKernel, workspace: Workspace) -> None:
        """Begin in the workspace; ``forked`` was taken from the pool. Raises where it is gone."""
        from jupyter_client.asynchronous.client import AsyncKernelClient

        self._pool = pool
        self._forked = forked
        if forked.pid is None:
            raise OSError("it has no process")
        super().__init__(forked.pid, forked.mark, forked.log.open("rb"), run_context())
        prefer_as_victim(forked.pid)
        pool.hand_over(forked, workspace.folder, workspace.temporary)
        self.client = AsyncKernelClient(context=self._context)
        self.client.load_connection_file(str(forked.connection))
        self.client.start_channels(stdin=False, hb=False, control=False)

    async def exited(self) -> KernelExit | None:
        if self._exit is None and self._forked.code is not None:
            orphaned = KernelExit(_PARENT_ENDED, infrastructure=True)
            self._exit = orphaned if self._forked.orphaned else self.read_exit(self._forked.code)
        return self._exit

    async def _let_go(self) -> None:
        await asyncio.to_thread(self._pool.wait_for_end, self._forked, _END_BOUND)
        await asyncio.to_thread(self._pool.remove, self._forked)

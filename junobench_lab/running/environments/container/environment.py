"""Runs in containers: the same plans, events and outcomes as with local kernels."""

import asyncio
import contextlib
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ....errors import EnvironmentUnavailable
from ...workspace import Workspace
from ..base import EnvironmentName, KernelExit, KernelStart
from ..sockets import run_context
from .confinement import user_for_copy
from .connection import Connection, make_connection
from .disk_watch import DiskWatch
from .engine import Engine, engine
from .faults import disk_used_up, folder_not_prepared
from .kernel import ContainerKernel
from .reaper import note_use
from .settings import KERNEL_NAME, ContainerSettings, load_settings
from .transport import SOCKET_PATH, choose_transport, sockets_of
from .usage import consumers

if TYPE_CHECKING:
    import zmq.asyncio


class ContainerEnvironment:
    """Starts each kernel in a container of its own, which sees the run's private copy and nothing else."""

    name: EnvironmentName = "container"
    kernel = KERNEL_NAME

    def __init__(self, settings: ContainerSettings | None = None, *, network: bool = False) -> None:
        """``network``: whether its kernels can reach one (see `running.network`)."""
        self._settings = settings
        self._network = network

    async def launch(self, workspace: Workspace, sources: Sequence[str] | None = None) -> "LaunchedContainer":
        settings = self._settings or load_settings()
        daemon: Engine = engine()
        note_use(daemon)
        transport = await choose_transport(daemon, settings)
        connection = sockets_of(workspace.root)
        try:
            connection.mkdir(exist_ok=True)
            user = await asyncio.to_thread(user_for_copy, workspace.folder)
            await asyncio.to_thread(user_for_copy, connection)
        except OSError as error:
            raise EnvironmentUnavailable(folder_not_prepared(error)) from error
        if len(os.fsencode(connection / "k-5")) > SOCKET_PATH:
            transport = "tcp"
        reached = make_connection(connection, transport, user=user)
        kernel = ContainerKernel(daemon, settings)
        await kernel.start(workspace.folder, connection, reached, root=workspace.root, user=user, network=self._network)
        return LaunchedContainer(kernel, reached, settings, workspace)


class LaunchedContainer:
    """A container with its client (see `base.LaunchedKernel`)."""

    start = KernelStart()

    def __init__(
        self, kernel: ContainerKernel, reached: Connection, settings: ContainerSettings, workspace: Workspace
    ) -> None:
        from jupyter_client.asynchronous.client import AsyncKernelClient

        self._kernel = kernel
        self._settings = settings
        self._words = ""
        self._exit: KernelExit | None = None
        self._disk = DiskWatch(workspace.root, settings.disk)
        self._closed = False
        self.memory_bound = settings.memory
        self._context: zmq.asyncio.Context = run_context()
        self.client = AsyncKernelClient(context=self._context)
        self.client.load_connection_info(reached.info)
        self.client.start_channels(stdin=False, hb=False, control=False)
        consumers.add(self)

    async def exited(self) -> KernelExit | None:
        if self._exit is None:
            self._exit = await self._kernel.exited() or await self._disk_used_up()
            if self._exit is not None and not self._exit.infrastructure:
                self._words = await self._kernel.read_last_words()
        return self._exit

    async def _disk_used_up(self) -> KernelExit | None:
        return KernelExit(disk_used_up(self._settings.disk)) if await self._disk.exceeded() else None

    async def killed_for_memory(self) -> KernelExit | None:
        return await self._kernel.oom_event()

    async def memory(self, bound: int) -> int:
        # The container's own bound is kept by the system, to the byte and without being asked.
        return await self._kernel.memory() if bound < self._settings.memory else 0

    async def held(self) -> tuple[int, int]:
        """See `usage.Consumer`."""
        return await self._kernel.memory(), self._disk.size

    async def interrupt(self) -> None:
        await self._kernel.signal(2)

    def last_words(self) -> str:
        return self._words

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        consumers.discard(self)
        await self._kernel.remove()
        with contextlib.suppress(Exception):
            self.client.stop_channels()
        self._context.destroy(linger=0)

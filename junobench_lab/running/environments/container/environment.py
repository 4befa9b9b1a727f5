"""Runs in containers: the same plans, events and outcomes as with local kernels."""

import asyncio
import contextlib
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ....errors import EnvironmentUnavailable
from ...workspace import Workspace
from ..base import EnvironmentName, KernelExit, KernelStart
from ..sockets import run_context
from ..warm.doubts import doubt_of_folder, doubt_of_notebook
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

    from .waiting import WaitingContainer
    from .waiting_pool import WaitingContainers


class ContainerEnvironment:
    """Starts each kernel in a container of its own, which sees the run's private copy and nothing else."""

    name: EnvironmentName = "container"
    kernel = KERNEL_NAME

    def __init__(
        self,
        settings: ContainerSettings | None = None,
        *,
        network: bool = False,
        waiting: "WaitingContainers | None" = None,
    ) -> None:
        """``network``: whether its kernels can reach one (see `running.network`). ``waiting``: the containers that were
        started ahead; the next ones are, when a run of this environment has ended."""
        self._settings = settings
        self._network = network
        self._waiting = waiting

    async def launch(self, workspace: Workspace, sources: Sequence[str] | None = None) -> "LaunchedContainer":
        settings = self._settings or load_settings()
        if self._waiting is None:
            return await self._launch_cold(settings, workspace)
        warm = await self._warm(self._waiting, settings, workspace, sources)
        if isinstance(warm, LaunchedContainer):
            return warm
        kernel = await self._launch_cold(settings, workspace)
        kernel.start = KernelStart(cold_because=warm)
        # For the next run, and not beside this one, which has the processors first.
        kernel.when_closed = self._waiting.prepare
        return kernel

    async def _warm(
        self,
        pool: "WaitingContainers",
        settings: ContainerSettings,
        workspace: Workspace,
        sources: Sequence[str] | None,
    ) -> "LaunchedContainer | str":
        """A kernel in a container that waited, or why the run gets another one."""
        if self._network:
            return "Containers with a network aren't kept ready."
        if sources is None:
            return "The cells aren't known beforehand."
        waiting = await pool.take(settings)
        if isinstance(waiting, str):
            return waiting
        try:
            assert waiting.prepared is not None
            doubt = doubt_of_notebook(sources, waiting.prepared) or await asyncio.to_thread(
                doubt_of_folder, workspace.folder, waiting.prepared
            )
            if doubt is not None:
                pool.give_back(waiting)
                return doubt
            await waiting.hand_over(workspace)
            kernel = LaunchedContainer(waiting.kernel, waiting.reached, settings, workspace, waiting)
        except OSError as error:
            await waiting.close()
            raise EnvironmentUnavailable(folder_not_prepared(error)) from error
        except BaseException:
            await asyncio.shield(asyncio.ensure_future(waiting.close()))
            raise
        kernel.when_closed = pool.prepare
        return kernel

    async def _launch_cold(self, settings: ContainerSettings, workspace: Workspace) -> "LaunchedContainer":
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
    when_closed: Callable[[], None] | None = None

    def __init__(
        self,
        kernel: ContainerKernel,
        reached: Connection,
        settings: ContainerSettings,
        workspace: Workspace,
        waited: "WaitingContainer | None" = None,
    ) -> None:
        """``waited``: what the container was before it was handed over."""
        from jupyter_client.asynchronous.client import AsyncKernelClient

        self._kernel = kernel
        self._waited = waited
        if waited is not None:
            self.start = KernelStart(warm=True)
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
        if self._waited is not None:
            await self._waited.close()
        else:
            await self._kernel.remove()
        with contextlib.suppress(Exception):
            self.client.stop_channels()
        self._context.destroy(linger=0)
        if self.when_closed is not None:
            self.when_closed()

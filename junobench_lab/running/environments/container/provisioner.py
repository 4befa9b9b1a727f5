"""The container kernel in JupyterLab: what Jupyter asks of a kernel's process, carried out on a container."""

import asyncio
import os
import shutil
import signal
from pathlib import Path
from typing import Any, cast

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.provisioning.provisioner_base import KernelProvisionerBase
from traitlets import Bool, Unicode

from ....errors import EnvironmentUnavailable
from ...leftovers import InUse
from .confinement import own_user
from .connection import Connection, make_connection
from .disk_watch import INTERVAL, DiskWatch
from .ended_event import tell
from .engine import Engine, engine
from .faults import disk_used_up
from .kernel import ContainerKernel
from .reaper import note_use
from .settings import KERNEL_TITLE, load_settings
from .transport import choose_transport, connection_folder, sockets_of

_WAIT_INTERVAL = 0.1


class ContainerProvisioner(KernelProvisionerBase):
    """One kernel at a time; the same object starts the next one when a person restarts."""

    image = Unicode("", config=True, help="Image of the kernel; empty: the one that the container settings name.")
    network = Bool(False, config=True, help="Whether the kernel can reach a network.")

    _kernel: ContainerKernel | None = None
    _folder: Path | None = None
    """Goes when the kernel goes; the container sees only what is in `sockets_of` it."""
    _in_use: InUse | None = None
    _watching: asyncio.Task[None] | None = None
    _restarts: int | None = None
    """Jupyter's own bound of restarts, while there are to be none."""
    _reached: Connection | None = None
    """Kept for a restart: open notebooks go on talking to the same sockets."""
    last_exit = ""
    """How the last kernel ended, in words; empty where it was shut down in order."""
    _told = False
    """Whether its end was told; one of a process that it had started is none."""
    _unwanted = False
    """Whether the person, or Jupyter for them, ends it."""

    @property
    def has_process(self) -> bool:
        return self._kernel is not None

    async def pre_launch(self, **kwargs: Any) -> dict[str, Any]:
        # The program is the container's own; the server's environment variables stay here.
        return await super().pre_launch(cmd=[], **kwargs)

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> KernelConnectionInfo:
        """Start a container in the notebook's folder. Raises `EnvironmentUnavailable`."""
        await self._remove_container()
        working = _working_folder(kwargs.get("cwd"))
        settings = load_settings(**({"image": self.image} if self.image else {}))
        daemon: Engine = engine()
        note_use(daemon)
        user = own_user()
        if self._folder is None or self._reached is None:
            transport = await choose_transport(daemon, settings)
            self._folder = connection_folder()
            self._in_use = InUse(self._folder)
            self._reached = make_connection(sockets_of(self._folder), transport, user=user)
        reached, folder = self._reached, self._folder
        kernel = ContainerKernel(daemon, settings)
        disk = DiskWatch(working, settings.disk, grown=True)
        first_look = asyncio.create_task(disk.exceeded())
        await kernel.start(
            working,
            sockets_of(folder),
            reached,
            root=folder,
            user=user,
            environment=dict(self.kernel_spec.env or {}),
            network=self.network,
        )
        self._kernel = kernel
        self.last_exit, self._told, self._unwanted = "", False, False
        self._allow_restarts()
        self._watching = asyncio.create_task(self._watch_disk(kernel, disk, first_look))
        # The manager compares it with its own, whose key is bytes, and writes its connection file.
        told: dict[str, Any] = {**reached.info, "key": str(reached.info["key"]).encode()}
        self.connection_info = cast(KernelConnectionInfo, told)
        return self.connection_info

    async def poll(self) -> int | None:
        """The exit code, ``None`` while the kernel lives."""
        if self._kernel is None:
            return 0
        ended = await self._kernel.exited()
        if ended is None:
            return None
        if not self._told and not self._unwanted:
            # Only a process that it started may have been killed: the person's kernel lives on.
            alive = ended.out_of_memory and self._kernel.exit_code is None
            self._tell(ended.sentence, alive=alive)
            if alive:
                self._kernel.go_on()
                return None
        if ended.out_of_memory:
            self._forbid_restarts()
        return self._kernel.exit_code if self._kernel.exit_code is not None else 1

    async def wait(self) -> int | None:
        """Wait until the kernel has ended; then the container is removed."""
        code = 0
        while self._kernel is not None:
            found = await self.poll()
            if found is not None:
                code = found
                break
            await asyncio.sleep(_WAIT_INTERVAL)
        await self._remove_container()
        return code

    async def send_signal(self, signum: int) -> None:
        # Signal 0 only asks whether the process is there.
        if self._kernel is not None and signum:
            await self._kernel.signal(signum)

    async def shutdown_requested(self, restart: bool = False) -> None:
        self._unwanted = True

    async def kill(self, restart: bool = False) -> None:
        self._unwanted = True
        if self._kernel is not None:
            await self._kernel.signal(signal.SIGKILL)

    async def terminate(self, restart: bool = False) -> None:
        self._unwanted = True
        if self._kernel is not None:
            await self._kernel.signal(signal.SIGTERM)

    async def cleanup(self, restart: bool = False) -> None:
        await self._remove_container()
        if not restart:
            await self._remove_folder()

    async def get_provisioner_info(self) -> dict[str, Any]:
        info: dict[str, Any] = await super().get_provisioner_info()
        info["container"] = self._kernel.name if self._kernel is not None else None
        return info

    async def _watch_disk(self, kernel: ContainerKernel, disk: DiskWatch, first_look: "asyncio.Task[bool]") -> None:
        await first_look
        while not await disk.exceeded():
            await asyncio.sleep(INTERVAL)
        self._tell(disk_used_up(disk.bound), alive=False)
        self._forbid_restarts()
        await kernel.signal(signal.SIGKILL)

    def _tell(self, sentence: str, *, alive: bool) -> None:
        self.last_exit, self._told = sentence, not alive
        self.log.warning("The kernel %s %s. %s", self.kernel_id, "lost a process" if alive else "ended", sentence)
        tell(self.parent, self.kernel_id, sentence, alive=alive)

    def _forbid_restarts(self) -> None:
        """A kernel that used up what it may have would do so again: Jupyter says that it is dead, and the person
        decides."""
        restarter = getattr(self.parent, "_restarter", None)
        if restarter is not None and self._restarts is None:
            self._restarts, restarter.restart_limit = restarter.restart_limit, 0

    def _allow_restarts(self) -> None:
        restarter = getattr(self.parent, "_restarter", None)
        if restarter is not None and self._restarts is not None:
            restarter.restart_limit, self._restarts = self._restarts, None

    async def _remove_container(self) -> None:
        kernel, self._kernel = self._kernel, None
        if self._watching is not None:
            self._watching.cancel()
            self._watching = None
        if kernel is not None:
            await kernel.remove()

    async def _remove_folder(self) -> None:
        folder, self._folder, self._reached = self._folder, None, None
        if self._in_use is not None:
            self._in_use.end()
            self._in_use = None
        if folder is not None:
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)


def _working_folder(cwd: object) -> Path:
    """The notebook's folder. It is all that the kernel sees, so it has to be one of its own, as every attempt has."""
    folder = Path(str(cwd or os.getcwd())).resolve()
    if Path.home().resolve().is_relative_to(folder):
        raise EnvironmentUnavailable(
            f"{KERNEL_TITLE} would see all of {folder}; put the notebook into a folder of its own first."
        )
    return folder

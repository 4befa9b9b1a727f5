"""Kernels on this machine, of any installed kernelspec."""

import asyncio
import contextlib
import os
import time
import uuid
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING

from ...errors import EnvironmentUnavailable, LabError
from ..workspace import Workspace
from .base import EnvironmentName, KernelExit, KernelStart
from .confined.bounds import Confinement, can_confine, confined_command
from .memory import out_of_memory_kills, prefer_as_victim
from .process_kernel import ProcessKernel
from .sockets import run_context
from .variables import kernel_variables

if TYPE_CHECKING:
    import zmq.asyncio
    from jupyter_client.manager import AsyncKernelManager

DEFAULT_KERNEL = "python3"

_REAP_BOUND = 1.0


class LocalEnvironment:
    """Starts kernels as processes of this machine, through `jupyter_client`."""

    name: EnvironmentName = "local"

    def __init__(self, kernel: str | None = None, confinement: Confinement | None = None) -> None:
        """``confinement``: for kernels that reach nothing but what a notebook needs, where the system can do that (see
        `confined`)."""
        self.kernel = kernel or DEFAULT_KERNEL
        self._confinement = confinement if can_confine() else None

    @property
    def confined(self) -> bool:
        """Whether its kernels can't read a person's files."""
        return self._confinement is not None

    async def launch(self, workspace: Workspace, sources: Sequence[str] | None = None) -> "LocalKernel":
        from jupyter_client.kernelspec import NoSuchKernel
        from jupyter_client.manager import AsyncKernelManager

        context = run_context()
        manager = AsyncKernelManager(
            kernel_name=self.kernel, context=context, connection_file=str(workspace.root / "connection.json")
        )
        sockets = workspace.sockets
        if sockets is not None and os.name == "posix":
            # Unix sockets in a folder of our own: no ports to race for, nobody else can connect.
            manager.transport = "ipc"
            manager.ip = str(sockets)
        mark = uuid.uuid4().hex
        log = (workspace.root / "kernel.log").open("w+b")
        kills = out_of_memory_kills()
        try:
            self._require_python(manager)
            await self._confine(manager, workspace)
            await manager.start_kernel(
                cwd=str(workspace.folder),
                env=kernel_variables(
                    ipython=workspace.ipython,
                    temporary=workspace.temporary,
                    mark=mark,
                    secrets=not self.confined,
                ),
                stdout=log,
                stderr=log,
            )
            return LocalKernel(manager, context, mark, log, kills)
        except BaseException as error:
            log.close()
            with contextlib.suppress(Exception):
                if manager.has_kernel and manager.provisioner is not None:
                    await manager.provisioner.kill()
                await manager._async_cleanup_resources()
            context.destroy(linger=0)
            if isinstance(error, NoSuchKernel):
                raise EnvironmentUnavailable(_no_such_kernel(self.kernel)) from error
            if isinstance(error, OSError):
                raise EnvironmentUnavailable(
                    f"The kernel {self.kernel} could not be started ({error.strerror}: {error.filename}); "
                    "its interpreter may have been removed, so install the kernel again or choose another."
                ) from error
            if isinstance(error, Exception) and not isinstance(error, LabError):
                # A damaged kernelspec, a provisioner that isn't installed: each raises what it likes.
                raise EnvironmentUnavailable(
                    f"The kernel {self.kernel} could not be started ({type(error).__name__}: {error}); "
                    "install it again or choose another."
                ) from error
            raise

    async def _confine(self, manager: "AsyncKernelManager", workspace: Workspace) -> None:
        spec = manager.kernel_spec
        if self._confinement is None or spec is None:
            return
        spec.argv = await asyncio.to_thread(
            confined_command, spec.argv, self._confinement, own=workspace.root, variables=dict(spec.env)
        )

    def _require_python(self, manager: "AsyncKernelManager") -> None:
        spec = manager.kernel_spec
        language = (spec.language if spec is not None else "") or "python"
        if language.lower() != "python":
            raise EnvironmentUnavailable(
                f"The kernel {self.kernel} speaks {language}, but the notebooks are written in Python; choose another."
            )


class LocalKernel(ProcessKernel):
    """A kernel's process on this machine (see `base.LaunchedKernel`)."""

    start = KernelStart()

    def __init__(
        self,
        manager: "AsyncKernelManager",
        context: "zmq.asyncio.Context",
        mark: str,
        log: IO[bytes],
        kills_before: tuple[int, ...],
    ) -> None:
        pid: int = manager.provisioner.pid  # type: ignore[union-attr]
        super().__init__(pid, mark, log, context, kills_before=kills_before)
        self._manager = manager
        prefer_as_victim(self._pid)
        self.client = manager.client(context=context)
        self.client.start_channels(stdin=False, hb=False, control=False)

    async def exited(self) -> KernelExit | None:
        if self._exit is None:
            provisioner = self._manager.provisioner
            code = await provisioner.poll() if provisioner is not None else 0
            if code is not None:
                self._exit = self.read_exit(code)
        return self._exit

    async def interrupt(self) -> None:
        with contextlib.suppress(Exception):
            await self._manager.interrupt_kernel()

    async def _let_go(self) -> None:
        provisioner = self._manager.provisioner
        if provisioner is not None:
            # Takes the dead process off the system's list. Asked often, as it is over in a moment.
            deadline = time.monotonic() + _REAP_BOUND
            while await provisioner.poll() is None and time.monotonic() < deadline:
                await asyncio.sleep(0.005)
        await self._manager._async_cleanup_resources()


def _no_such_kernel(kernel: str) -> str:
    from jupyter_client.kernelspec import KernelSpecManager

    installed = ", ".join(sorted(KernelSpecManager().find_kernel_specs())) or "none"
    return f"There is no kernel named {kernel}; installed are: {installed}."

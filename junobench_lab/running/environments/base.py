"""What an environment has to offer so that the runner can carry out a plan in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from ..workspace import Workspace

if TYPE_CHECKING:
    from jupyter_client.asynchronous.client import AsyncKernelClient

EnvironmentName = Literal["local", "container"]


@dataclass(frozen=True)
class KernelExit:
    """How a kernel's process ended."""

    sentence: str
    """In words, such as "The kernel was killed (SIGKILL)."."""
    out_of_memory: bool = False
    """Whether the system killed it because memory ran out."""
    infrastructure: bool = False
    """Whether it was lost with what it ran on, through nobody's code."""


@dataclass(frozen=True)
class KernelStart:
    """How a kernel came to be."""

    warm: bool = False
    """Whether it was forked from a process that had imported the usual libraries already."""
    cold_because: str | None = None
    """Why it wasn't, in a sentence; ``None`` also where nobody wanted a warm one."""


class LaunchedKernel(Protocol):
    """A kernel that was launched for one run; it may not answer yet.

    No method raises, whatever state the kernel is in: a run asks about kernels that have gone wrong.
    """

    client: "AsyncKernelClient"
    """Shell and iopub channels are open; nothing reads from them yet."""
    start: KernelStart
    memory_bound: int
    """Bytes of memory that a run may take where its limits name none."""

    async def exited(self) -> KernelExit | None:
        """How the process ended, ``None`` while it lives. Asked many times a second."""

    async def killed_for_memory(self) -> KernelExit | None:
        """Whether the system killed a process that the kernel had started for lack of memory; asked after a crash."""

    async def memory(self, bound: int) -> int:
        """Bytes of memory that the kernel and all its children hold; only what is above ``bound`` has to be exact."""

    async def interrupt(self) -> None:
        """Ask the kernel to stop what it runs, as a person does with the stop button."""

    def last_words(self) -> str:
        """The last lines that the kernel's process wrote outside of cells, to explain a failed start; maybe empty."""

    async def close(self) -> None:
        """End the kernel and all that it started, within about a second; closing twice does no harm."""


class KernelEnvironment(Protocol):
    """A place where kernels run."""

    name: EnvironmentName
    kernel: str
    """Name of the kernelspec."""

    async def launch(self, workspace: Workspace, sources: Sequence[str] | None = None) -> LaunchedKernel:
        """Launch a kernel whose working directory is the workspace's copy of the instance.

        ``sources`` are the cells that it will run, ``None`` where they aren't known beforehand.

        Raises `EnvironmentUnavailable` where none can be launched; then nothing is left behind.
        """

"""Kernels of this machine that are ready at once, where that changes nothing but the time; cold ones elsewhere."""

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...workspace import Workspace
from ..base import EnvironmentName, KernelStart
from ..local import LocalEnvironment
from .doubts import doubt_of_folder, doubt_of_kernel, doubt_of_notebook, doubt_of_system, kernel_spec
from .kernel import WarmKernel
from .libraries import forkable_imports
from .parent import ForkedKernel
from .pool import WarmPool

if TYPE_CHECKING:
    from ..local import LocalKernel

_PATIENCE = 60.0
"""Seconds that a run waits for the parent process where many runs follow."""
_MOMENT = 1.0
"""Seconds that a run waits for a kernel of a parent that is ready: a cold one would take about as long."""


class WarmEnvironment:
    """As `LocalEnvironment`, from which it has a kernel wherever a warm one might do something else."""

    name: EnvironmentName = "local"

    def __init__(self, pool: WarmPool, kernel: str | None = None, *, patient: bool = False) -> None:
        """``patient``: whether to wait until the pool is ready rather than begin with cold kernels meanwhile."""
        self._pool = pool
        self._cold = LocalEnvironment(kernel)
        self._patience = _PATIENCE if patient else 0.0
        self.kernel = self._cold.kernel

    def prepare(self, notebooks: Iterable[Iterable[str]] = ()) -> None:
        """Have kernels ready soon, for runs of ``notebooks`` (the sources of their cells); nothing where none can be
        warm."""
        if self._doubt() is None:
            self._pool.prepare(forkable_imports(notebooks))

    async def launch(self, workspace: Workspace, sources: Sequence[str] | None = None) -> "WarmKernel | LocalKernel":
        warm = await asyncio.to_thread(self._warm, workspace.folder, sources)
        if not isinstance(warm, str):
            try:
                return WarmKernel(self._pool, warm, workspace)
            except Exception as error:
                # It ended after it was taken, or its folder was cleaned away.
                warm.kill()
                warm = f"The kernel that was ready could not be used ({type(error).__name__}: {error})."
        kernel = await self._cold.launch(workspace, sources)
        kernel.start = KernelStart(cold_because=warm)
        return kernel

    def _warm(self, folder: Path, sources: Sequence[str] | None) -> ForkedKernel | str:
        """A kernel for the run alone, or why it gets a cold one. Blocks within the patience."""
        if sources is None:
            return "The cells aren't known beforehand."
        doubt = self._doubt()
        if doubt is not None:
            return doubt
        prepared = self._pool.wait_until_prepared(self._patience)
        if isinstance(prepared, str):
            return prepared
        try:
            doubt = doubt_of_notebook(sources, prepared) or doubt_of_folder(folder, prepared)
        except OSError as error:
            return f"The run's folder can't be read ({error.strerror})."
        return doubt or self._pool.take(max(self._patience, _MOMENT))

    def _doubt(self) -> str | None:
        return doubt_of_system() or doubt_of_kernel(kernel_spec(self.kernel))

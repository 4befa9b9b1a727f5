"""Kernels kept ready: some, ahead of the runs that will want them, and none when nobody has wanted one for a while."""

import atexit
import functools
import os
import secrets
import shutil
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from ...leftovers import InUse, remove_leftovers
from ...workspace import SOCKET_PATH, short_folder
from ..memory import memory_is_short
from ..processors import processors
from ..variables import kernel_variables
from .doubts import variables_differ
from .libraries import USUAL
from .parent import NO_MARK, ForkedKernel, ParentProcess, Prepared

PREFIX = "jbw-"
"""Beginning of the names of the temporary folders of all kernels of one process of the lab."""

_UNUSED = 600.0
"""Seconds after which nothing is kept ready any more."""
_LOOK_INTERVAL = 5.0
_MEMORY_IS_SHORT = "Memory is short, so that no kernels are kept ready."
_PARENT_ENDED = "The process that kernels are forked from has ended."
_NOT_YET = "No kernel was ready yet."


class WarmPool:
    """One parent process and its waiting kernels. May be used from any thread; `take` blocks."""

    def __init__(self, ahead: int | None = None) -> None:
        """``ahead``: how many kernels are kept ready; as many as there are processors where it isn't said."""
        self._ahead = ahead if ahead is not None else processors()
        self._changed = threading.Condition(threading.RLock())
        self._folder: Path | None = None
        self._in_use: InUse | None = None
        self._parent: ParentProcess | None = None
        self._retired: list[ParentProcess] = []
        """Parents that fork no more, and live as long as a kernel of theirs that somebody uses."""
        self._variables: dict[str, str] = {}
        self._kernels: list[ForkedKernel] = []
        self._used = time.monotonic()
        self._watching = False
        self._serial = 0

    @property
    def prepared(self) -> Prepared | None:
        with self._changed:
            return self._parent.prepared if self._parent is not None else None

    @property
    def folder(self) -> Path | None:
        """The temporary folder of its kernels; ``None`` while nothing is started."""
        return self._folder

    @property
    def parent_pid(self) -> int | None:
        with self._changed:
            return self._parent.pid if self._parent is not None and self._parent.alive else None

    def waiting(self) -> list[int]:
        """The processes of the kernels that wait."""
        with self._changed:
            return [kernel.pid for kernel in self._kernels if kernel.waiting and kernel.pid is not None]

    def keep(self, ahead: int) -> None:
        """Keep as many kernels ready from now on."""
        with self._changed:
            self._ahead = ahead
            self._fill_up()

    def prepare(self, imports: Sequence[str] = USUAL) -> None:
        """Have kernels ready soon. Costs nothing where they are, or are on their way."""
        with self._changed:
            self._used = time.monotonic()
            if self._parent is not None and (not self._parent.alive or self._is_outdated(self._parent)):
                self._retire()
            if self._parent is None and not memory_is_short():
                self._start_parent(imports)
            self._watch()

    def wait_until_prepared(self, seconds: float) -> Prepared | str:
        """What the parent has imported, or why there is none within the bound."""
        deadline = time.monotonic() + seconds
        with self._changed:
            self.prepare()
            while True:
                parent = self._fit_parent()
                if isinstance(parent, str):
                    return parent
                if parent.prepared is not None:
                    return parent.prepared
                left = deadline - time.monotonic()
                if left <= 0:
                    return _NOT_YET
                self._changed.wait(left)

    def take(self, seconds: float) -> ForkedKernel | str:
        """A kernel that waits, for the taker alone, to be given to `hand_over` or to `end`; or why there is none.

        Blocks for at most ``seconds`` while one is on its way.
        """
        deadline = time.monotonic() + seconds
        with self._changed:
            self.prepare()
            while True:
                parent = self._fit_parent()
                if isinstance(parent, str):
                    return parent
                for kernel in self._kernels:
                    if kernel.waiting:
                        self._kernels.remove(kernel)
                        self._fill_up()
                        return kernel
                left = deadline - time.monotonic()
                if left <= 0:
                    return _NOT_YET
                self._fill_up(at_least=1)
                self._changed.wait(left)

    def hand_over(self, kernel: ForkedKernel, folder: Path, temporary: Path) -> None:
        """Let a taken kernel begin in ``folder``."""
        variables = kernel_variables(ipython=kernel.ipython, temporary=temporary, mark=kernel.mark)
        with self._changed:
            for parent in filter(None, [self._parent, *self._retired]):
                parent.hand_over(kernel, folder, variables)

    def wait_for_end(self, kernel: ForkedKernel, seconds: float) -> None:
        """Until the end of a killed kernel is known, within the bound."""
        with self._changed:
            self._changed.wait_for(lambda: kernel.code is not None, seconds)

    def remove(self, kernel: ForkedKernel) -> None:
        """Remove what a kernel that has ended leaves on the disk."""
        shutil.rmtree(kernel.folder, ignore_errors=True)

    def close(self) -> None:
        """End everything, and remove all folders. Afterwards `prepare` begins anew."""
        with self._changed:
            self._retire()
            for parent in self._retired:
                parent.close()
            self._retired.clear()
            self._remove_folder()

    def _fit_parent(self) -> ParentProcess | str:
        """The process to fork from, or why there is none."""
        parent = self._parent
        if parent is None:
            return _MEMORY_IS_SHORT
        if parent.unfit is not None or not parent.alive:
            return parent.unfit or _PARENT_ENDED
        return parent

    def _is_outdated(self, parent: ParentProcess) -> bool:
        prepared = parent.prepared
        return prepared is not None and variables_differ(self._parent_variables(), self._variables, prepared)

    def _parent_variables(self) -> dict[str, str]:
        folder = self._folder or Path()
        return kernel_variables(ipython=folder, temporary=folder, mark=NO_MARK)

    def _start_parent(self, imports: Sequence[str]) -> None:
        try:
            if self._folder is None:
                self._folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=short_folder()))
                self._in_use = InUse(self._folder)
                remove_leftovers(self._folder.parent, PREFIX)
                atexit.register(self.close)
            self._variables = self._parent_variables()
            self._parent = ParentProcess(self._folder, imports, self._variables, self._on_change)
        except OSError:
            # The disk is full, or no process can be started: a cold kernel will say so, or do without.
            self._retire()

    def _retire(self) -> None:
        for kernel in self._kernels:
            kernel.kill()
        self._kernels.clear()
        if self._parent is not None:
            self._retired.append(self._parent)
            self._parent = None
        self._changed.notify_all()

    def _close_retired(self) -> None:
        for parent in [parent for parent in self._retired if not parent.has_kernels]:
            self._retired.remove(parent)
            parent.close()
        if self._parent is None and not self._retired:
            self._remove_folder()

    def _remove_folder(self) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None
            atexit.unregister(self.close)
        if self._in_use is not None:
            self._in_use.end()
            self._in_use = None

    def _on_change(self) -> None:
        with self._changed:
            self._kernels = [kernel for kernel in self._kernels if kernel.code is None]
            self._fill_up()
            self._changed.notify_all()

    def _fill_up(self, at_least: int = 0) -> None:
        parent = self._parent
        if parent is None or parent.prepared is None or not parent.alive:
            return
        wanted = max(at_least, 0 if memory_is_short() else self._ahead)
        while len(self._kernels) < wanted:
            try:
                kernel = self._new_kernel()
            except OSError:
                return
            self._kernels.append(kernel)
            variables = kernel_variables(ipython=kernel.ipython, temporary=kernel.folder, mark=kernel.mark)
            parent.fork(kernel, variables)

    def _new_kernel(self) -> ForkedKernel:
        from jupyter_client.connect import write_connection_file

        assert self._folder is not None
        self._serial += 1
        kernel = ForkedKernel(self._folder / str(self._serial))
        kernel.ipython.mkdir(parents=True, mode=0o700)
        if len(os.fsencode(kernel.folder / "k-5")) > SOCKET_PATH:
            raise OSError("The temporary folder's path is too long for sockets.")
        write_connection_file(
            str(kernel.connection),
            transport="ipc",
            ip=str(kernel.folder / "k"),
            key=secrets.token_hex(32).encode(),
            shell_port=1,
            iopub_port=2,
            stdin_port=3,
            control_port=4,
            hb_port=5,
        )
        return kernel

    def _watch(self) -> None:
        if not self._watching and self._parent is not None:
            self._watching = True
            threading.Thread(target=self._look_after, name="warm kernels' keeper", daemon=True).start()

    def _look_after(self) -> None:
        """Ends what nobody uses, or what there is no memory for."""
        while True:
            time.sleep(_LOOK_INTERVAL)
            with self._changed:
                if self._parent is not None and (time.monotonic() - self._used > _UNUSED or memory_is_short()):
                    self._retire()
                self._close_retired()
                if self._parent is None and not self._retired:
                    self._watching = False
                    return


@functools.cache
def shared_pool() -> WarmPool:
    """The pool of this process; nothing is started before somebody wants a kernel."""
    return WarmPool()

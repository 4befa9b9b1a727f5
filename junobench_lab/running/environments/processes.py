"""The processes of a kernel: how much memory they hold, and how to end every one of them."""

import contextlib
import os
import signal

import psutil

MARK = "JUNOBENCH_LAB_RUN"
"""Environment variable that a kernel's descendants inherit, however far they have detached themselves."""

_TRACKER_PATIENCE = 0.4
_ROUNDS = 5


class ProcessFamily:
    """A kernel's process and all that it started.

    Children may leave the process group and outlive their parents (`nohup`, daemons, worker pools), so they are
    known by three signs: the group, the tree as it was seen while the kernel lived, and the mark in the environment.
    """

    def __init__(self, pid: int, mark: str) -> None:
        self._pid = pid
        self._mark = mark
        self._root = psutil.Process(pid)
        self._seen: set[psutil.Process] = set()

    def memory(self, bound: int) -> int:
        """Bytes of resident memory. Pages that several processes share count once where the sum is above ``bound``."""
        try:
            family = [self._root, *self._root.children(recursive=True)]
        except psutil.Error:
            return 0
        self._seen.update(family[1:])
        total = sum(_resident(process) for process in family)
        if total > bound and len(family) > 1:
            total = sum(_proportional(process) for process in family)
        return total

    def end_all(self) -> None:
        """Kill every process of the family; blocks for at most about a second.

        Python's resource trackers are given a moment: when their clients are gone they remove the shared memory and
        semaphores that those left behind.
        """
        trackers: list[psutil.Process] = []
        with contextlib.suppress(psutil.Error):
            self._seen.update(self._root.children(recursive=True))
        for _ in range(_ROUNDS):
            found = [process for process in self._alive() if process not in trackers]
            if not found:
                break
            for process in found:
                if _is_tracker(process):
                    trackers.append(process)
                else:
                    with contextlib.suppress(psutil.Error):
                        process.kill()
        _, left = psutil.wait_procs(trackers, timeout=_TRACKER_PATIENCE)
        for process in left:
            with contextlib.suppress(psutil.Error):
                process.kill()
        self._kill_group()

    def _alive(self) -> list[psutil.Process]:
        found = {process for process in psutil.process_iter() if self._is_descendant(process)}
        found |= {process for process in self._seen if process.is_running() and not self._is_anothers(process)}
        return [process for process in found if _status(process) != psutil.STATUS_ZOMBIE]

    def _is_anothers(self, process: psutil.Process) -> bool:
        """Whether it bears another mark, as a kept copy of the kernel does, which was its child for a moment."""
        try:
            return process.environ().get(MARK, self._mark) != self._mark
        except (psutil.Error, OSError):
            return False

    def _is_descendant(self, process: psutil.Process) -> bool:
        try:
            # Reading an environment is the dear part, and what is older than the kernel can't be its child.
            if process.create_time() < self._root.create_time():
                return False
            return self._in_group(process) or process.environ().get(MARK) == self._mark
        except (psutil.Error, OSError):
            return False

    def _in_group(self, process: psutil.Process) -> bool:
        return hasattr(os, "getpgid") and os.getpgid(process.pid) == self._pid

    def _kill_group(self) -> None:
        """Kill what is left of the process group in one go, so that nothing can escape by forking meanwhile."""
        # Once the kernel's own process is off the system's list, its number may be anybody's.
        if hasattr(os, "killpg") and self._root.is_running():
            with contextlib.suppress(OSError):
                os.killpg(self._pid, signal.SIGKILL)


def _resident(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0


def _proportional(process: psutil.Process) -> int:
    try:
        full = process.memory_full_info()
    except psutil.Error:
        return _resident(process)
    return int(getattr(full, "pss", full.rss))


def _is_tracker(process: psutil.Process) -> bool:
    try:
        return any("resource_tracker" in part for part in process.cmdline())
    except psutil.Error:
        return False


def _status(process: psutil.Process) -> str:
    try:
        return str(process.status())
    except psutil.Error:
        return str(psutil.STATUS_ZOMBIE)

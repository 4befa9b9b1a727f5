"""Notes what a notebook does that a copy of its process can't stand for: the world outside of the run's own folders."""

from __future__ import annotations

import asyncio
import copy
import os
import random
import sys
import threading
from typing import Any

from ..outside import effect

ATTRIBUTE = "_junobench_effects"
"""Of the shell, where the notes are: a notebook has no name for it."""
_OF_THE_KERNEL = ("ipykernel", "tornado", "zmq")
"""Packages whose tasks a new kernel has, too."""


class Effects:
    """What a kernel did since it was told to take notes."""

    def __init__(self, own_folders: list[str], of_ipython: str) -> None:
        """``of_ipython``: the folder of its settings and its history, which it writes as it likes."""
        self._own = tuple(map(os.path.realpath, own_folders))
        self._of_ipython = os.path.realpath(of_ipython) + os.sep
        self.first: str | None = None
        """The first thing of all that a copy can't stand for."""
        self.quiet = False
        self.dice: Any = None
        """State of Python's random numbers when the kernel was kept: forks and new sockets draw from them."""
        self.counter: Any = None
        """Where the numbers in the names of threads were then: a new kernel's own threads take some."""
        self.limit = sys.getrecursionlimit()
        self.depth = 0
        """How deep a recursion gets in here within that limit."""
        self.raised = 0
        """By how much the limit is higher in this copy, which has more frames below."""
        self.look()

    def look(self) -> None:
        """Take what there is now for the kernel's own."""
        self.open = self.open_files()
        self.threads = threads()
        self.shared = shared_memory()

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Audit hook. It must never raise: that would end the notebook's call."""
        if self.first is not None or self.quiet:
            return
        try:
            if not _is_bytecode(event, arguments) and not self._is_history(event, arguments):
                self.first = effect(event, arguments, self._own)
        except Exception:
            self.first = "it does what can't be understood"

    def open_files(self) -> set[tuple[int, int]]:
        """Descriptor and file of all that is open, IPython's own files left out."""
        found = set()
        for name in os.listdir("/proc/self/fd"):
            try:
                if not os.readlink(f"/proc/self/fd/{name}").startswith(self._of_ipython):
                    found.add((int(name), os.fstat(int(name)).st_ino))
            except OSError:
                # The listing's own.
                continue
        return found

    def _is_history(self, event: str, arguments: tuple[Any, ...]) -> bool:
        """Whether it is the database of the session's inputs: a copy keeps none."""
        return event == "sqlite3.connect" and os.path.realpath(arguments[0]).startswith(self._of_ipython)


def _is_bytecode(event: str, arguments: tuple[Any, ...]) -> bool:
    """Whether it keeps the compiled form of an imported module, which changes nothing."""
    return event in ("open", "os.mkdir", "os.rename") and "__pycache__" in str(arguments[0])


def threads() -> set[threading.Thread]:
    """All but the one that writes IPython's history, which it ends before a fork and begins anew."""
    return {thread for thread in threading.enumerate() if type(thread).__module__ != "IPython.core.history"}


def has_tasks() -> bool:
    """Whether anything waits in the event loop but for the kernel's own."""
    try:
        return not all(map(_is_kernels_own, asyncio.all_tasks()))
    except RuntimeError:
        return False


def _is_kernels_own(task: Any) -> bool:
    coroutine = task.get_coro()
    frame = getattr(coroutine, "cr_frame", None) or getattr(coroutine, "gi_frame", None)
    return frame is not None and str(frame.f_globals.get("__name__")).partition(".")[0] in _OF_THE_KERNEL


def shared_memory() -> set[bytes]:
    """Files of mappings that other processes see changes of."""
    with open("/proc/self/maps", "rb") as file:
        return {line.split(None, 5)[-1].strip() for line in file if b" rw-s " in line}


def _depth() -> int:
    try:
        return 1 + _depth()
    except RecursionError:
        return 0


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """Begin to take notes, or go on in a copy that has become a kernel.

    ``asked["folders"]`` are the run's own: what is written there is looked at by the lab.
    """
    if sys.platform != "linux":
        return {"not": "kernels are forked on Linux only"}
    shell = sys.modules["IPython"].get_ipython()
    effects = getattr(shell, ATTRIBUTE, None)
    if effects is None:
        effects = Effects(asked["folders"], shell.ipython_dir)
        setattr(shell, ATTRIBUTE, effects)
        sys.addaudithook(effects.hear)
        effects.depth = _depth()
    else:
        sys.setrecursionlimit(effects.limit)
        effects.raised = effects.depth - _depth()
        sys.setrecursionlimit(effects.limit + effects.raised)
        effects.look()
        effects.quiet = False
        random.setstate(effects.dice)
        if effects.counter is not None:
            threading._counter = copy.copy(effects.counter).__next__  # type: ignore[attr-defined]
    return {}

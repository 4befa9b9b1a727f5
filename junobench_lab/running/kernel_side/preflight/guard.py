"""Ends a trial on the spot when its code would do something that can't be taken back."""

from __future__ import annotations

import builtins
import getpass
import os
import sys
from collections.abc import Callable
from typing import Any

from ..outside import PROCESSES, effect

_SCHEDULING = "it changes how the system runs processes"
_UNHEARD = (
    ("_posixsubprocess", "fork_exec", PROCESSES),
    ("_posixshmem", "shm_open", "it makes memory that processes share"),
    *(
        (module, name, _SCHEDULING)
        for module in ("os", "posix")
        for name in ("setpriority", "sched_setaffinity", "sched_setparam", "sched_setscheduler")
    ),
    *(
        (module, name, _SCHEDULING)
        for module in ("psutil._psutil_linux", "psutil._psutil_posix")
        for name in (
            *("setpriority", "proc_priority_set", "proc_cpu_affinity_set", "proc_ioprio_set"),
            *("linux_prlimit", "proc_rlimit"),
        )
    ),
)
"""Functions of which no event tells: module, name, what they do."""


class Guard:
    """What is refused. In force from `watch` on, in all threads."""

    def __init__(self, scratch: str, refuse: Callable[[str], None]) -> None:
        """``refuse`` reports what would have been done, and doesn't come back."""
        self._own = (os.path.realpath(scratch),)
        self._refuse = refuse

    def watch(self, shell: Any) -> None:
        sys.addaudithook(self._hear)
        ask = self._refusing("it asks for input")
        builtins.input = ask
        getpass.getpass = ask
        for owner in (shell, getattr(shell, "kernel", None)):
            for name in ("raw_input", "getpass"):
                if hasattr(owner, name):
                    setattr(owner, name, ask)
        shell.ask_exit = self._refusing("it ends the kernel")
        for name, function, what in _UNHEARD:
            module = sys.modules.get(name)
            if module is not None and hasattr(module, function):
                setattr(module, function, self._refusing(what))

    def _refusing(self, what: str) -> Any:
        return lambda *_arguments, **_named: self._refuse(what)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        what = effect(event, arguments, self._own)
        if what is not None:
            self._refuse(what)

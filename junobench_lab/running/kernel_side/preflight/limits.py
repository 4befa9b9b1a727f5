"""Bounds that hold whatever the tried code does."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
from typing import Any

_PARENT_DEATH_SIGNAL = 1
_GRACE = 1.0
"""Seconds after the bound at which the system ends a child whose parent didn't."""


def system() -> Any:
    """The C library of this process."""
    return ctypes.CDLL(None, use_errno=True)


def bound_child(parent: int, seconds: float) -> None:
    """Let the system end this child: with its parent, at its bound, and before all others when memory runs out."""
    system().prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)
    for number in (signal.SIGALRM, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    signal.set_wakeup_fd(-1)
    signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE)
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime + (os.cpu_count() or 1) * (seconds + _GRACE)) + 1
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")

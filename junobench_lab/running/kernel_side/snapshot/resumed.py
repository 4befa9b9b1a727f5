"""Makes a kernel of a copy, with sockets of its own and the session of the one that it was forked from."""

from __future__ import annotations

import asyncio
import ctypes
import os
import signal
import sys
from typing import Any, NoReturn

_PARENT_DEATH_SIGNAL = 1
_ENVIRONMENT = slice(47, 49)
"""Where its beginning and end stand in what the system tells of a process (proc_pid_stat(5)), past the name."""
_MARK = "JUNOBENCH_LAB_RUN"


def become(order: dict[str, Any], shell: Any) -> NoReturn:
    """Run a kernel until its end. ``order`` has ``connection`` (a path), ``mark`` and ``ipython`` (a folder)."""
    code = 1
    try:
        os.setsid()
        ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
        take_mark(order["mark"])
        os.environ["IPYTHONDIR"] = order["ipython"]
        _start(order["connection"], shell)
        code = 0
    finally:
        os._exit(code)


def _start(connection: str, shell: Any) -> None:
    import zmq
    from ipykernel.ipkernel import IPythonKernel
    from ipykernel.kernelapp import IPKernelApp

    # The context of the other process has threads that aren't here.
    zmq.Context._instance = None
    signal.signal(signal.SIGINT, signal.default_int_handler)
    IPKernelApp.clear_instance()
    IPythonKernel.clear_instance()
    asyncio.set_event_loop(None)
    shell.history_manager.enabled = False
    old: tuple[Any, Any] = (sys.stdout, sys.stderr)
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
    # The names that are there already are the notebook's: `%who` tells them.
    app: Any = IPKernelApp.instance(hide_initial_ns=False)
    app.initialize(["-f", connection])
    shell.kernel = app.kernel
    new: tuple[Any, Any] = (sys.stdout, sys.stderr)
    for before, now in zip(old, new):  # noqa: B905
        # Handlers of logs hold the old streams.
        before.write, before.flush = now.write, now.flush
    app.start()


def take_mark(mark: str) -> None:
    """By the mark in the environment that the system shows, the processes of a run are known: its own is written over
    that of the run that it was kept in, which has the same length.

    The system shows the memory in which the environment was when the process was started, whatever was set since.
    """
    os.environ[_MARK] = mark
    with open("/proc/self/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    start, end = map(int, fields[_ENVIRONMENT])
    name = b"\0" + _MARK.encode() + b"="
    found, _, rest = (b"\0" + ctypes.string_at(start, end - start)).partition(name)
    if rest[len(mark) : len(mark) + 1] == b"\0":
        ctypes.memmove(start + len(found) + len(name) - 1, mark.encode(), len(mark))

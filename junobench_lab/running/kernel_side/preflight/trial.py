"""The kernel's side of a trial: forks, waits with a bound, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import select
import shutil
import signal
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Iterator
from typing import Any

_AFTER = 0.25
"""Seconds beyond the cell's bound for what a child does before and after it."""
_INTERVAL = 0.05
_SPARE = 0.05
"""Share of the machine's memory that has to stay free."""
_PREFIX = "jbl-try-"
_FORGOTTEN = 600.0
"""Seconds after which a folder is that of a trial whose kernel was killed: none takes so long."""
_QUIET = 0.1
"""Share of its time in which a child that was stopped had computed, below which it had been waiting."""


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """Try ``asked["source"]`` for at most ``asked["seconds"]``.

    Gives what the child reported (see `child`), or ``{"cannot": why}``, ``{"cancelled": true}``, ``{"late": true}``.
    """
    if sys.platform != "linux" or not hasattr(os, "fork"):
        return {"cannot": "only on Linux a session can be forked to try a cell"}
    began = time.perf_counter()
    _remove_forgotten()
    scratch = tempfile.mkdtemp(prefix=_PREFIX)
    child = None
    reader = writer = -1
    with _interrupts_noted() as interrupts:
        try:
            reader, writer = os.pipe()
            parent, dice, loop = os.getpid(), random.getstate(), asyncio._get_running_loop()
            with _without_warning():
                child = os.fork()
            if child == 0:
                from .child import live_and_die

                live_and_die(asked, parent, writer, scratch, dice, loop)
            os.close(writer)
            writer = -1
            told = _awaited(reader, child, began + asked["seconds"] + _AFTER, interrupts)
        except OSError as error:
            told = {"cannot": f"the session can't be forked ({error.strerror})"}
        finally:
            ended, computed = _end(child)
            for handle in (reader, writer):
                if handle >= 0:
                    os.close(handle)
            shutil.rmtree(scratch, ignore_errors=True)
    if told is None:
        # Who interrupts a kernel interrupts its children, too, and one of these may end first.
        interrupted = os.WIFSIGNALED(ended) and os.WTERMSIG(ended) == signal.SIGINT
        told = {"cancelled": True} if interrupted else {"cannot": _end_in_words(ended)}
    if told.get("late"):
        told["waiting"] = computed < _QUIET * asked["seconds"]
    told["total"] = time.perf_counter() - began
    return told


def _remove_forgotten() -> None:
    with contextlib.suppress(OSError):
        for entry in os.scandir(tempfile.gettempdir()):
            if entry.name.startswith(_PREFIX) and time.time() - entry.stat().st_mtime > _FORGOTTEN:
                shutil.rmtree(entry.path, ignore_errors=True)


@contextlib.contextmanager
def _interrupts_noted() -> Iterator[list[int]]:
    """Interrupts of this kernel, while it tries: noted rather than raised. Right after a fork Python runs callbacks of
    libraries, and drops what is raised in them; and who is cleaning up must not be stopped halfway."""
    noted: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        # Python raises interrupts in its main thread only.
        yield noted
        return
    before = signal.signal(signal.SIGINT, lambda number, _frame: noted.append(number))
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before or signal.default_int_handler)


def _awaited(reader: int, child: int, deadline: float, interrupts: list[int]) -> dict[str, Any] | None:
    """The child's report; ``None`` where it ended without one."""
    parts = []
    poll = select.poll()
    poll.register(reader, select.POLLIN)
    while True:
        if interrupts:
            return {"cancelled": True}
        left = deadline - time.perf_counter()
        if left <= 0:
            return {"late": True}
        if poll.poll(min(left, _INTERVAL) * 1000):
            part = os.read(reader, 1 << 16)
            if not part:
                break
            parts.append(part)
        elif _memory_is_short():
            return {"cannot": "it takes more memory than is free"}
    try:
        told = json.loads(b"".join(parts))
    except ValueError:
        return None
    return told if isinstance(told, dict) else None


def _end(child: int | None) -> tuple[int, float]:
    """Kill the child; its exit status and the seconds that it computed."""
    if not child:
        return 0, 0.0
    try:
        with contextlib.suppress(ProcessLookupError):
            # A child that has reported is gone or about to go; this makes sure.
            if os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
                os.kill(child, signal.SIGKILL)
        _, status, used = os.wait4(child, 0)
        return status, used.ru_utime + used.ru_stime
    except ChildProcessError:
        # A handler of the session's own has taken it already.
        return 0, 0.0


def _end_in_words(status: int) -> str:
    if os.WIFSIGNALED(status):
        name = signal.Signals(os.WTERMSIG(status)).name
        return f"the trial was killed ({name}): run for real, the cell may end the kernel"
    return f"it ends its own process with the exit code {os.WEXITSTATUS(status)}"


def _memory_is_short() -> bool:
    with open("/proc/meminfo") as file:
        sizes = dict(line.split(":", 1) for line in file)
    free, total = (int(sizes[name].split()[0]) for name in ("MemAvailable", "MemTotal"))
    return free < _SPARE * total


@contextlib.contextmanager
def _without_warning() -> Iterator[None]:
    """Python warns of forks in processes with threads. The filters' own way to change them would make the session
    forget which warnings it has shown."""
    quiet = ("ignore", None, Warning, None, 0)
    filters: Any = warnings.filters
    filters.insert(0, quiet)
    try:
        yield
    finally:
        filters.remove(quiet)

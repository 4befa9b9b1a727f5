"""Forks the copy that waits, unless something forbids it."""

from __future__ import annotations

import asyncio
import copy
import gc
import json
import os
import random
import select
import signal
import socket
import stat
import sys
import threading
import warnings
from typing import Any, NoReturn

from .effects import ATTRIBUTE, Effects, has_tasks, shared_memory, threads
from .resumed import become, take_mark

_FORBID = ("torch", "tensorflow", "keras", "jax", "cupy", "pyspark", "dask.distributed", "ray", "multiprocessing.pool")
"""Libraries whose threads, devices or workers have no copy."""
_POLL = 0.02


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """Keep the kernel as it is now. ``asked`` has ``socket`` (a path on which orders come), ``log`` (a path), ``mark``
    (of the copy) and ``memory`` (bytes that the process may hold).

    Gives ``{"kept": process}``, or ``{"not": why}``.
    """
    shell = sys.modules["IPython"].get_ipython()
    effects: Any = getattr(shell, ATTRIBUTE, None)
    why = "nobody took notes" if effects is None else _forbidden(effects, asked["memory"], shell.user_ns)
    if why is not None:
        return {"not": why}
    sys.stdout.flush()
    sys.stderr.flush()
    effects.dice = random.getstate()
    counter = getattr(getattr(threading, "_counter", None), "__self__", None)
    effects.counter = copy.copy(counter) if counter is not None else None
    quiet: Any = ("ignore", None, Warning, None, 0)
    filters: Any = warnings.filters
    filters.insert(0, quiet)
    effects.quiet = True
    reader, writer = os.pipe()
    try:
        between = os.fork()
        if between == 0:
            # It takes no notes until it has become a kernel and is told to go on.
            filters.remove(quiet)
            _leave(asked, writer, shell)
    finally:
        effects.quiet = False
        filters.remove(quiet)
    os.close(writer)
    os.waitpid(between, 0)
    told = os.read(reader, 64)
    os.close(reader)
    return {"kept": int(told)} if told else {"not": "the copy did not start"}


def _forbidden(effects: Effects, memory: int, names: dict[str, Any]) -> str | None:
    if effects.first is not None:
        return effects.first
    loaded = next((name for name in _FORBID if name in sys.modules), None)
    if loaded is not None:
        return f"{loaded} is loaded"
    if threads() - effects.threads:
        return "it has threads of its own"
    if has_tasks() or any(map(_belongs_to_a_loop, list(names.values()))):
        return "it has tasks of its own, or holds a part of the event loop"
    if any(signal.getitimer(each)[0] for each in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF)):
        return "a timer of its process runs"
    if sys.getrecursionlimit() != effects.limit + effects.raised:
        return "it has set how deep a recursion may go"
    if {(number, file) for number, file in effects.open_files() - effects.open if _is_file_or_socket(number)}:
        return "it has an open file or connection"
    if shared_memory() - effects.shared:
        return "it shares memory"
    for task in os.listdir("/proc/self/task"):
        with open(f"/proc/self/task/{task}/children") as file:
            if file.read().strip():
                return "it has processes of its own"
    with open("/proc/self/statm") as file:
        if int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") > memory:
            return "it holds too much memory"
    return None


def _belongs_to_a_loop(value: Any) -> bool:
    of_asyncio = type(value).__module__.partition(".")[0] in ("asyncio", "_asyncio")
    return isinstance(value, asyncio.AbstractEventLoop) or (of_asyncio and getattr(value, "_loop", None) is not None)


def _is_file_or_socket(number: int) -> bool:
    try:
        kind = os.fstat(number).st_mode
    except OSError:
        return False
    return stat.S_ISREG(kind) or stat.S_ISSOCK(kind) or stat.S_ISFIFO(kind)


def _leave(asked: dict[str, Any], writer: int, shell: Any) -> NoReturn:
    """Leave the kernel's family, so that the end of its run isn't the end of the copy."""
    try:
        os.setsid()
        copy = os.fork()
        if copy:
            os.write(writer, str(copy).encode())
            os._exit(0)
        take_mark(asked["mark"])
        gc.freeze()
        _cut_off(asked["log"])
        _wait(asked["socket"], shell)
    finally:
        os._exit(0)


def _cut_off(log: str) -> None:
    nowhere = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    for name in os.listdir("/proc/self/fd"):
        number = int(name)
        try:
            kind = os.fstat(number).st_mode
        except OSError:
            # The listing's own.
            continue
        if number != nowhere and not (stat.S_ISREG(kind) or stat.S_ISDIR(kind)):
            os.dup2(nowhere, number)
    own = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
    os.dup2(nowhere, 0)
    os.dup2(own, 1)
    os.dup2(own, 2)
    os.close(own)
    os.close(nowhere)
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)


def _wait(path: str, shell: Any) -> None:
    """Take orders, a line each, until nobody is there to give them; every order becomes a kernel of its own."""
    with socket.socket(socket.AF_UNIX) as orders:
        orders.connect(path)
        waiting = b""
        kernels: set[int] = set()
        while True:
            ready, _, _ = select.select([orders], [], [], _POLL if kernels else None)
            for kernel in list(kernels):
                ended, status = os.waitpid(kernel, os.WNOHANG)
                if ended:
                    kernels.remove(kernel)
                    _say(orders, {"ended": kernel, "code": _code(status)})
            if not ready:
                continue
            block = orders.recv(1 << 16)
            if not block:
                for kernel in kernels:
                    os.kill(kernel, signal.SIGKILL)
                return
            *lines, waiting = (waiting + block).split(b"\n")
            for line in lines:
                order = json.loads(line)
                kernel = os.fork()
                if kernel == 0:
                    orders.close()
                    become(order, shell)
                kernels.add(kernel)
                _say(orders, {"started": kernel})


def _say(orders: socket.socket, told: dict[str, Any]) -> None:
    orders.sendall(json.dumps(told).encode() + b"\n")


def _code(status: int) -> int:
    return -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)

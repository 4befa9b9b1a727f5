"""A process beside each worker that outlives it by a moment, and ends the kernels of a worker that was killed.

Nothing of a process that gets SIGKILL can clean up, so this one waits until the pipe to its worker closes, which the
system sees to however the worker ends. Every kernel, and all that it started, bears the worker's mark in its
environment.
"""

import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from pathlib import Path

import psutil

MARK = "JUNOBENCH_LAB_WORKER"
"""Environment variable of a worker, which its kernels and their descendants inherit."""

_BOUND = 30.0
_PAUSE = 0.2
_QUIET = 3
"""Looks without finding anything after which all are gone: what was just being started shows up by then."""

_running: list["subprocess.Popen[bytes]"] = []
_lock = threading.Lock()


def keep() -> None:
    """Have a keeper for this process; costs nothing when there is one. Raises `OSError` where none can be started."""
    with _lock:
        if _running and _running[0].poll() is None:
            return
        _running.clear()
        mark = os.environ.setdefault(MARK, f"{os.getpid()}-{uuid.uuid4().hex}")
        # A session of its own: what is sent to the worker's process group doesn't reach it.
        started = subprocess.Popen(
            [sys.executable, "-m", __name__, mark],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env={name: value for name, value in os.environ.items() if name != MARK},
        )
        _running.append(started)


def end_marked(mark: str) -> None:
    """Kill every process that bears the mark; blocks until there is none, within a bound."""
    deadline = time.monotonic() + _BOUND
    quiet = 0
    while quiet < _QUIET and time.monotonic() < deadline:
        found = [process for process in psutil.process_iter() if _bears(process, mark)]
        for process in found:
            with contextlib.suppress(psutil.Error):
                process.kill()
        quiet = 0 if found else quiet + 1
        time.sleep(_PAUSE)


def _bears(process: psutil.Process, mark: str) -> bool:
    try:
        return process.environ().get(MARK) == mark and process.status() != psutil.STATUS_ZOMBIE
    except (psutil.Error, OSError):
        return False


def _remove_leftovers() -> None:
    from ..environments.container.reaper import reap, something_left
    from ..environments.warm.pool import PREFIX
    from ..leftovers import remove_leftovers
    from ..workspace import remove_abandoned, short_folder

    remove_abandoned()
    remove_leftovers(Path(short_folder() or tempfile.gettempdir()), PREFIX)
    if something_left():
        with contextlib.suppress(Exception):
            asyncio.run(reap())


def main() -> None:
    mark = sys.argv[1]
    while sys.stdin.buffer.read(1):
        pass
    end_marked(mark)
    _remove_leftovers()


if __name__ == "__main__":
    main()

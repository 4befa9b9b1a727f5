"""Makes a kernel of a forked process."""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
import tempfile
from typing import Any

MARK = "JUNOBENCH_LAB_RUN"
_PR_SET_PDEATHSIG = 1
_FRAMES_BELOW = 5
"""Frames below the application's start in a cold kernel; how deep a recursion gets depends on it."""


class Forked:
    """In a forked process: what it was forked for."""

    def __init__(
        self, request: dict[str, Any], parent: int, of_kernel: dict[str, str], orders: int, replies: int
    ) -> None:
        self.request = request
        """``id``, ``folder`` (working directory until it is handed over), ``connection`` and ``log`` (paths),
        ``variables`` (all environment variables)."""
        self.parent = parent
        self.of_kernel = of_kernel
        """Environment variables that a kernel's own imports set."""
        self.orders = orders
        """Pipe from which the one order comes: ``folder`` and ``variables`` of the run."""
        self.replies = replies
        """Pipe on which it says that it waits."""


def start_kernel(forked: Forked) -> Any:
    """A kernel that is ready in all but its working directory; it listens as soon as its application starts."""
    request = forked.request
    _leave_parent(forked)
    _take_mark(request["variables"][MARK])
    _set_variables({**request["variables"], **forked.of_kernel, "JPY_PARENT_PID": str(forked.parent)})
    os.chdir(request["folder"])
    app = initialized(request["connection"], parent_handle=forked.parent)
    given = request["variables"]
    # A kernel sets some itself: where figures are drawn, the terminal.
    own = {name: value for name, value in os.environ.items() if given.get(name) != value}
    os.write(forked.replies, json.dumps({"waiting": request["id"]}).encode() + b"\n")
    os.close(forked.replies)
    order = read_order(forked.orders)
    _set_variables({**order["variables"], **own})
    os.chdir(order["folder"])
    app.shell.user_ns["_dh"][:] = [type(app.shell.user_ns["_dh"][0])(order["folder"])]
    app.shell.starting_dir = order["folder"]
    tempfile.tempdir = None
    return app


def initialized(connection: str, **settings: Any) -> Any:
    """A kernel's application, as ``python -m ipykernel_launcher -f connection`` makes it, whose sockets are there."""
    launcher = os.path.join(os.path.dirname(os.path.dirname(sys.modules["ipykernel"].__file__ or "")), "")
    sys.argv[:] = [launcher + "ipykernel_launcher.py", "-f", connection]
    if hasattr(sys, "orig_argv"):
        sys.orig_argv[:] = [sys.executable, "-m", "ipykernel_launcher", *sys.argv[1:]]
    for name in [name for name in sys.modules if name.partition(".")[0] == (__package__ or "").partition(".")[0]]:
        del sys.modules[name]
    from ipykernel.kernelapp import IPKernelApp

    app: Any = IPKernelApp.instance(**settings)
    app.initialize(sys.argv[1:])
    return app


def run_kernel(app: Any) -> None:
    """Run the application with as many frames below it as in a cold kernel."""
    frame: Any = sys._getframe()
    frames = 0
    while frame is not None:
        frames, frame = frames + 1, frame.f_back
    _deeper(app, _FRAMES_BELOW - frames)


def _deeper(app: Any, frames: int) -> None:
    if frames > 1:
        _deeper(app, frames - 1)
    else:
        app.start()


def _leave_parent(forked: Forked) -> None:
    os.setsid()
    libc = ctypes.CDLL(None)
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != forked.parent:
        os._exit(0)
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    log = os.open(forked.request["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(log, 1)
    os.dup2(log, 2)
    kept = {0, 1, 2, forked.orders, forked.replies}
    for name in os.listdir("/proc/self/fd"):
        if int(name) not in kept:
            try:
                os.close(int(name))
            except OSError:
                # The listing's own.
                continue


def read_order(pipe: int) -> dict[str, Any]:
    """The order that comes through the pipe. Where it ends without one, nobody wants the kernel, and so does this
    process."""
    text = b""
    while block := os.read(pipe, 65536):
        text += block
    os.close(pipe)
    if not text:
        os._exit(0)
    order: dict[str, Any] = json.loads(text)
    return order


def _set_variables(variables: dict[str, str]) -> None:
    for name in set(os.environ) - set(variables):
        del os.environ[name]
    os.environ.update(variables)


def _take_mark(mark: str) -> None:
    """Write the mark over the parent's, of the same length, in the environment that the system shows of this process:
    that is the one it was started with, and by it the processes of a run are known."""
    libc = ctypes.CDLL(None)
    libc.getenv.restype = ctypes.c_void_p
    place = libc.getenv(MARK.encode())
    if place is not None and len(os.environ[MARK]) == len(mark):
        ctypes.memmove(place, mark.encode(), len(mark))

"""The process that kernels are forked from: waits for requests and tells what became of its children.

It is started by `start` with the requests on its standard input and the replies on its standard output, a JSON object a
line. When its input ends, all its children end, and so does it: it can't outlive the lab.

Requests: first ``{"imports": [...]}``, then ``{"fork": {...}}`` (see `kernel.Forked`) and
``{"hand_over": {"id", "folder", "variables"}}``.
Replies: ``{"prepared": {...}}`` or ``{"unfit": sentence}``, ``{"forked": id, "pid": n}``, ``{"waiting": id}`` from the
kernel itself, ``{"ended": id, "code": n}`` with the exit code as `subprocess` writes it.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import sys
from collections.abc import Iterator
from typing import Any

from .kernel import Forked, run_kernel, start_kernel
from .preparation import Unfit, import_kernel, prepare

_CHUNK = 65536


def start(log: str) -> None:
    """Be a parent until the input ends; in a forked process, be a kernel until it is shut down."""
    forked = _Parent(log).serve()
    if forked is not None:
        app = start_kernel(forked)
        # A kernel's frames end in these two, as many as there are in one that was started from a shell.
        run_kernel(app)


class _Parent:
    def __init__(self, log: str) -> None:
        self._requests = os.dup(0)
        self._replies = os.dup(1)
        self._log = os.open(log, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        # What a kernel's input is, too: a pipe that has ended.
        silence, ended = os.pipe()
        os.close(ended)
        os.dup2(silence, 0)
        os.dup2(self._log, 1)
        os.dup2(self._log, 2)
        os.close(silence)
        self._wake, waker = os.pipe()
        for end in (self._wake, waker):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        # The lab's own interrupt from a terminal is not the kernels'.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._children: dict[int, tuple[str, int]] = {}
        """Process -> its id and the pipe for its order; -1 when that was given."""
        self._unread = b""
        self._of_kernel = import_kernel()

    def serve(self) -> Forked | None:
        """``None`` when the input has ended; in a forked process, what it was forked for."""
        lines = self._lines()
        first = next(lines, None)
        if first is None:
            return None
        try:
            prepared = prepare(first["imports"], said=self._said)
        except Unfit as error:
            self._reply({"unfit": str(error)})
            return None
        self._reply({"prepared": vars(prepared)})
        for request in lines:
            if "fork" in request:
                forked = self._fork(request["fork"])
                if forked is not None:
                    return forked
            elif "hand_over" in request:
                self._hand_over(request["hand_over"])
        self._end_all()
        return None

    def _said(self) -> int:
        sys.stdout.flush()
        sys.stderr.flush()
        return os.fstat(self._log).st_size

    def _lines(self) -> Iterator[dict[str, Any]]:
        """The requests; tells of ended children while it waits."""
        while True:
            line, found, rest = self._unread.partition(b"\n")
            if found:
                self._unread = rest
                yield json.loads(line)
                continue
            ready, _, _ = select.select([self._requests, self._wake], [], [])
            if self._wake in ready:
                with contextlib.suppress(BlockingIOError):
                    os.read(self._wake, _CHUNK)
                self._reap()
            if self._requests in ready:
                block = os.read(self._requests, _CHUNK)
                if not block:
                    return
                self._unread += block

    def _fork(self, request: dict[str, Any]) -> Forked | None:
        orders, giving = os.pipe()
        parent = os.getpid()
        child = os.fork()
        if child == 0:
            return Forked(request, parent, self._of_kernel, orders, self._replies)
        os.close(orders)
        self._children[child] = (request["id"], giving)
        self._reply({"forked": request["id"], "pid": child})
        return None

    def _hand_over(self, order: dict[str, Any]) -> None:
        for child, (id, giving) in list(self._children.items()):
            if id == order["id"] and giving >= 0:
                self._children[child] = (id, -1)
                # A kernel that has ended reads no order, and its end is told.
                with contextlib.suppress(OSError), os.fdopen(giving, "wb") as pipe:
                    pipe.write(json.dumps(order).encode())

    def _reap(self) -> None:
        for child in list(self._children):
            try:
                found, status = os.waitpid(child, os.WNOHANG)
            except ChildProcessError:
                found, status = child, 0
            if found:
                id, giving = self._children.pop(child)
                if giving >= 0:
                    os.close(giving)
                self._reply({"ended": id, "code": os.waitstatus_to_exitcode(status)})

    def _end_all(self) -> None:
        for child in self._children:
            with contextlib.suppress(OSError):
                os.killpg(child, signal.SIGKILL)
            with contextlib.suppress(OSError):
                os.kill(child, signal.SIGKILL)
        for child in self._children:
            # Whoever waits for this process may count on it that none is left.
            with contextlib.suppress(ChildProcessError):
                os.waitpid(child, 0)

    def _reply(self, reply: dict[str, Any]) -> None:
        # The lab is gone: the input's end says the same.
        with contextlib.suppress(BrokenPipeError):
            os.write(self._replies, json.dumps(reply).encode() + b"\n")

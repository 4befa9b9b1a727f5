"""Cuts a forked child off from what it shares with the session: connections, open files, memory, outputs."""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import gc
import io
import mmap
import os
import stat
import sys
import tempfile
from collections.abc import Iterator, MutableMapping
from typing import Any

from .limits import system

_SHARED_BYTES = 64 * 1024 * 1024
"""The most shared memory that is copied to make it private."""
_GRAPHICS = ("/dev/nvidia", "/dev/dri/", "/dev/kfd")


class CannotIsolate(Exception):
    """Something is shared that can't be made private; the text says what."""


def isolate(keep: int, scratch: str, shell: Any, maps: list[bytes]) -> set[int]:
    """Cut this child off. ``keep`` is the descriptor of its report, ``maps`` the lines of its memory map.

    Gives the descriptors of files that an earlier cell opened for writing: what is written to them now is refused.
    Raises `CannotIsolate`.
    """
    gc.freeze()
    writable = _separate_descriptors(keep)
    _separate_memory(maps)
    _silence(shell)
    sys.dont_write_bytecode = True
    os.environ["TMPDIR"] = scratch
    tempfile.tempdir = scratch
    shell.db = _Kept(shell)
    return writable


def _separate_descriptors(keep: int) -> set[int]:
    nowhere = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    writable = set()
    try:
        for name in os.listdir("/proc/self/fd"):
            number = int(name)
            if number in (keep, nowhere):
                continue
            try:
                kind = os.fstat(number).st_mode
            except OSError:
                # The listing's own.
                continue
            if stat.S_ISREG(kind):
                if _reopened(number, nowhere):
                    writable.add(number)
            elif stat.S_ISCHR(kind):
                path = os.readlink(f"/proc/self/fd/{number}")
                if path.startswith(_GRAPHICS):
                    raise CannotIsolate("the graphics processor is in use, which no trial can share")
                if number <= 2 or os.isatty(number):
                    os.dup2(nowhere, number)
            elif not stat.S_ISDIR(kind):
                os.dup2(nowhere, number)
        for number in (0, 1, 2):
            os.dup2(nowhere, number)
    finally:
        os.close(nowhere)
    return writable - {0, 1, 2}


def _reopened(number: int, nowhere: int) -> bool:
    """Give an open file a position of its own, for reading only; whether it could be written before."""
    flags = fcntl.fcntl(number, fcntl.F_GETFL)
    writes = flags & os.O_ACCMODE != os.O_RDONLY
    try:
        at = os.lseek(number, 0, os.SEEK_CUR)
        own = os.open(f"/proc/self/fd/{number}", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        os.dup2(nowhere, number)
        return writes
    os.lseek(own, at, os.SEEK_SET)
    os.dup2(own, number)
    os.close(own)
    return writes


def memory_map() -> list[bytes]:
    """What is mapped into this process, a line each; read once, as it takes a moment in a large one."""
    with open("/proc/self/maps", "rb") as file:
        return file.read().split(b"\n")


def _separate_memory(maps: list[bytes]) -> None:
    """Replace shared writable mappings by private copies: mapped files, shared arrays, semaphores of processes."""
    shared = [line for line in maps if b" rw-s " in line]
    copied = 0
    libc = system()
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, *(ctypes.c_int,) * 3, ctypes.c_long)
    private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x10  # MAP_FIXED
    for line in shared:
        place = line.split(b" ", 1)[0]
        start, end = (int(part, 16) for part in place.split(b"-"))
        copied += end - start
        if copied > _SHARED_BYTES:
            raise CannotIsolate("much memory is shared with a file or another process")
        content = ctypes.string_at(start, end - start)
        if libc.mmap(start, end - start, mmap.PROT_READ | mmap.PROT_WRITE, private, -1, 0) != start:
            raise CannotIsolate("memory is shared with a file or another process")
        ctypes.memmove(start, content, end - start)


class _Kept(MutableMapping[str, Any]):
    """What the shell keeps for later sessions, in files. The folders that were visited are none of a cell's business;
    all else is read and written as ever, which the guard sees."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._real = vars(shell).get("_db", vars(shell).get("db"))

    def _files(self) -> Any:
        if self._real is None:
            # Made at its first use, with its folder.
            self._shell.db = None
            self._real, self._shell.db = self._shell.db, self
        return self._real

    def __getitem__(self, key: str) -> Any:
        return self._files()[key]

    def __setitem__(self, key: str, value: Any) -> None:
        if key != "dhist":
            self._files()[key] = value

    def __delitem__(self, key: str) -> None:
        del self._files()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._files())

    def __len__(self) -> int:
        return len(self._files())

    def __getattribute__(self, name: str) -> Any:
        # Its keys can be asked for by a pattern.
        return self._files().keys if name == "keys" else super().__getattribute__(name)


class _Nowhere(io.TextIOBase):
    """A stream that takes everything and keeps nothing."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        return len(text)

    def writable(self) -> bool:
        return True


def _silence(shell: Any) -> None:
    kernel = getattr(shell, "kernel", None)
    streams = {sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__}
    for owner in (kernel, shell):
        session = getattr(owner, "session", None) or getattr(getattr(owner, "display_pub", None), "session", None)
        if session is not None:
            session.send = _send_nothing
    for stream in streams:
        # Handlers of logs and progress bars may hold the old streams.
        with contextlib.suppress(Exception):
            stream.write = _written  # type: ignore[union-attr,method-assign]
            stream.flush = _send_nothing  # type: ignore[union-attr,method-assign]
    sys.stdout = sys.stderr = _Nowhere()
    if kernel is not None:
        with contextlib.suppress(Exception):
            kernel.iopub_thread.schedule = _send_nothing


def _send_nothing(*_arguments: Any, **_named: Any) -> None:
    return None


def _written(text: str) -> int:
    return len(text)

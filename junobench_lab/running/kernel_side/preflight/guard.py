"""Ends a trial on the spot when its code would do something that can't be taken back."""

from __future__ import annotations

import builtins
import getpass
import os
import sys
from collections.abc import Callable
from typing import Any

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

_PROCESSES = "it starts another program"
_NETWORK = "it uses the network"
_SIGNALS = "it sends a signal to a process"
_ALWAYS = {
    "os.exec": _PROCESSES,
    "os.fork": _PROCESSES,
    "os.forkpty": _PROCESSES,
    "os.posix_spawn": _PROCESSES,
    "os.spawn": _PROCESSES,
    "os.system": _PROCESSES,
    "pty.spawn": _PROCESSES,
    "subprocess.Popen": _PROCESSES,
    "os.kill": _SIGNALS,
    "os.killpg": _SIGNALS,
    "signal.pthread_kill": _SIGNALS,
    "socket.bind": _NETWORK,
    "socket.connect": _NETWORK,
    "socket.getaddrinfo": _NETWORK,
    "socket.gethostbyname": _NETWORK,
    "socket.sendmsg": _NETWORK,
    "socket.sendto": _NETWORK,
    "webbrowser.open": "it opens a browser",
}
_CHANGED_PATHS = {
    "os.chmod": "it changes a file",
    "os.chown": "it changes a file",
    "os.removexattr": "it changes a file",
    "os.setxattr": "it changes a file",
    "os.truncate": "it changes a file",
    "os.utime": "it changes a file",
    "os.remove": "it removes a file",
    "os.rmdir": "it removes a folder",
    "os.rename": "it renames a file",
}
"""Events whose first argument is a path that has to exist; where it doesn't, the call fails and changes nothing."""
_MADE_PATHS = {
    "os.mkdir": (0, "it makes a folder"),
    "os.link": (1, "it makes a file"),
    "os.symlink": (1, "it makes a file"),
}
"""Events with the place of the path that they make; where it exists, or its folder doesn't, the call fails."""

_ONLY_LOOK = ("lscpu",)
"""Programs that change nothing, with which libraries count processors."""
_UNHEARD = (
    ("_posixsubprocess", "fork_exec", _PROCESSES),
    ("_posixshmem", "shm_open", "it makes memory that processes share"),
)
"""Functions of which no event tells: module, name, what they do."""


class Guard:
    """What is refused. In force from `watch` on, in all threads."""

    def __init__(self, scratch: str, refuse: Callable[[str], None]) -> None:
        """``refuse`` reports what would have been done, and doesn't come back."""
        self._scratch = os.path.realpath(scratch)
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
            if module is not None:
                setattr(module, function, self._refusing(what))

    def _refusing(self, what: str) -> Any:
        return lambda *_arguments, **_named: self._refuse(what)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            self._opening(arguments)
        elif event in _ALWAYS:
            if event != "subprocess.Popen" or os.path.basename(_program(arguments)) not in _ONLY_LOOK:
                self._refuse(_ALWAYS[event])
        elif event in _CHANGED_PATHS:
            path = arguments[0]
            if self._is_outside(path) and (isinstance(path, int) or os.path.lexists(path)):
                self._refuse(_CHANGED_PATHS[event])
        elif event in _MADE_PATHS:
            place, what = _MADE_PATHS[event]
            path = arguments[place]
            if self._is_outside(path) and not os.path.lexists(path) and self._has_folder(path):
                self._refuse(what)
        elif event == "sqlite3.connect" and arguments[0] not in (":memory:", b":memory:"):
            self._refuse("it opens a database")

    def _opening(self, arguments: tuple[Any, ...]) -> None:
        path, mode, flags = arguments
        writes = any(letter in mode for letter in "wax+") if isinstance(mode, str) else bool((flags or 0) & _WRITES)
        if not writes or isinstance(path, int) or path is None:
            return
        text = os.fsdecode(path)
        if text != os.devnull and self._is_outside(text) and self._has_folder(text) and not os.path.isdir(text):
            self._refuse("it writes a file")

    def _is_outside(self, path: Any) -> bool:
        if isinstance(path, int):
            return True
        folder = os.path.realpath(os.path.dirname(os.path.abspath(os.fsdecode(path))))
        return folder != self._scratch and not folder.startswith(self._scratch + os.sep)

    def _has_folder(self, path: Any) -> bool:
        return os.path.isdir(os.path.dirname(os.path.abspath(os.fsdecode(path))))


def _program(arguments: tuple[Any, ...]) -> str:
    """The program of a `subprocess.Popen` event."""
    executable, command = arguments[:2]
    first = command[0] if isinstance(command, (list, tuple)) and command else command
    return os.fsdecode(executable or first or "")

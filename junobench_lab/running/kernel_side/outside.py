"""What an audit event of Python does to the world outside of some folders.

Which events there are says Python's library reference ("Audit events table").
"""

from __future__ import annotations

import os
from typing import Any

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

PROCESSES = "it starts another program"
_NETWORK = "it uses the network"
_SIGNALS = "it sends a signal to a process"
_ALWAYS = {
    "os.exec": PROCESSES,
    "os.fork": PROCESSES,
    "os.forkpty": PROCESSES,
    "os.posix_spawn": PROCESSES,
    "os.spawn": PROCESSES,
    "os.system": PROCESSES,
    "pty.spawn": PROCESSES,
    "subprocess.Popen": PROCESSES,
    "os.kill": _SIGNALS,
    "os.killpg": _SIGNALS,
    "resource.prlimit": "it sets a bound of a process",
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


def effect(event: str, arguments: tuple[Any, ...], own: tuple[str, ...]) -> str | None:
    """What an event would change that can't be taken back, in words; ``None`` where that is nothing.

    ``own`` are real paths of folders in which files may be changed. A call that is going to fail changes nothing.
    """
    if event == "open":
        return _opening(arguments, own)
    if event in _ALWAYS:
        looks = event == "subprocess.Popen" and os.path.basename(_program(arguments)) in _ONLY_LOOK
        return None if looks else _ALWAYS[event]
    if event in _CHANGED_PATHS:
        path = arguments[0]
        exists = isinstance(path, int) or os.path.lexists(path)
        return _CHANGED_PATHS[event] if exists and _is_outside(path, own) else None
    if event in _MADE_PATHS:
        place, what = _MADE_PATHS[event]
        path = arguments[place]
        possible = not os.path.lexists(path) and _has_folder(path)
        return what if possible and _is_outside(path, own) else None
    if event == "sqlite3.connect" and arguments[0] not in (":memory:", b":memory:"):
        return "it opens a database"
    return None


def _opening(arguments: tuple[Any, ...], own: tuple[str, ...]) -> str | None:
    path, mode, flags = arguments
    writes = any(letter in mode for letter in "wax+") if isinstance(mode, str) else bool((flags or 0) & _WRITES)
    if not writes or isinstance(path, int) or path is None:
        return None
    text = os.fsdecode(path)
    possible = text != os.devnull and _has_folder(text) and not os.path.isdir(text)
    return "it writes a file" if possible and _is_outside(text, own) else None


def _is_outside(path: Any, own: tuple[str, ...]) -> bool:
    if isinstance(path, int):
        return True
    folder = os.path.realpath(os.path.dirname(os.path.abspath(os.fsdecode(path))))
    return not any(folder == each or folder.startswith(each + os.sep) for each in own)


def _has_folder(path: Any) -> bool:
    return os.path.isdir(os.path.dirname(os.path.abspath(os.fsdecode(path))))


def _program(arguments: tuple[Any, ...]) -> str:
    """The program of a `subprocess.Popen` event."""
    executable, command = arguments[:2]
    first = command[0] if isinstance(command, (list, tuple)) and command else command
    return os.fsdecode(executable or first or "")

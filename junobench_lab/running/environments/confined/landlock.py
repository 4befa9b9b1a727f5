"""Confine this process to some folders with Linux's Landlock, then become another program.

Run as a script with one JSON document (`Bounds`) and the program's command line. Standard library only, as it runs
before any kernel and imports nothing of the package. After the kernel's documentation of Landlock
(https://docs.kernel.org/userspace-api/landlock.html), whose numbers and names it uses.

Whoever is confined can't trace, signal or read the memory of processes outside, and neither can its children.
"""

import ctypes
import json
import os
import sys
from collections.abc import Iterator
from typing import TypedDict

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""Numbers of the system calls, the same on every architecture that Python runs on."""
_VERSION_FLAG = 1
_PATH_BENEATH = 1
_NO_NEW_PRIVILEGES = 38

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_TRUNCATE, _IOCTL_DEVICE = 1 << 14, 1 << 15
_ALL_OF_FIRST_VERSION = (1 << 13) - 1
_REFER = 1 << 13
_CONNECT_TCP = 1 << 1
_SCOPE_ABSTRACT_SOCKETS, _SCOPE_SIGNALS = 1 << 0, 1 << 1

_READ = _EXECUTE | _READ_FILE | _READ_DIR
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEVICE
"""What can be allowed of a file; the rest is about folders."""


class Bounds(TypedDict):
    """What a confined process may reach. Paths are absolute; those that don't exist are passed over."""

    read: list[str]
    """Folders and files that can be read and executed."""
    write: list[str]
    """Those where everything can be done."""
    hidden: list[str]
    """Those within the others where nothing can be done; their names can be seen."""
    network: bool
    """Whether connections over TCP can be made."""


class _Ruleset(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64)]


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("place", ctypes.c_int32)]


def version() -> int:
    """Which version of Landlock this system offers; 0 where it has none, or has it switched off."""
    if not sys.platform.startswith("linux"):
        return 0
    try:
        return max(0, _call(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION_FLAG)))
    except OSError:
        return 0


def confine(bounds: Bounds) -> None:
    """Confine this process for good. Raises `OSError` where the system can't."""
    offered = version()
    if offered < 1:
        raise OSError("this system has no Landlock")
    handled = _ALL_OF_FIRST_VERSION
    handled |= _REFER if offered >= 2 else 0
    handled |= _TRUNCATE if offered >= 3 else 0
    handled |= _IOCTL_DEVICE if offered >= 5 else 0
    rules = _Ruleset(files=handled)
    size = 8
    if offered >= 4:
        size = 16
        rules.network = 0 if bounds["network"] else _CONNECT_TCP
    if offered >= 6:
        size = 24
        rules.scoped = _SCOPE_ABSTRACT_SOCKETS | _SCOPE_SIGNALS
    ruleset = _call(_CREATE_RULESET, ctypes.byref(rules), ctypes.c_size_t(size), ctypes.c_uint32(0))
    try:
        hidden = sorted({os.path.realpath(path) for path in bounds["hidden"]})
        # Without this, a person's folders can't even be walked through by `os.listdir`, which much code does upwards.
        _allow(ruleset, "/", _READ_DIR)
        for paths, rights in ((bounds["read"], _READ), (bounds["write"], handled)):
            for path in paths:
                for allowed in _around(os.path.realpath(path), hidden):
                    _allow(ruleset, allowed, rights & handled)
        if _prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        _call(_RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    finally:
        os.close(ruleset)


def _around(path: str, hidden: list[str]) -> Iterator[str]:
    """The path or, where something below it is hidden, all below it that isn't: rules can only allow."""
    if any(path == each or path.startswith(each.rstrip("/") + "/") for each in hidden):
        return
    if not any(each.startswith(path.rstrip("/") + "/") for each in hidden):
        yield path
        return
    try:
        names = sorted(os.listdir(path))
    except OSError:
        return
    for name in names:
        below = os.path.join(path, name)
        if not os.path.islink(below):
            yield from _around(below, hidden)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        rule = _Beneath(allowed=rights if os.path.isdir(path) else rights & _OF_FILES, place=place)
        if rule.allowed:
            _call(_ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(_PATH_BENEATH), ctypes.byref(rule), ctypes.c_uint32(0))
    finally:
        os.close(place)


def _call(*arguments: object) -> int:
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    number, *rest = arguments
    result: int = library.syscall(ctypes.c_long(int(str(number))), *rest)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def _prctl(*arguments: int) -> int:
    result: int = ctypes.CDLL(None, use_errno=True).prctl(*(ctypes.c_ulong(each) for each in arguments))
    return result


def main() -> None:
    bounds, *command = sys.argv[1:]
    try:
        confine(json.loads(bounds))
        os.execvp(command[0], command)
    except OSError as error:
        sys.exit(f"The kernel couldn't be confined and started: {error}")


if __name__ == "__main__":
    main()

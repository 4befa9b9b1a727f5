"""Linux's Landlock: a process gives up rights to files and networks, for good and for its children, without any rights
or daemon (Linux 5.13 and later). Numbers and names are those of https://docs.kernel.org/userspace-api/landlock.html."""

from __future__ import annotations

import ctypes
import os
import sys
from typing import Any

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""Numbers of the system calls, the same on every architecture that Python runs on."""
_ASK_VERSION = 1
_PATH_BENEATH = 1
_NO_NEW_PRIVILEGES = 38

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
MAKE_AND_REMOVE = sum(1 << bit for bit in range(4, 13))
"""Removing and making files, folders, links, sockets, devices."""
REFER, TRUNCATE, IOCTL_DEVICE = 1 << 13, 1 << 14, 1 << 15
EVERYTHING = EXECUTE | WRITE_FILE | READ_FILE | READ_DIR | MAKE_AND_REMOVE | REFER | TRUNCATE | IOCTL_DEVICE
CONNECT_TCP = 1 << 1
ABSTRACT_SOCKETS, SIGNALS = 1 << 0, 1 << 1

_OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEVICE
"""What can be allowed of a file; the rest is about folders."""
_SINCE = ((REFER, 2), (TRUNCATE, 3), (IOCTL_DEVICE, 5))
"""Rights and the versions from which on Landlock knows them."""
_NETWORK_SINCE, _SCOPES_SINCE = 4, 6


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scopes", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed", ctypes.c_uint64), ("place", ctypes.c_int32))


def version() -> int:
    """Which version this system offers; 0 where it has none, or has it switched off."""
    if not sys.platform.startswith("linux"):
        return 0
    try:
        return _call(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_ASK_VERSION))
    except OSError:
        return 0


class Rules:
    """What is refused from `restrict` on, but where a rule allows it. What the system doesn't know isn't refused."""

    def __init__(self, files: int, network: int = 0, scopes: int = 0) -> None:
        """Rights that are refused. Raises `OSError` where the system has no Landlock."""
        offered = version()
        if offered < 1:
            raise OSError("This system has no Landlock.")
        for right, first in _SINCE:
            files &= ~right if offered < first else EVERYTHING
        self._files = files
        sizes = 3 if offered >= _SCOPES_SINCE else 2 if offered >= _NETWORK_SINCE else 1
        asked = _Ruleset(files, network if sizes > 1 else 0, scopes if sizes > 2 else 0)
        size = ctypes.c_size_t(sizes * ctypes.sizeof(ctypes.c_uint64))
        self._handle = _call(_CREATE_RULESET, ctypes.byref(asked), size, ctypes.c_uint32(0))

    def __enter__(self) -> Rules:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._handle)

    def allow(self, path: str, rights: int = EVERYTHING) -> None:
        """In a file, or in a folder and all below it; one that can't be opened is passed over."""
        try:
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            return
        try:
            rights &= self._files if os.path.isdir(path) else self._files & _OF_FILES
            if rights:
                rule = ctypes.byref(_Beneath(rights, place))
                _call(_ADD_RULE, ctypes.c_int(self._handle), ctypes.c_int(_PATH_BENEATH), rule, ctypes.c_uint32(0))
        finally:
            os.close(place)

    def restrict(self) -> None:
        """It can't be undone in this process. Raises `OSError` where the system won't have it."""
        if _library().prctl(*(ctypes.c_ulong(each) for each in (_NO_NEW_PRIVILEGES, 1, 0, 0, 0))) != 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        _call(_RESTRICT_SELF, ctypes.c_int(self._handle), ctypes.c_uint32(0))


def _library() -> Any:
    return ctypes.CDLL(None, use_errno=True)


def _call(number: int, *arguments: object) -> int:
    call = _library().syscall
    call.restype = ctypes.c_long
    result: int = call(ctypes.c_long(number), *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result

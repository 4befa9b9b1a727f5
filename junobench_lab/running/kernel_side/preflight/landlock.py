"""Linux's Landlock: the system refuses this process to change files outside of one folder (Linux 5.13 and later)."""

from __future__ import annotations

import ctypes
import os

from .limits import system

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_NO_NEW_PRIVILEGES = 38
_PATH_BENEATH = 1
_ASK_VERSION = 1
_SEMAPHORES = "/dev/shm"
"""Where the locks of pools, also of pools of threads, are made and at once unlinked."""
_WRITE_FILE = 1 << 1
_CHANGES = _WRITE_FILE | sum(1 << bit for bit in range(4, 13))
"""Removing and making files, folders, links, sockets, devices (version 1)."""
_REFER = (2, 1 << 13)
_TRUNCATE = (3, 1 << 14)
"""First version that knows them -> the right."""


class _Ruleset(ctypes.Structure):
    _fields_ = (("handled_access_fs", ctypes.c_uint64),)


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed_access", ctypes.c_uint64), ("parent_fd", ctypes.c_int32))


def refuse_changes_outside(folder: str) -> bool:
    """Whether the system now refuses changes of files outside of ``folder``; it can't be undone in this process."""
    call = system().syscall
    version = call(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_ASK_VERSION))
    if version < 1:
        return False
    rights = _CHANGES
    for first, right in (_REFER, _TRUNCATE):
        rights |= right if version >= first else 0
    ruleset = _Ruleset(rights)
    rules = call(_CREATE_RULESET, ctypes.byref(ruleset), ctypes.c_size_t(ctypes.sizeof(ruleset)), ctypes.c_uint32(0))
    if rules < 0:
        return False
    try:
        _allow(call, rules, folder, rights)
        if os.path.isdir(_SEMAPHORES):
            _allow(call, rules, _SEMAPHORES, rights)
        _allow(call, rules, os.devnull, rights & (_WRITE_FILE | _TRUNCATE[1]))
        system().prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        return bool(call(_RESTRICT_SELF, rules, ctypes.c_uint32(0)) == 0)
    finally:
        os.close(rules)


def _allow(call: ctypes._NamedFuncPointer, rules: int, path: str, rights: int) -> None:
    handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rule = _PathBeneath(rights, handle)
        call(_ADD_RULE, rules, _PATH_BENEATH, ctypes.byref(rule), ctypes.c_uint32(0))
    finally:
        os.close(handle)

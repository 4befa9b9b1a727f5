"""Confine this process to some folders, then become another program.

Run in a process of its own with one JSON document (`Bounds`) and the program's command line. Whoever is confined can't
trace, signal or read the memory of processes outside, and neither can its children.
"""

import json
import os
import sys
from collections.abc import Iterator
from typing import TypedDict

from ...kernel_side.landlock import (
    ABSTRACT_SOCKETS,
    CONNECT_TCP,
    EVERYTHING,
    EXECUTE,
    READ_DIR,
    READ_FILE,
    SIGNALS,
    Rules,
)


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


def confine(bounds: Bounds) -> None:
    """Confine this process for good. Raises `OSError` where the system can't."""
    with Rules(EVERYTHING, 0 if bounds["network"] else CONNECT_TCP, ABSTRACT_SOCKETS | SIGNALS) as rules:
        hidden = sorted({os.path.realpath(path) for path in bounds["hidden"]})
        # Without this, a person's folders can't even be walked through by `os.listdir`, which much code does upwards.
        rules.allow("/", READ_DIR)
        for paths, rights in ((bounds["read"], EXECUTE | READ_FILE | READ_DIR), (bounds["write"], EVERYTHING)):
            for path in paths:
                for allowed in _around(os.path.realpath(path), hidden):
                    rules.allow(allowed, rights)
        rules.restrict()


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


def main() -> None:
    bounds, *command = sys.argv[1:]
    try:
        confine(json.loads(bounds))
        os.execvp(command[0], command)
    except OSError as error:
        sys.exit(f"The kernel couldn't be confined and started: {error}")

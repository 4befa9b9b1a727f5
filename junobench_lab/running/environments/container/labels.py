"""Labels of our containers: whose they are, and whether that process still lives."""

import os
import platform
from functools import lru_cache
from pathlib import Path

import psutil

OURS = "junobench-lab"
OWNER = "junobench-lab.owner"
"""The process that started it: machine, process space, id and start time, so that no other is taken for it."""
SUBJECT = "junobench-lab.subject"
"""The instance or notebook folder."""
FOLDER = "junobench-lab.folder"
"""The temporary folder that belongs to it."""


def labels(subject: str, folder: Path) -> dict[str, str]:
    return {OURS: "1", OWNER: owner(), SUBJECT: subject, FOLDER: str(folder)}


@lru_cache(maxsize=1)
def _place() -> str:
    try:
        space = os.readlink("/proc/self/ns/pid")
    except OSError:
        space = ""
    return f"{platform.node()}|{space}"


def owner() -> str:
    """This process."""
    return f"{_place()}|{os.getpid()}|{psutil.Process().create_time():.2f}"


def owner_is_gone(name: str) -> bool:
    """Whether the process has ended for certain; of one on another machine that can't be told from here."""
    place, _, began = name.rpartition("|")
    place, _, pid = place.rpartition("|")
    if place != _place():
        return False
    try:
        return abs(psutil.Process(int(pid)).create_time() - float(began)) > 1.0
    except psutil.NoSuchProcess:
        return True
    except (psutil.Error, ValueError):
        return False

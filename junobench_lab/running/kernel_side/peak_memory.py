"""How much memory this kernel has held at most, with the processes that it has started."""

from __future__ import annotations

import json
import os


def high_water(pid: str) -> int:
    """Bytes of resident memory, from VmHWM in proc(5): unlike getrusage it knows nothing of the process that started
    this one."""
    with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as lines:
        return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:")), 0)


def family(pid: str) -> list[str]:
    """A process and all that descend from it and still live."""
    found = [pid]
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as children:
            for child in children.read().split():
                found += family(child)
    return found


def largest_ended_child() -> int:
    import resource

    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024


def answer() -> str:
    """JSON: bytes, or null on a system that doesn't tell."""
    try:
        held = sum(high_water(pid) for pid in family(str(os.getpid())))
        return json.dumps(held + largest_ended_child())
    except (OSError, ImportError):
        return json.dumps(None)

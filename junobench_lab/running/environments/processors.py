"""How many processors this process may use."""

import os


def processors() -> int:
    """Those of the machine, less those that the system keeps from this process; at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1

"""Memory of kernels that are kept ready: ``python -m benchmarks.kernels_kept_ready`` prints JSON, in bytes.

Goal: 8 of them hold 400 MB beyond what the process holds that they are forked from. Pages that several share count once
(proportional set size).
"""

import json
import sys
import time
from typing import Any

import psutil

from junobench_lab.running.environments.warm.pool import WarmPool

from .measured import spread

KERNELS = 8
GOALS = {"bytes_beyond_the_parent": 400_000_000}
_BOUND = 120.0


def main() -> None:
    json.dump(measure(5), sys.stdout, indent=2)
    print()


def measure(times: int) -> dict[str, Any]:
    alone, beyond = zip(*(_once() for _ in range(times)), strict=True)
    return {
        "kernels": KERNELS,
        "parent": spread(alone),
        "bytes_beyond_the_parent": spread(beyond),
        "goals": GOALS,
    }


def _once() -> tuple[float, float]:
    """What a parent holds before it has forked, and what all hold together beyond that."""
    pool = WarmPool(ahead=0)
    try:
        pool.wait_until_prepared(_BOUND)
        parent = pool.parent_pid
        if parent is None:
            raise SystemExit("No kernel can be forked here.")
        alone = _held(parent)
        pool.keep(KERNELS)
        deadline = time.monotonic() + _BOUND
        while len(pool.waiting()) < KERNELS:
            if time.monotonic() > deadline:
                raise SystemExit("The kernels were not ready in time.")
            time.sleep(0.1)
        return alone, _held(parent) + sum(map(_held, pool.waiting())) - alone
    finally:
        pool.close()


def _held(pid: int) -> float:
    return float(psutil.Process(pid).memory_full_info().pss)


if __name__ == "__main__":
    main()

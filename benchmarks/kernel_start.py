"""How long a kernel takes to be ready in a container: ``python -m benchmarks.kernel_start`` prints JSON, in seconds.

Goal: a median of 0.7 s, and at most 1.4 times that of a local kernel, which is started in turns with it. Ready means
what a run means by it: the input is copied, the kernel answers, and it is pinned. ``--image`` names another image than
the settings do; a ratio says most where the image has the Python and the packages of this environment.
"""

import argparse
import asyncio
import json
import platform
import statistics
import sys
import tempfile
from pathlib import Path

from junobench_lab.running.environments.base import KernelEnvironment
from junobench_lab.running.environments.container.environment import ContainerEnvironment
from junobench_lab.running.environments.container.settings import load_settings
from junobench_lab.running.environments.local import LocalEnvironment
from junobench_lab.running.models import Ended, KernelReady, Limits, Plan, Step
from junobench_lab.running.runner import run_plan

TIMES = 20
GOALS = {"median": 0.7, "ratio": 1.4}

_PLAN = Plan(steps=[Step(index=0, cell=0, source="1 + 1")])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--image", help="image of the container; default: the one that the settings name")
    parser.add_argument("--times", type=int, default=TIMES)
    asked = parser.parse_args()
    settings = load_settings(**({"image": asked.image} if asked.image else {}))
    local, container = asyncio.run(_in_turns(LocalEnvironment(), ContainerEnvironment(settings), asked.times))
    found = {"local": _figures(local), "container": _figures(container)}
    ratio = found["container"]["median"] / found["local"]["median"]
    report = {
        "machine": {"python": platform.python_version(), "platform": platform.platform()},
        "image": settings.image,
        "starts": asked.times,
        "seconds": found,
        "ratio": round(ratio, 2),
        "goals": GOALS,
        "reached": {"median": found["container"]["median"] <= GOALS["median"], "ratio": ratio <= GOALS["ratio"]},
    }
    json.dump(report, sys.stdout, indent=2)
    print()


async def _in_turns(
    local: KernelEnvironment, container: KernelEnvironment, times: int
) -> tuple[list[float], list[float]]:
    """The seconds of each start; the first of both isn't counted, as it finds out what holds for all that follow."""
    taken: tuple[list[float], list[float]] = ([], [])
    with tempfile.TemporaryDirectory() as name:
        for _ in range(times + 1):
            for seconds, environment in zip(taken, (local, container), strict=True):
                seconds.append(await _start(environment, Path(name)))
    return taken[0][1:], taken[1][1:]


async def _start(environment: KernelEnvironment, folder: Path) -> float:
    ready = None
    async for event in run_plan(_PLAN, folder=folder, files=[], environment=environment, limits=Limits()):
        if isinstance(event, KernelReady):
            ready = event.at
        elif isinstance(event, Ended) and event.reason != "finished":
            raise SystemExit(event.detail)
    assert ready is not None
    return ready


def _figures(seconds: list[float]) -> dict[str, float]:
    return {
        "median": round(statistics.median(seconds), 3),
        "fastest": round(min(seconds), 3),
        "slowest": round(max(seconds), 3),
    }


if __name__ == "__main__":
    main()

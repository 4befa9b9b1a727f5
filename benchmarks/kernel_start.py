"""How long a kernel takes to be ready: ``python -m benchmarks.kernel_start`` prints JSON, in seconds.

A local kernel, a warm one (forked from a process that has the usual imports), one in a container, and one in a
container that was started ahead are started in turns. Goal in a container: a median of 0.7 s, and at most 1.4 times
that of a local kernel. Ready means what a run means by it: the input is copied, the kernel answers, and it is pinned.
``--image`` names another image than the settings do; a ratio says most where the image has the Python and the
packages of this environment. Where no container can be had, the report says why, and measures the others.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from junobench_lab.errors import EnvironmentUnavailable, LabError
from junobench_lab.running.environments.base import KernelEnvironment
from junobench_lab.running.environments.container.environment import ContainerEnvironment
from junobench_lab.running.environments.container.settings import ContainerSettings, load_settings
from junobench_lab.running.environments.container.waiting_pool import WaitingContainers
from junobench_lab.running.environments.local import LocalEnvironment
from junobench_lab.running.environments.warm.environment import WarmEnvironment
from junobench_lab.running.environments.warm.pool import WarmPool, shared_pool
from junobench_lab.running.models import Ended, KernelReady, Limits, Plan, Step
from junobench_lab.running.runner import run_plan

from .measured import spread

TIMES = 20
GOALS = {"median": 0.7, "ratio": 1.4}

_BOUND = 120.0
_PLAN = Plan(steps=[Step(index=0, cell=0, source="1 + 1")])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--image", help="image of the container; default: the one that the settings name")
    parser.add_argument("--times", type=int, default=TIMES)
    asked = parser.parse_args()
    settings = load_settings(**({"image": asked.image} if asked.image else {}))
    pool, ahead = shared_pool(), WaitingContainers(settings=settings)
    environments: dict[str, KernelEnvironment] = {"local": LocalEnvironment()}
    try:
        prepared = pool.wait_until_prepared(_BOUND)
        if not isinstance(prepared, str):
            environments["warm"] = WarmEnvironment(pool, patient=True)
        seconds, lacking = asyncio.run(_measured(environments, _Containers(settings, ahead), asked.times, pool))
    finally:
        pool.close()
        ahead.close()
    found: dict[str, Any] = {name: spread(taken) for name, taken in seconds.items()}
    if isinstance(prepared, str):
        found["warm"] = {"not_measured": prepared}
    report = {"image": settings.image, "starts": asked.times, "goals": GOALS, "seconds": found}
    if lacking is None:
        report["ratio"] = spread(
            [one / other for one, other in zip(seconds["container"], seconds["local"], strict=True)]
        )
    else:
        found["container"] = found["ahead"] = report["ratio"] = {"not_measured": lacking}
    json.dump(report, sys.stdout, indent=2)
    print()


async def _measured(
    environments: Mapping[str, KernelEnvironment], containers: "_Containers", times: int, pool: WarmPool
) -> tuple[dict[str, list[float]], str | None]:
    """The seconds of each start, and why none was in a container.

    The first of each isn't counted, as it finds out what holds for all that follow.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lacking = None
        try:
            await _start(containers.new, folder)
            environments = {**environments, "container": containers.new, "ahead": containers.ahead}
        except LabError as error:
            lacking = str(error)
        for environment in environments.values():
            await _start(environment, folder)
        taken: dict[str, list[float]] = {each: [] for each in environments}
        for _ in range(times):
            # Both at once and before all, so that nothing is prepared beside what is measured.
            if "ahead" in environments:
                await asyncio.to_thread(_await_waiting, containers.one_waits)
            if "warm" in environments:
                await asyncio.to_thread(_await_waiting, lambda: bool(pool.waiting()))
            for each, environment in environments.items():
                taken[each].append(await _start(environment, folder))
    return taken, lacking


async def _start(environment: KernelEnvironment, folder: Path) -> float:
    ready = None
    async for event in run_plan(_PLAN, folder=folder, files=[], environment=environment, limits=Limits()):
        if isinstance(event, KernelReady):
            ready = event.at
        elif isinstance(event, Ended) and event.reason != "finished":
            raise EnvironmentUnavailable(event.detail)
    assert ready is not None, "A run that finishes had a kernel."
    return ready


class _Containers:
    """Both ways to a kernel in a container."""

    def __init__(self, settings: ContainerSettings, pool: WaitingContainers) -> None:
        self.new = ContainerEnvironment(settings)
        self.ahead = ContainerEnvironment(settings, waiting=pool)
        self._pool = pool

    def one_waits(self) -> bool:
        self._pool.prepare()
        return bool(self._pool.waiting)


def _await_waiting(one_waits: Callable[[], bool]) -> None:
    """A lab at rest has kernels that wait."""
    deadline = time.monotonic() + _BOUND
    while not one_waits():
        if time.monotonic() > deadline:
            raise SystemExit("No kernel was ready in time.")
        time.sleep(0.05)


if __name__ == "__main__":
    main()

"""What containers leave behind, cancelled or killed: ``python -m benchmarks.container_leftovers`` prints JSON.

200 runs are started, 50 of them cancelled at random moments; then a process is killed in the middle of 20 runs, and a
server is started. Goal: nothing is left, in the second case 5 s after the start. Folders and containers are counted
that are ours; ``--image`` names another image than the settings do.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from junobench_lab.running.environments.base import KernelEnvironment
from junobench_lab.running.environments.container.engine import engine
from junobench_lab.running.environments.container.environment import ContainerEnvironment
from junobench_lab.running.environments.container.labels import OURS
from junobench_lab.running.environments.container.settings import ContainerSettings, load_settings
from junobench_lab.running.models import Limits, Plan, Step
from junobench_lab.running.runner import run_plan

STARTS, CANCELLED, KILLED = 200, 50, 20
GOALS = {"left": 0, "seconds_until_clean": 5.0}

_AT_A_TIME = 4
_LATEST = 2.5
"""Seconds after which a run is cancelled at the latest; by then it has ended by itself on a quick machine."""
_BOUND = 120.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--image", help="image of the container; default: the one that the settings name")
    parser.add_argument("--starts", type=int, default=STARTS)
    parser.add_argument("--cancelled", type=int, default=CANCELLED)
    asked = parser.parse_args()
    settings = load_settings(**({"image": asked.image} if asked.image else {}))
    with tempfile.TemporaryDirectory(prefix="jt-") as name:
        folder = Path(name)
        tempfile.tempdir = name
        began = time.monotonic()
        asyncio.run(start_and_cancel(ContainerEnvironment(settings), asked.starts, asked.cancelled))
        seconds = round(time.monotonic() - began, 1)
        left = what_is_left(folder)
        killed = _killed(settings, folder)
    report = {
        "image": settings.image,
        "cancelled": {"starts": asked.starts, "cancelled": asked.cancelled, "seconds": seconds, "left": left},
        "killed": killed,
        "goals": GOALS,
        "reached": {"cancelled": not any(left.values()), "killed": killed["seconds_until_clean"] <= 5.0},
    }
    json.dump(report, sys.stdout, indent=2)
    print()


async def start_and_cancel(environment: KernelEnvironment, starts: int, cancelled: int, seed: int = 7) -> None:
    """Start runs, a few at a time, and cancel some at random moments: half of them as a person does, half by ending the
    task that carries them out."""
    chance = random.Random(seed)
    unwanted = set(chance.sample(range(starts), cancelled))
    turns = asyncio.Semaphore(_AT_A_TIME)

    async def one(number: int) -> None:
        cancel = asyncio.Event()
        async with turns:
            running = asyncio.create_task(_run(environment, "1 + 1", cancel))
            if number in unwanted:
                await asyncio.wait({running}, timeout=chance.uniform(0.0, _LATEST))
                cancel.set() if chance.random() < 0.5 else running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    await asyncio.gather(*map(one, range(starts)))


def what_is_left(folder: Path) -> dict[str, int]:
    """Containers and volumes of the daemon that are ours, folders of runs, and sockets below ``folder``."""

    def ask(client: Any) -> dict[str, int]:
        return {
            "containers": len(client.api.containers(all=True, filters={"label": OURS})),
            "volumes": len(client.api.volumes().get("Volumes") or ()),
        }

    files = [Path(place) / name for place, folders, files in os.walk(folder) for name in (*folders, *files)]
    return {
        **engine().call_now(ask),
        "folders": sum(file.name.startswith("jbl-") for file in files),
        "sockets": sum(file.is_socket() for file in files),
    }


def victim(settings: ContainerSettings, folder: Path, runs: int) -> "subprocess.Popen[bytes]":
    """A process in which so many runs go on, with their copies in ``folder``, until it is killed."""
    return subprocess.Popen(
        [sys.executable, "-c", "from benchmarks.container_leftovers import run_until_killed; run_until_killed()",
         settings.model_dump_json(), str(folder), str(runs)],
        cwd=Path(__file__).parents[1],
    )  # fmt: skip


def run_until_killed() -> None:
    environment = ContainerEnvironment(ContainerSettings.model_validate_json(sys.argv[1]))
    tempfile.tempdir = sys.argv[2]

    async def all_of_them() -> None:
        runs = (_run(environment, "import time; time.sleep(600)", asyncio.Event()) for _ in range(int(sys.argv[3])))
        await asyncio.gather(*runs)

    asyncio.run(all_of_them())


def server(folder: Path) -> "subprocess.Popen[bytes]":
    """A Jupyter server with the extension, on a port of its own, with its temporary files in ``folder``."""
    return subprocess.Popen(
        [sys.executable, "-m", "jupyter_server", "--port=0", "--no-browser", "--ServerApp.allow_root=True",
         "--ServerApp.ip=127.0.0.1", f"--ServerApp.root_dir={folder}",
         "--ServerApp.jpserver_extensions={'junobench_lab': True}"],
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": str(folder)},
    )  # fmt: skip


def _killed(settings: ContainerSettings, folder: Path) -> dict[str, Any]:
    process = victim(settings, folder, KILLED)
    # In the middle: some work, some are being made.
    _wait(lambda: what_is_left(folder)["containers"] >= KILLED // 2)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = what_is_left(folder)
    began = time.monotonic()
    next_one = server(folder)
    try:
        _wait(lambda: not any(what_is_left(folder).values()))
        seconds = time.monotonic() - began
    finally:
        next_one.terminate()
        next_one.wait(30)
    return {"runs": KILLED, "left_by_the_kill": before, "seconds_until_clean": round(seconds, 1)}


def _wait(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _BOUND
    while not holds():
        if time.monotonic() > deadline:
            raise SystemExit("It takes too long.")
        time.sleep(0.1)


async def _run(environment: KernelEnvironment, source: str, cancel: asyncio.Event) -> None:
    plan = Plan(steps=[Step(index=0, cell=0, source=source)])
    folder = Path(tempfile.gettempdir())
    async for _ in run_plan(plan, folder=folder, files=[], environment=environment, limits=Limits(), cancel=cancel):
        pass


if __name__ == "__main__":
    main()

"""Nothing outlives what it belongs to: cancelled starts, killed processes, stopped servers."""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys

import pytest

from junobench_lab.running.environments.container.labels import owner, owner_is_gone
from junobench_lab.running.environments.container.notes import notes
from junobench_lab.running.environments.container.reaper import reap, something_left
from junobench_lab.running.workspace import Workspace

from ..running.runs import wait_until
from .conftest import docker

RUNS = """
import asyncio, sys, tempfile
from pathlib import Path
from junobench_lab.running.environments.container.environment import ContainerEnvironment
from junobench_lab.running.environments.container.settings import ContainerSettings
from junobench_lab.running.models import Limits, Plan, Step
from junobench_lab.running.runner import run_plan

environment = ContainerEnvironment(ContainerSettings.model_validate_json(sys.argv[1]))
tempfile.tempdir = sys.argv[2]

async def run():
    plan = Plan(steps=[Step(index=0, cell=0, source="import time; time.sleep(60)")])
    async for _ in run_plan(plan, folder=Path(sys.argv[2]), files=[], environment=environment, limits=Limits()):
        pass

async def main():
    await asyncio.gather(*(run() for _ in range(4)))

asyncio.run(main())
"""


@pytest.fixture
def killed(daemon, settings, tmp_path):
    """A process was killed in the middle of four runs; gives the folder of their copies."""
    process = subprocess.Popen([sys.executable, "-c", RUNS, settings.model_dump_json(), str(tmp_path)])
    try:
        wait_until(lambda: len(docker("ps", "--quiet").split()) == 4)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert len(docker("ps", "--quiet").split()) == 4
    yield tmp_path


def test_starts_that_are_cancelled_at_any_moment_leave_nothing(environment, settings):
    chance = random.Random(7)

    async def start(cancel_after: float | None) -> None:
        workspace = Workspace("case")
        launch = asyncio.ensure_future(environment.launch(workspace))
        if cancel_after is not None:
            await asyncio.sleep(cancel_after)
            launch.cancel()
        try:
            kernel = await launch
        except asyncio.CancelledError:
            pass
        else:
            await kernel.close()
        await workspace.remove()

    async def all_of_them() -> None:
        turns = asyncio.Semaphore(4)

        async def one(number: int) -> None:
            async with turns:
                await start(chance.uniform(0.0, 0.5) if number % 2 else None)

        await asyncio.gather(*(one(number) for number in range(16)))

    asyncio.run(all_of_them())
    assert docker("ps", "--all", "--quiet") == ""


def test_what_a_killed_process_left_is_removed_by_the_next(killed):
    assert something_left()
    assert asyncio.run(reap()) == 4
    assert docker("ps", "--all", "--quiet") == ""
    assert list(killed.glob("jbl-*")) == []
    assert not something_left()


def test_doctor_removes_it_on_request(killed):
    done = subprocess.run(
        [sys.executable, "-m", "junobench_lab.cli", "doctor", "--clean", "--json"], capture_output=True, text=True
    )
    assert "Removed 4" in json.loads(done.stdout)["checks"][0]["message"]
    assert docker("ps", "--all", "--quiet") == ""


def test_a_new_server_removes_it_by_itself(killed, tmp_path):
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyter_server", "--port=0", "--no-browser", "--ServerApp.allow_root=True",
         "--ServerApp.ip=127.0.0.1", f"--ServerApp.root_dir={tmp_path}",
         "--ServerApp.jpserver_extensions={'junobench_lab': True}"],
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        wait_until(lambda: docker("ps", "--all", "--quiet") == "")
    finally:
        server.terminate()
        server.wait(30)


def test_what_a_living_process_has_stays(environment):
    async def session() -> int:
        workspace = Workspace("case")
        kernel = await environment.launch(workspace)
        removed = await reap()
        alive = await kernel.exited() is None
        await kernel.close()
        await workspace.remove()
        assert alive
        return removed

    assert asyncio.run(session()) == 0


def test_an_owner_is_gone_when_its_process_is_and_unknown_on_another_machine():
    place, _, _ = owner().rsplit("|", 2)
    assert not owner_is_gone(owner())
    assert owner_is_gone(f"{place}|{os.getpid()}|1.00")
    assert not owner_is_gone(f"elsewhere|pid:[1]|{os.getpid()}|1.00")
    assert not owner_is_gone("nonsense")


def test_without_a_note_docker_is_not_asked(monkeypatch, tmp_path):
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path))
    assert notes() == []
    assert not something_left()

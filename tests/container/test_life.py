"""Nothing outlives what it belongs to: cancelled starts, killed processes, stopped servers."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from benchmarks.container_leftovers import server, start_and_cancel, victim, what_is_left
from junobench_lab.running.environments.container.labels import owner, owner_is_gone
from junobench_lab.running.environments.container.notes import notes
from junobench_lab.running.environments.container.reaper import reap, something_left
from junobench_lab.running.workspace import Workspace

from ..running.runs import wait_until
from .conftest import docker

RUNS = 20


@pytest.fixture
def copies(monkeypatch):
    """The folder for temporary folders, of this process and of those that it starts."""
    with tempfile.TemporaryDirectory(prefix="jt-") as name:
        monkeypatch.setattr(tempfile, "tempdir", name)
        monkeypatch.setenv("TMPDIR", name)
        yield Path(name)


@pytest.fixture
def killed(daemon, settings, copies):
    """A process was killed in the middle of its runs, when some worked and some were being started."""
    process = victim(settings, copies, RUNS)
    try:
        wait_until(lambda: len(docker("ps", "--quiet").split()) >= RUNS // 2)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert what_is_left(copies)["containers"] >= RUNS // 2


def test_runs_that_are_cancelled_at_any_moment_leave_nothing(environment, copies):
    asyncio.run(start_and_cancel(environment, starts=20, cancelled=10))
    assert not any(what_is_left(copies).values())


@pytest.mark.usefixtures("killed")
def test_what_a_killed_process_left_is_removed_by_the_next(copies):
    assert something_left()
    assert asyncio.run(reap()) >= RUNS // 2
    assert not any(what_is_left(copies).values())
    assert not something_left()


@pytest.mark.usefixtures("killed")
def test_doctor_removes_it_on_request(copies):
    done = subprocess.run(
        [sys.executable, "-m", "junobench_lab.cli", "doctor", "--clean", "--json"], capture_output=True, text=True
    )
    assert json.loads(done.stdout)["checks"][0]["message"].startswith("Removed")
    assert not any(what_is_left(copies).values())


@pytest.mark.usefixtures("killed")
def test_a_new_server_removes_it_by_itself(copies):
    next_one = server(copies)
    try:
        wait_until(lambda: not any(what_is_left(copies).values()))
    finally:
        next_one.terminate()
        next_one.wait(30)


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

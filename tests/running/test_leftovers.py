"""Temporary folders of runs whose process was killed."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from junobench_lab.running import workspace as workspaces
from junobench_lab.running.workspace import Workspace

MAKE = """
import sys
from junobench_lab.running.workspace import Workspace
print(Workspace("tide-tables").root, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    """The folder for temporary folders."""
    monkeypatch.setattr(workspaces, "short_folder", lambda: str(tmp_path))
    return tmp_path


def other_process(place: Path) -> tuple[subprocess.Popen[str], Path]:
    """A process that has a workspace, and the workspace's folder."""
    process = subprocess.Popen(
        [sys.executable, "-c", MAKE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(place)},
    )
    assert process.stdout is not None
    return process, Path(process.stdout.readline().strip())


def run_another(place: Path) -> None:
    async def fill() -> None:
        workspace = Workspace("tide-tables")
        await workspace.fill(place, [])
        await workspace.remove()

    asyncio.run(fill())


def test_the_folder_of_a_killed_process_goes_with_the_next_run(place):
    process, folder = other_process(place)
    process.kill()
    process.communicate()
    assert folder.is_dir()
    run_another(place)
    assert list(place.iterdir()) == []


def test_the_folder_of_a_living_process_stays(place):
    process, folder = other_process(place)
    run_another(place)
    kept = folder.is_dir()
    process.kill()
    process.communicate()
    assert kept


def test_a_folder_of_somebody_else_stays(place):
    foreign = place / "jbl-notes"
    foreign.mkdir()
    run_another(place)
    assert foreign.is_dir()

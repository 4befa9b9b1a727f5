"""Containers that were started ahead: each is for one run, sees what any other sees, and does the same."""

import asyncio
import inspect
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from junobench_lab.running.environments.container.environment import ContainerEnvironment
from junobench_lab.running.environments.container.settings import ContainerSettings
from junobench_lab.running.environments.container.waiting_pool import WaitingContainers
from tests.running.runs import Done, plan, run_in, wait_until
from tests.running.warm.comparing import came_to
from tests.running.warm.test_same_as_cold import CELLS

from .conftest import IMAGE, docker

WORKING = """
import os, time
from pathlib import Path
Path("written").write_text("mine")
print(sorted(os.listdir()), os.getcwd(), sorted(os.listdir("/connection")), os.path.exists({folder!r}))
"""


@pytest.fixture
def pool(configured, settings: ContainerSettings) -> Iterator[WaitingContainers]:
    configured(IMAGE)
    pool = WaitingContainers()
    yield pool
    pool.close()
    assert docker("ps", "--all", "--quiet") == ""


@pytest.fixture
def ready(pool: WaitingContainers) -> WaitingContainers:
    pool.prepare()
    wait_until(lambda: bool(pool.waiting))
    return pool


def run(pool: WaitingContainers, folder: Path, *sources: str, files: tuple[Path, ...] = ()) -> Done:
    return asyncio.run(run_in(ContainerEnvironment(waiting=pool), plan(*sources), folder, files))


def test_a_run_gets_one_that_sees_its_own_files_alone_and_the_next_run_another_one(ready, folder):
    files = (folder / "fees.csv",)
    first = ready.waiting
    source = WORKING.format(folder=str(folder))
    done = run(ready, folder, source, files=files)
    assert done.ready.warm, done.ready.cold_because
    assert done.text().startswith(
        "['fees.csv', 'written'] /instance ['k-1', 'k-2', 'k-3', 'k-4', 'k-5', 'kernel.json']"
    )
    assert done.text().strip().endswith("False")
    wait_until(lambda: bool(ready.waiting))
    assert ready.waiting != first
    again = run(ready, folder, source, files=files)
    assert (again.ready.warm, again.text()) == (True, done.text())


def test_without_one_the_run_has_a_new_container_and_the_record_says_why(pool, folder):
    done = run(pool, folder, "1 + 1")
    assert (done.outcome.verdict, done.ready.warm) == ("no_crash", False)
    assert done.ready.cold_because == "No container was ready yet."


def test_one_that_a_run_may_not_have_is_left_to_the_next(ready, folder):
    names = ready.waiting
    done = run(ready, folder, "import sys\nlen(sys.modules) > 0")
    assert done.ready.cold_because == "A cell looks at what the interpreter has loaded."
    assert ready.waiting == names
    assert run(ready, folder, "1 + 1").ready.warm


def test_one_that_ended_meanwhile_is_given_to_nobody(ready, folder):
    docker("kill", *ready.waiting)
    done = run(ready, folder, "1 + 1")
    assert (done.outcome.verdict, done.ready.warm) == ("no_crash", False)
    assert done.ready.cold_because.startswith("The container that waited has ended.")


def test_one_of_an_older_image_is_given_to_nobody(ready, folder, base):
    before = docker("image", "inspect", "--format", "{{.Id}}", IMAGE)
    names = ready.waiting
    docker("tag", base, IMAGE)
    try:
        refused = asyncio.run(ready.take(ContainerSettings.model_validate_json(settings_text())))
        assert refused == "The image was changed meanwhile."
        assert names[0] not in docker("ps", "--format", "{{.Names}}")
    finally:
        docker("tag", before, IMAGE)


def test_one_of_other_settings_is_given_to_nobody(ready, folder, configured, settings):
    done = asyncio.run(run_in(ContainerEnvironment(settings, waiting=ready), plan("1 + 1"), folder))
    assert done.ready.cold_because == "The container settings were changed meanwhile."


def test_how_its_kernel_ends_is_told_as_of_any_other(ready, folder):
    done = run(ready, folder, "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)")
    assert (done.ready.warm, done.outcome.verdict) == (True, "kernel_died")
    assert "SIGSEGV" in done.outcome.sentence


def test_where_the_lab_is_killed_they_end_by_themselves(configured, daemon):
    configured(IMAGE)
    with tempfile.TemporaryDirectory(prefix="jt-") as name:
        process = subprocess.Popen(
            [sys.executable, "-c", "from tests.container.test_waiting import wait_for_good; wait_for_good()"],
            env={**os.environ, "TMPDIR": name},
        )
        try:
            wait_until(lambda: any(Path(name).glob("jbl-*/c/told.json")))
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
        wait_until(lambda: docker("ps", "--quiet") == "")
        from junobench_lab.running.environments.container.reaper import reap

        assert asyncio.run(reap()) == 1
        assert list(Path(name).glob("jbl-*")) == []


def wait_for_good() -> None:
    WaitingContainers().prepare()
    signal.pause()


def settings_text() -> str:
    from junobench_lab.running.environments.container.settings import settings_file

    return settings_file().read_text()


@pytest.fixture(scope="module")
def both(daemon, settings) -> tuple[dict[str, Any], dict[str, Any]]:
    from junobench_lab.running.environments.container.settings import settings_file

    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text(settings.model_copy(update={"memory": 2**30}).model_dump_json())
    pool = WaitingContainers()
    steps = plan(*map(inspect.cleandoc, CELLS.values()), may_crash=range(len(CELLS)))

    async def compare(folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
        _, cold = await came_to(ContainerEnvironment(), steps, folder)
        warm, found = await came_to(ContainerEnvironment(waiting=pool), steps, folder)
        assert warm.warm, warm.cold_because
        return cold, found

    try:
        with tempfile.TemporaryDirectory(prefix="jt-") as name:
            pool.prepare()
            wait_until(lambda: bool(pool.waiting))
            return asyncio.run(compare(Path(name)))
    finally:
        pool.close()
        settings_file().unlink()


@pytest.mark.parametrize("place", range(len(CELLS)), ids=CELLS)
def test_a_cell_shows_the_same_as_in_a_container_started_for_it(both, place: int):
    for key in ("outputs", "cells"):
        cold, warm = ([each for each in run[key] if each["step"] == place] for run in both)
        assert cold == warm

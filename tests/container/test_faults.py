"""Each fault has its verdict, and a sentence that says what to do."""

import asyncio
import os
import signal
import time

import pytest

from junobench_lab.running.environments.container.environment import ContainerEnvironment
from junobench_lab.running.models import CellStarted

from ..running.runs import plan, run_in
from .conftest import daemon_pid, docker, make_image, start_daemon, stop_daemon

WAITS = "import time\ntime.sleep(30)"
CHILD_TAKES_ALL = (
    "import subprocess, sys\nsubprocess.run([sys.executable, '-c', 'bytearray(900 * 2**20)']).check_returncode()"
)


@pytest.mark.parametrize(
    ("source", "verdict", "words"),
    [
        ("bytearray(900 * 2**20)", "out_of_memory", "0.4 GB"),
        (CHILD_TAKES_ALL, "out_of_memory", "a process that it had started"),
        ("import ctypes\nctypes.string_at(0)", "kernel_died", "SIGSEGV"),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGILL)", "kernel_died", "illegal instruction"),
    ],
)
def test_what_kills_a_kernel_is_told(environment, folder, source, verdict, words):
    outcome = asyncio.run(run_in(environment, plan(source), folder)).outcome
    assert (outcome.verdict, words in outcome.sentence) == (verdict, True), outcome.sentence
    assert docker("ps", "--all", "--quiet") == ""


def test_a_container_removed_by_hand_is_nobodys_fault(environment, folder):
    outcome = _disturbed(environment, folder, lambda: docker("rm", "--force", docker("ps", "--quiet")))
    assert (outcome.verdict, "run again" in outcome.sentence) == ("infrastructure", True), outcome.sentence


def test_a_missing_image_says_how_to_get_it(daemon, settings, folder):
    missing = ContainerEnvironment(settings.model_copy(update={"image": "no-such-image", "transport": "ipc"}))
    outcome = asyncio.run(run_in(missing, plan("1"), folder)).outcome
    assert (outcome.verdict, "image build" in outcome.sentence) == ("infrastructure", True), outcome.sentence


def test_an_image_without_kernels_says_so(base, settings, folder):
    bare = ContainerEnvironment(settings.model_copy(update={"image": base, "transport": "ipc"}))
    outcome = asyncio.run(run_in(bare, plan("1"), folder)).outcome
    assert (outcome.verdict, "ipykernel" in outcome.sentence) == ("infrastructure", True), outcome.sentence


def test_a_full_disk_of_the_daemon_is_told_apart():
    import docker.errors

    from junobench_lab.running.environments.container.faults import DISK_FULL, sentence_of

    error = docker.errors.APIError("500 Server Error", explanation="mkdir /data/overlay2/x: no space left on device")
    assert sentence_of(error) == DISK_FULL


def test_without_a_daemon_the_run_says_to_start_it(monkeypatch, settings, folder):
    monkeypatch.setenv("DOCKER_HOST", "unix:///tmp/no-such-daemon.sock")
    outcome = asyncio.run(run_in(ContainerEnvironment(settings), plan("1"), folder)).outcome
    assert (outcome.verdict, "start it" in outcome.sentence) == ("infrastructure", True), outcome.sentence


def test_a_daemon_that_hangs_is_noticed_within_seconds(environment, daemon, folder):
    pid = daemon_pid(daemon)
    began: list[float] = []

    def hang() -> None:
        began.append(time.monotonic())
        os.kill(pid, signal.SIGSTOP)

    try:
        outcome = _disturbed(environment, folder, hang)
        in_the_start = asyncio.run(run_in(environment, plan("1"), folder)).outcome
    finally:
        os.kill(pid, signal.SIGCONT)
    for told in (outcome, in_the_start):
        assert (told.verdict, "hangs" in told.sentence) == ("infrastructure", True), told.sentence


def test_a_daemon_that_is_stopped_is_noticed(settings, folder, monkeypatch):
    other = start_daemon()
    try:
        monkeypatch.setenv("DOCKER_HOST", other)
        make_image("small", settings.image, other)
        outcome = _disturbed(ContainerEnvironment(settings), folder, lambda: os.kill(daemon_pid(other), signal.SIGTERM))
    finally:
        stop_daemon(other)
    assert (outcome.verdict, "Docker" in outcome.sentence) == ("infrastructure", True), outcome.sentence


def _disturbed(environment, folder, disturb):
    """The outcome of a run that is disturbed while a cell is at work."""

    def seen(event) -> None:
        if isinstance(event, CellStarted):
            disturb()

    return asyncio.run(run_in(environment, plan(WAITS), folder, on_event=seen)).outcome

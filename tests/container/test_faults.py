"""Each fault has its verdict, and a sentence that says what to do."""

import asyncio
import contextlib
import os
import signal
from pathlib import Path

import pytest

from junobench_lab.running.environments.container.environment import ContainerEnvironment
from junobench_lab.running.models import CellStarted

from ..running.runs import plan, run_in
from .conftest import daemon_pid, docker, make_image, start_daemon, stop_daemon

WAITS = "import time\ntime.sleep(30)"
TAKES_ALL = "bytearray(900 * 2**20)"
CHILD_TAKES_ALL = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {TAKES_ALL!r}]).check_returncode()"
ILLEGAL = """
import ctypes, mmap, platform
code = {"x86_64": b"\\x0f\\x0b", "aarch64": bytes(4)}[platform.machine()]
page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(code)
ctypes.CFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
"""
"""An instruction that no processor of its kind has (UD2; all zeros)."""


@pytest.mark.parametrize(
    ("source", "verdict", "words"),
    [
        (TAKES_ALL, "out_of_memory", "0.4 GB"),
        (CHILD_TAKES_ALL, "out_of_memory", "a process that it had started"),
        ("import ctypes\nctypes.string_at(0)", "kernel_died", "SIGSEGV"),
        (ILLEGAL, "kernel_died", "illegal instruction"),
    ],
)
@pytest.mark.parametrize("before", [(), ("1 + 1", "import time\ntime.sleep(1.5)")], ids=["at once", "later"])
def test_what_kills_a_kernel_is_told(environment, folder, before, source, verdict, words):
    outcome = asyncio.run(run_in(environment, plan(*before, source, "1"), folder)).outcome
    assert (outcome.verdict, words in outcome.sentence) == (verdict, True), outcome.sentence
    assert (outcome.cell, outcome.executed) in [(len(before), len(before)), (len(before), len(before) + 1)]
    assert docker("ps", "--all", "--quiet") == ""


def test_memory_that_a_cell_takes_bit_by_bit_is_told(environment, folder):
    slowly = "import time\nheld = []\nwhile True:\n    held.append(bytearray(20 * 2**20))\n    time.sleep(0.05)"
    outcome = asyncio.run(run_in(environment, plan(slowly), folder)).outcome
    assert (outcome.verdict, "0.4 GB" in outcome.sentence) == ("out_of_memory", True), outcome.sentence


def test_a_child_that_is_killed_while_the_cell_goes_on_is_told(environment, folder):
    source = f"import subprocess, sys, time\nsubprocess.Popen([sys.executable, '-c', {TAKES_ALL!r}])\ntime.sleep(30)"
    outcome = asyncio.run(run_in(environment, plan(source), folder)).outcome
    assert outcome.verdict == "out_of_memory", outcome.sentence
    assert "a process that it had started" in outcome.sentence


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


def test_a_full_disk_of_the_daemon_is_told(settings, folder, monkeypatch):
    other = start_daemon("900m")
    try:
        monkeypatch.setenv("DOCKER_HOST", other)
        make_image("small", settings.image, other)
        place = Path(other.removeprefix("unix://")).parent / "data" / "ballast"
        with place.open("wb", buffering=0) as ballast, contextlib.suppress(OSError):
            while True:
                ballast.write(bytes(2**20))
        full = ContainerEnvironment(settings.model_copy(update={"transport": "ipc"}))
        outcome = asyncio.run(run_in(full, plan("1"), folder)).outcome
    finally:
        stop_daemon(other)
    assert (outcome.verdict, "disk" in outcome.sentence) == ("infrastructure", True), outcome.sentence


def test_without_a_daemon_the_run_says_to_start_it(monkeypatch, settings, folder):
    monkeypatch.setenv("DOCKER_HOST", "unix:///tmp/no-such-daemon.sock")
    outcome = asyncio.run(run_in(ContainerEnvironment(settings), plan("1"), folder)).outcome
    assert (outcome.verdict, "start it" in outcome.sentence) == ("infrastructure", True), outcome.sentence


def test_a_daemon_that_hangs_is_noticed(environment, daemon, folder):
    pid = daemon_pid(daemon)
    try:
        outcome = _disturbed(environment, folder, lambda: os.kill(pid, signal.SIGSTOP))
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

"""Kernels that don't start: each says why, and nothing of it counts against the notebook."""

import asyncio
import json
import sys
from pathlib import Path

import pytest

from junobench_lab.running.models import Limits

from .runs import Done, kernel_processes, plan, run

KERNELS = {
    "gone": {"argv": ["/nowhere/bin/python", "-m", "ipykernel_launcher", "-f", "{connection_file}"]},
    "incomplete": {"argv": [sys.executable, "-m", "no_such_kernel", "{connection_file}"]},
    "mute": {"argv": [sys.executable, "-c", "import time; time.sleep(600)", "{connection_file}"]},
    "statistics": {"argv": ["R", "{connection_file}"], "language": "R"},
    "provisioned": {
        "argv": [sys.executable, "{connection_file}"],
        "metadata": {"kernel_provisioner": {"provisioner_name": "no-such-provisioner"}},
    },
}


@pytest.fixture
def start(tmp_path: Path, monkeypatch, folder: Path, copies: None):
    """Start a run with a kernel; all of these and the usual one are installed."""
    for name, spec in KERNELS.items():
        place = tmp_path / "kernels" / name
        place.mkdir(parents=True)
        document = {"display_name": name, "language": "python", **spec}
        (place / "kernel.json").write_text(json.dumps(document), encoding="utf-8")
    damaged = tmp_path / "kernels" / "damaged"
    damaged.mkdir()
    (damaged / "kernel.json").write_text('{"argv": [', encoding="utf-8")
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))

    def start(kernel: str, limits: Limits | None = None) -> Done:
        done = asyncio.run(run(plan("1"), limits, folder=folder, kernel=kernel))
        assert kernel_processes() == []
        assert len(done.events) == 1
        assert done.outcome.verdict == "infrastructure"
        assert done.outcome.executed == 0
        return done

    return start


@pytest.mark.parametrize("name", ["absent", "../up", "a b"])
def test_a_kernel_that_is_not_installed_is_told_with_those_that_are(start, name):
    sentence = start(name).outcome.sentence
    assert sentence.startswith(f"There is no kernel named {name}")
    assert "mute, " in sentence


def test_a_missing_interpreter_is_named(start):
    assert "/nowhere/bin/python" in start("gone").outcome.sentence


def test_a_kernel_that_dies_while_it_starts_is_quoted(start):
    sentence = start("incomplete").outcome.sentence
    assert "ended while it was starting" in sentence
    assert "No module named no_such_kernel" in sentence


def test_a_kernel_that_never_answers_is_given_up_at_the_bound(start):
    done = start("mute", Limits(start=1.0))
    assert "did not answer within 1 s" in done.outcome.sentence
    assert 1.0 <= done.ended.at <= 11.0


def test_a_kernel_of_another_language_is_refused(start):
    assert "speaks R" in start("statistics").outcome.sentence


@pytest.mark.parametrize("name", ["damaged", "provisioned"])
def test_a_kernelspec_that_makes_no_sense_is_told(start, name):
    assert name in start(name).outcome.sentence


def test_a_memory_bound_that_no_kernel_can_keep_is_no_verdict_on_the_notebook(start):
    assert "5 MB" in start("python3", Limits(memory=5_000_000)).outcome.sentence


def test_input_that_can_not_be_read_is_named(folder, tmp_path, copies):
    missing = tmp_path / "tide-tables" / "tides.csv"
    done = asyncio.run(run(plan("1"), folder=missing.parent, files=[missing]))
    assert done.outcome.verdict == "infrastructure"
    assert "tides.csv" in done.outcome.sentence

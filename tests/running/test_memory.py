"""How much memory a run may take, and whether the system ran out of it: read from a tree of files like the kernel's."""

import asyncio
from pathlib import Path

import psutil
import pytest

from junobench_lab.running.environments import local, memory

from .runs import plan, run


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


@pytest.fixture
def system(tmp_path, monkeypatch):
    """Put a tree in the place of /proc and /sys/fs/cgroup."""
    monkeypatch.setattr(memory, "_PROC", tmp_path / "proc")
    monkeypatch.setattr(memory, "_CGROUPS", tmp_path / "cgroup")
    return lambda files: write(tmp_path, files)


def test_the_bound_is_nine_tenths_of_the_machine(system):
    assert memory.default_memory_bound() == int(psutil.virtual_memory().total * 0.9)


def test_the_tightest_limit_of_the_control_groups_counts(system):
    system(
        {
            "proc/self/cgroup": "0::/user/session\n",
            "cgroup/user/memory.max": "2000000\n",
            "cgroup/user/session/memory.max": "max\n",
        }
    )
    assert memory.default_memory_bound() == 1_800_000


def test_the_limit_of_the_older_control_groups_counts_too(system):
    system({"proc/self/cgroup": "5:cpu,memory:/job\n", "cgroup/memory/job/memory.limit_in_bytes": "1000000\n"})
    assert memory.default_memory_bound() == 900_000


def test_inside_a_container_the_root_group_is_the_own_one(system):
    system({"proc/self/cgroup": "4:memory:/docker/f00d\n", "cgroup/memory/memory.limit_in_bytes": "1000000\n"})
    assert memory.default_memory_bound() == 900_000


@pytest.mark.parametrize(
    "file", ["proc/vmstat", "cgroup/user/memory.events", "cgroup/memory/job/memory.oom_control", "cgroup/memory.events"]
)
def test_a_kill_for_memory_changes_the_counters(system, file):
    system({"proc/self/cgroup": "4:memory:/job\n0::/user\n", "cgroup/user/x": "", "cgroup/memory/job/x": ""})
    system({file: "low 0\noom_kill 3\n"})
    before = memory.out_of_memory_kills()
    assert memory.out_of_memory_kills() == before
    system({file: "low 0\noom_kill 4\n"})
    assert memory.out_of_memory_kills() != before


def test_without_such_files_nothing_was_killed(system):
    assert memory.out_of_memory_kills() == memory.out_of_memory_kills()


def test_a_kernel_that_the_system_killed_for_memory_is_told_from_one_that_was_just_killed(monkeypatch, folder):
    readings = iter(range(1000))
    monkeypatch.setattr(local, "out_of_memory_kills", lambda: (next(readings),))
    done = asyncio.run(run(plan("import os\nos.kill(os.getpid(), 9)"), folder=folder))
    assert done.outcome.verdict == "out_of_memory"
    assert "The system killed the kernel" in done.outcome.sentence

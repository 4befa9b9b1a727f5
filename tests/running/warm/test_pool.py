"""Kernels kept ready: whose they are, when there are none, and that none outlives the lab."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from junobench_lab.running.environments.warm import pool as pools
from junobench_lab.running.environments.warm.environment import WarmEnvironment
from junobench_lab.running.environments.warm.parent import ForkedKernel
from junobench_lab.running.environments.warm.pool import WarmPool
from junobench_lab.running.models import KernelReady, Limits, Target
from junobench_lab.running.runner import run_plan
from junobench_lab.running.snapshots import store as stores
from tests.running.runs import Done, plan, run_in, wait_until

KILLED = """
import os, signal, sys
from junobench_lab.running.environments.warm.pool import WarmPool
pool = WarmPool(ahead=2)
kernel = pool.take(120)
print(kernel.pid, *pool.waiting(), pool.parent_pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def run(environment: WarmEnvironment, folder: Path, *sources: str) -> Done:
    return asyncio.run(run_in(environment, plan(*sources), folder))


def gone(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def test_every_run_has_a_kernel_of_its_own(warm: WarmEnvironment, folder: Path, copies: None) -> None:
    first = run(warm, folder, "import os; seen = 1; print(os.getpid())")
    second = run(warm, folder, "import os; print(os.getpid(), 'seen' in globals())")
    assert first.ready.warm and second.ready.warm
    pid, seen = second.text().split()
    assert pid != first.text().strip()
    assert seen == "False"


def test_a_run_that_has_ended_leaves_no_process_and_no_folder(
    warm: WarmEnvironment, pool: WarmPool, folder: Path
) -> None:
    done = run(
        warm, folder, "import os, subprocess; child = subprocess.Popen(['sleep', '300'])\nprint(os.getpid(), child.pid)"
    )
    assert all(gone(int(pid)) for pid in done.text().split())
    assert pool.folder is not None
    wait_until(lambda: len([entry for entry in pool.folder.iterdir() if entry.is_dir()]) == 1)


def test_how_a_kernel_ends_is_told(warm: WarmEnvironment, folder: Path) -> None:
    killed = run(warm, folder, "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    assert killed.ready.warm
    assert (killed.ended.reason, "segmentation fault" in killed.ended.detail) == ("kernel_died", True)
    left = run(warm, folder, "exit()")
    assert left.ended.reason == "kernel_died"


@pytest.mark.parametrize(
    "source",
    ["%pip install nothing", "import importlib; importlib.reload(os)", "import os; os.environ['MPLBACKEND'] = 'agg'"],
)
def test_what_might_notice_gets_a_cold_kernel_and_the_record_says_so(
    warm: WarmEnvironment, folder: Path, source: str
) -> None:
    done = run(warm, folder, "1 + 1", f"if False:\n    {source}")
    assert not done.ready.warm
    assert done.ready.cold_because is not None and done.ready.cold_because.startswith("A cell ")


def test_a_kernel_that_was_kept_in_a_warm_run_serves_the_next(
    warm: WarmEnvironment, folder: Path, copies: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "_WORTH", 0.0)

    async def ready(store: stores.SnapshotStore, *sources: str) -> KernelReady:
        kept = store.run(Target(bench="b", id="i", attempt=1), "python3", folder, [])
        steps = run_plan(plan(*sources), folder=folder, files=[], environment=warm, limits=Limits(), snapshots=kept)
        events = [event async for event in steps]
        return next(event for event in events if isinstance(event, KernelReady))

    async def twice() -> tuple[KernelReady, KernelReady]:
        store = stores.SnapshotStore()
        try:
            return await ready(store, "x = 1", "x"), await ready(store, "x = 1", "x + 1")
        finally:
            await store.close()

    first, second = asyncio.run(twice())
    assert (first.warm, first.resumed, second.resumed) == (True, 0, 1)


def test_a_file_with_a_library_s_name_gets_a_cold_kernel(warm: WarmEnvironment, folder: Path) -> None:
    file = folder / "seaborn.py"
    file.write_text("told = 'mine'", encoding="utf-8")
    done = asyncio.run(run_in(warm, plan("import seaborn\nseaborn.told"), folder, [file]))
    assert not done.ready.warm
    assert done.text() == "'mine'"


def test_a_kernel_with_another_python_is_a_cold_one(pool: WarmPool, folder: Path) -> None:
    done = asyncio.run(run_in(WarmEnvironment(pool, "absent"), plan("1"), folder))
    assert done.ended.reason == "infrastructure"
    assert "absent" in done.ended.detail


def test_a_session_whose_cells_are_not_known_gets_a_cold_kernel(warm: WarmEnvironment, folder: Path) -> None:
    from junobench_lab.running.kernel_session import KernelSession

    async def started() -> str | None:
        session = KernelSession(warm, Limits(), asyncio.Event())
        try:
            await session.start(folder, [])
            return session.kernel_start.cold_because
        finally:
            await session.close()

    assert asyncio.run(started()) == "The cells aren't known beforehand."


def test_nothing_is_held_while_memory_is_short(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setattr(pools, "memory_is_short", lambda: True)
    pool = WarmPool(ahead=1)
    done = run(WarmEnvironment(pool, patient=True), folder, "1 + 1")
    assert done.text() == "2"
    assert not done.ready.warm and "Memory" in (done.ready.cold_because or "")
    assert pool.parent_pid is None


def test_a_killed_parent_is_nobody_s_fault_and_followed_by_another(folder: Path) -> None:
    pool = WarmPool(ahead=1)
    environment = WarmEnvironment(pool, patient=True)
    try:
        kernel = pool.take(120)
        assert isinstance(kernel, ForkedKernel)
        first = pool.parent_pid
        assert first is not None
        os.kill(first, signal.SIGKILL)
        wait_until(lambda: kernel.code is not None)
        assert kernel.orphaned
        done = run(environment, folder, "1 + 1")
        assert done.ready.warm
        assert pool.parent_pid not in (None, first)
    finally:
        pool.close()


def test_closing_ends_everything(tmp_path: Path) -> None:
    pool = WarmPool(ahead=2)
    taken = pool.take(120)
    assert isinstance(taken, ForkedKernel) and taken.pid is not None
    wait_until(lambda: len(pool.waiting()) == 2)
    processes = [taken.pid, *pool.waiting(), pool.parent_pid or 0]
    folder = pool.folder
    pool.close()
    wait_until(lambda: all(map(gone, processes)))
    assert folder is not None and not folder.exists()


def test_no_kernel_outlives_a_lab_that_was_killed() -> None:
    done = subprocess.run([sys.executable, "-c", KILLED], capture_output=True, text=True, timeout=120)
    processes = [int(pid) for pid in done.stdout.split()]
    assert len(processes) >= 2
    wait_until(lambda: all(map(gone, processes)))

"""Runs that go on from a kernel that an earlier run has left: the same results, and no more than is safe."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from junobench_lab.running.environments.local import LocalEnvironment
from junobench_lab.running.environments.processes import MARK, ProcessFamily
from junobench_lab.running.models import CellFinished, Ended, Event, KernelReady, Limits, Output, Plan, Target
from junobench_lab.running.runner import run_plan
from junobench_lab.running.snapshots.store import Kept, SnapshotStore, _stamp_of_workspace
from tests.needed import needed
from tests.running.runs import WELL_OVER, plan, wait_until

SLOW = "import time, random\nimport numpy as np\nrandom.seed(5); np.random.seed(5)\nnumbers = [1]\ntime.sleep(0.7)"
USE = "print(numbers, random.random(), np.random.rand())"
TARGET = Target(bench="b", id="i", attempt=1)

pytestmark = needed(psutil.LINUX, "Kernels are forked on Linux only.")


async def carried_out(
    store: SnapshotStore | None, wanted: Plan, folder: Path, files: Sequence[Path] = ()
) -> list[Event]:
    snapshots = store.run(TARGET, "python3", folder, files) if store is not None else None
    events = []

    async def collect() -> None:
        steps = run_plan(
            wanted, folder=folder, files=files, environment=LocalEnvironment(), limits=Limits(), snapshots=snapshots
        )
        async for event in steps:
            events.append(event)

    await asyncio.wait_for(collect(), WELL_OVER)
    return events


def with_store(work: Callable[[SnapshotStore], Awaitable[Any]]) -> Any:
    async def all_of_it() -> Any:
        store = SnapshotStore()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(all_of_it())


def resumed(events: Sequence[Event]) -> int:
    return next(event.resumed for event in events if isinstance(event, KernelReady))


def told(events: Sequence[Event]) -> list[Any]:
    """What a record tells apart from times."""
    found: list[Any] = []
    for event in events:
        if isinstance(event, Output):
            found.append((event.step, event.cell, event.output))
        elif isinstance(event, CellFinished):
            found.append((event.step, event.cell, event.ok, event.ename, event.evalue, event.line))
        elif isinstance(event, Ended):
            found.append((event.reason, event.detail))
        elif not isinstance(event, KernelReady):
            found.append((event.type, event.step))
    return found


@pytest.mark.parametrize(
    "changed",
    [
        USE,
        "numbers.append(2); numbers",
        "x = 1\n1 / 0",
        "import logging, sys\nlogging.basicConfig(stream=sys.stdout, force=True)\nlogging.warning('hm')\nhandler = 1",
        "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()",
        "import os\nos.write(1, b'raw')\nprint(os.path.basename(os.getcwd()), os.listdir('.'))",
        "await __import__('asyncio').sleep(0)\nIn[-1], _ih[1][:6]",
        "import threading\nprint(threading.Thread().name)\n%who\ndef deeper(n):\n    deeper(n + 1)\ndeeper(0)",
        "def f(:",
        "exit()",
    ],
)
def test_what_goes_on_from_a_kept_kernel_is_told_as_if_all_had_run(changed: str, folder: Path, copies: None) -> None:
    async def work(store: SnapshotStore) -> None:
        first = await carried_out(store, plan(SLOW, "1 + 1", "later = 2"), folder)
        assert resumed(first) == 0
        wanted = plan(SLOW, "1 + 1", changed)
        second = await carried_out(store, wanted, folder)
        assert resumed(second) == 1
        assert told(second) == told(await carried_out(None, wanted, folder))

    with_store(work)


def test_a_run_keeps_its_kernel_more_than_once(folder: Path, copies: None) -> None:
    """IPython ends the thread that writes the history before a fork, and starts another one at the next input."""

    async def work(store: SnapshotStore) -> None:
        slow_again = "import time\ntime.sleep(0.7)"
        await carried_out(store, plan(SLOW, slow_again, slow_again, "1"), folder)
        assert resumed(await carried_out(store, plan(SLOW, slow_again, slow_again, "2"), folder)) == 3

    with_store(work)


def test_a_kept_kernel_serves_again_and_is_not_changed_by_what_goes_on_from_it(folder: Path, copies: None) -> None:
    async def work(store: SnapshotStore) -> None:
        await carried_out(store, plan(SLOW, "1"), folder)
        wanted = plan(SLOW, "numbers.append(7)\n" + USE)
        assert told(await carried_out(store, wanted, folder)) == told(await carried_out(store, wanted, folder))
        assert resumed(await carried_out(store, plan(SLOW, "import time\ntime.sleep(0.7)", USE), folder)) == 1
        assert resumed(await carried_out(store, plan(SLOW, "import time\ntime.sleep(0.7)", "2"), folder)) == 2

    with_store(work)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((SLOW, "2"), (SLOW + "\n", "2")),
        (("x = 1", SLOW, "2"), ("x = 2", SLOW, "2")),
        ((SLOW, "2"), ("2", SLOW)),
        ((SLOW, "2"), (SLOW,)),
        (("import os\nopen(os.path.expanduser('/tmp/jbl-elsewhere'), 'w').close()", SLOW, "2"),) * 2,
        (("import subprocess\nsubprocess.run(['true'])", SLOW, "2"),) * 2,
        (("import socket\nsocket.getaddrinfo('127.0.0.1', 1)", SLOW, "2"),) * 2,
        (("import threading, time\nthreading.Thread(target=time.sleep, args=(5,), daemon=True).start()", SLOW, "2"),)
        * 2,
        (("import socket\npair = socket.socketpair()", SLOW, "2"),) * 2,
        (("file = open('x.txt', 'w')", SLOW, "2"),) * 2,
        ((SLOW, "open('x.txt', 'w').write('x')"),) * 2,
    ],
)
def test_where_anything_might_differ_the_run_starts_over(
    first: tuple[str, ...], second: tuple[str, ...], folder: Path, copies: None
) -> None:
    async def work(store: SnapshotStore) -> None:
        await carried_out(store, plan(*first), folder)
        again = await carried_out(store, plan(*second), folder)
        assert resumed(again) == 0
        assert isinstance(again[-1], Ended) and again[-1].reason == "finished"

    with_store(work)


@pytest.mark.parametrize(
    "source",
    [
        "import signal\nsignal.alarm(60)",
        "import asyncio\nasyncio.create_task(asyncio.sleep(60))",
        "import asyncio\nloop = asyncio.get_event_loop()",
        "import sys\nsys.setrecursionlimit(1500)",
    ],
)
def test_what_a_copy_lacks_is_not_kept(source: str, folder: Path, copies: None) -> None:
    async def work(store: SnapshotStore) -> None:
        await carried_out(store, plan(f"{source}\n{SLOW}", "2"), folder)
        assert store._session is None

    with_store(work)


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "empty").rmdir(),
        lambda folder: (folder / "inner").mkdir(),
        lambda folder: (folder / "file").chmod(0o400),
        lambda folder: (folder / "link").unlink(),
        lambda folder: (folder.parent / "tmp" / "file").touch(),
    ],
)
def test_every_change_in_the_private_folders_is_seen(change: Callable[[Path], Any], tmp_path: Path) -> None:
    workspace: Any = SimpleNamespace(folder=tmp_path / "run", temporary=tmp_path / "tmp")
    (workspace.folder / "empty").mkdir(parents=True)
    workspace.temporary.mkdir()
    (workspace.folder / "file").touch()
    (workspace.folder / "link").symlink_to("nowhere")
    before = _stamp_of_workspace(workspace)
    assert _stamp_of_workspace(workspace) == before
    change(workspace.folder)
    assert _stamp_of_workspace(workspace) != before


@pytest.mark.parametrize(
    ("rest", "fits"),
    [
        ("2", True),
        ("traceback.print_stack()", False),
        ("sys.getrecursionlimit()", False),
        ("threading.enumerate()", False),
    ],
)
def test_a_cell_that_would_tell_where_its_kernel_went_on_starts_over(rest: str, fits: bool) -> None:
    process: Any = None
    assert Kept(process, plan("1").steps, [], {}).fits(plan("1", rest)) == fits


def test_a_changed_input_file_lets_the_run_start_over(tmp_path: Path, copies: None) -> None:
    source = tmp_path / "instance"
    source.mkdir()
    file = source / "data.csv"
    file.write_text("1")
    wanted = plan("print(open('data.csv').read())\n" + SLOW, "2")

    async def work(store: SnapshotStore) -> None:
        await carried_out(store, wanted, source, [file])
        assert resumed(await carried_out(store, wanted, source, [file])) == 1
        file.write_text("22")
        again = await carried_out(store, wanted, source, [file])
        assert resumed(again) == 0
        assert next(event.output["text"] for event in again if isinstance(event, Output)) == "22\n"

    with_store(work)


def test_no_process_is_left_when_the_store_is_closed(folder: Path, copies: None) -> None:
    processes: list[int] = []

    async def work(store: SnapshotStore) -> None:
        await carried_out(store, plan(SLOW, "2"), folder)
        assert store._session is not None
        processes.extend(kept.process.pid for kept in store._session.kept)
        assert processes and all(psutil.pid_exists(pid) for pid in processes)

    with_store(work)
    _, alive = psutil.wait_procs([psutil.Process(pid) for pid in processes if psutil.pid_exists(pid)], timeout=30)
    assert alive == []


def test_the_end_of_a_run_is_not_that_of_a_kernel_that_was_kept_in_it() -> None:
    child = f"import os, time; os.environ[{MARK!r}]; time.sleep(60)"
    source = (
        "import os, subprocess, sys, time\n"
        f"print(subprocess.Popen([sys.executable, '-c', {child!r}], start_new_session=True,"
        f" env={{**os.environ, {MARK!r}: 'b' * 32}}).pid, flush=True)\ntime.sleep(60)"
    )
    environment = {**os.environ, MARK: "a" * 32}
    with subprocess.Popen(
        [sys.executable, "-c", source], env=environment, stdout=subprocess.PIPE, start_new_session=True
    ) as root:
        assert root.stdout is not None
        kept = psutil.Process(int(root.stdout.readline()))
        # The environment that the system shows is the other program's until the new one has begun.
        wait_until(lambda: kept.environ().get(MARK) == "b" * 32)
        family = ProcessFamily(root.pid, "a" * 32)
        family.memory(1)
        family.end_all()
        assert root.wait(WELL_OVER) != 0
        assert kept.is_running()
        kept.kill()


def test_a_kept_kernel_that_was_killed_costs_nothing_but_time(folder: Path, copies: None) -> None:
    async def work(store: SnapshotStore) -> None:
        await carried_out(store, plan(SLOW, "2"), folder)
        assert store._session is not None
        psutil.Process(store._session.kept[0].process.pid).kill()
        again = await carried_out(store, plan(SLOW, "3"), folder)
        assert isinstance(again[-1], Ended) and again[-1].reason == "finished"

    with_store(work)

"""Runs on a real local cluster of several worker processes, also when they and others are killed."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import psutil
import pytest

from junobench_lab.errors import EnvironmentUnavailable
from junobench_lab.instances.bench import Bench
from junobench_lab.running.cluster import cluster as connection
from junobench_lab.running.cluster.cluster import Cluster, connected
from junobench_lab.running.cluster.configuration import ClusterChoice, ClusterConfiguration
from junobench_lab.running.cluster.environment import ClusterEnvironment
from junobench_lab.running.models import InstanceVerification, Limits, Outcome, Output, RunRecord, Verification
from junobench_lab.running.outcome import judge
from junobench_lab.running.records import RecordStore
from junobench_lab.running.session import RunJob, run_target, variant_job
from junobench_lab.running.verified_runs import VerifiedRun, VerifiedRuns
from junobench_lab.running.verify import verify_bench
from tests.dask_cluster import TRIES, local_cluster, worker_that
from tests.needed import needed
from tests.notebook_factory import code, notebook, write_bench
from tests.running.runs import wait_until

ERROR = ("KeyError", "'fee'")
LABELS = {"ename": "keyerror", "evalue": "fee"}
LONG_ENOUGH = 120.0


@pytest.fixture(scope="module")
def address(marked_kernels: None) -> Iterator[str]:
    with local_cluster(workers=2) as found:
        yield found


@pytest.fixture
def store(tmp_path: Path) -> RecordStore:
    return RecordStore(tmp_path / "runs")


def simple_bench(root: Path, instances: int = 2, more: Mapping[str, Mapping[str, dict]] | None = None) -> Bench:
    """Instances that read a file, and crash or don't."""
    read = code("fees = open('fees.txt').read().split()", count=1)
    crashed = notebook(read, code("dict.fromkeys(fees)['fee']", count=2, error=ERROR))
    fixed = notebook(read, code("dict.fromkeys([*fees, 'fee'])['fee']", count=2))
    ids = [f"port-{number}" for number in range(instances)]
    files = {id: {"fees.txt": f"12 14 {id}"} for id in ids}
    variants = {**{id: {"reproduced": crashed, "fixed": fixed} for id in ids}, **(more or {})}
    return Bench.open(write_bench(root, variants, dict.fromkeys(variants, LABELS), files=files))


def bench_that_stops(root: Path, marker: Path) -> Bench:
    """With an instance whose fix gets stuck the first time that it runs, and says in which worker and kernel."""
    stuck = (
        f"import os, pathlib, time\nmarker = pathlib.Path({str(marker)!r})\n"
        "if not marker.exists():\n"
        "    part = marker.with_suffix('.part')\n"
        "    part.write_text(f'{os.getppid()} {os.getpid()}')\n"
        "    part.rename(marker)\n"
        "    time.sleep(600)"
    )
    strait = {
        "reproduced": notebook(code("{}['fee']", count=1, error=ERROR)),
        "fixed": notebook(code(stuck, count=1), code("1", count=2)),
    }
    return simple_bench(root, more={"strait": strait})


def one_instance(root: Path, id: str, source: str) -> Bench:
    return Bench.open(
        write_bench(root, {id: {"reproduced": notebook(code(source, count=1, error=ERROR))}}, {id: LABELS})
    )


def is_gone(process: int) -> bool:
    try:
        return psutil.Process(process).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


async def verified(bench: Bench, store: RecordStore, **more) -> Verification:
    items: list[InstanceVerification | Verification] = [
        item async for item in verify_bench(bench, store=store, cold=True, **more)
    ]
    assert isinstance(items[-1], Verification)
    return items[-1]


def on_cluster(address: str, work: Callable[[Cluster], object], patience: float = 60.0) -> object:
    """What ``work`` (a coroutine function) gives for the cluster; fails instead of hanging."""

    async def carry_out() -> object:
        async with connected(ClusterChoice(address=address), cancel=asyncio.Event(), patience=patience) as cluster:
            return await work(cluster)  # type: ignore[misc]

    return asyncio.run(asyncio.wait_for(carry_out(), LONG_ENOUGH))


def verify_on(address: str, bench: Bench, store: RecordStore, **more) -> Verification:
    whole = on_cluster(address, lambda cluster: verified(bench, store, jobs=None, cluster=cluster, **more))
    assert isinstance(whole, Verification)
    return whole


def verdicts(whole: Verification) -> dict[str, list[tuple[str, str, int | None] | None]]:
    def told(outcome: Outcome | None) -> tuple[str, str, int | None] | None:
        return (outcome.verdict, outcome.sentence, outcome.executed) if outcome is not None else None

    return {each.id: [told(each.reproduced), told(each.fixed)] for each in whole.instances}


def run_on(address: str, job: RunJob, store: RecordStore, limits: Limits | None = None, **more) -> RunRecord:
    async def carry_out(cluster: Cluster) -> RunRecord:
        environment = ClusterEnvironment(cluster, cold=True, store=store, **more)
        items = [item async for item in run_target(job, store=store, environment=environment, limits=limits)]
        assert isinstance(items[-1], RunRecord)
        assert list(items[:-1]) == items[-1].events
        return items[-1]

    record = on_cluster(address, carry_out)
    assert isinstance(record, RunRecord)
    return record


def test_a_cluster_comes_to_the_same_verdicts_and_records_as_this_machine(address, tmp_path, store):
    bench = simple_bench(tmp_path / "bench")
    here = asyncio.run(verified(bench, RecordStore(tmp_path / "here"), jobs=2))
    there = verify_on(address, bench, store)
    assert there.ok and verdicts(there) == verdicts(here)
    for instance in there.instances:
        for run, variant in zip(instance.runs, ("reproduced", "fixed"), strict=True):
            record = store.load(run)
            assert record.plan == variant_job(bench, instance.id, record.target.variant or variant).plan
            assert record.outcome == judge(record.plan, record.events)


def test_a_record_says_on_which_worker_with_which_packages_it_ran(address, tmp_path, store):
    record = run_on(address, variant_job(simple_bench(tmp_path / "bench"), "port-0", "fixed"), store)
    worker = record.worker
    assert worker is not None
    assert worker.address.startswith("tcp://127.0.0.1:") and worker.python == "{}.{}.{}".format(*sys.version_info[:3])
    packages = json.loads((store.folder / "packages" / f"{worker.packages}.json").read_text())
    own = ("junobench-lab", "distributed")
    assert [packages[name] for name in own] == [version(name) for name in own]
    assert store.load(record.run) == record


def test_a_worker_that_is_killed_takes_no_run_with_it_and_leaves_no_kernel(address, tmp_path, store):
    marker = tmp_path / "marker"
    bench = bench_that_stops(tmp_path / "bench", marker)

    async def kill_in_the_middle(cluster: Cluster) -> tuple[Verification, int]:
        verification = asyncio.create_task(verified(bench, store, jobs=None, cluster=cluster))
        while not marker.exists():
            assert not verification.done()
            await asyncio.sleep(0.05)
        worker, kernel = map(int, marker.read_text().split())
        os.kill(worker, signal.SIGKILL)
        return await verification, kernel

    whole, kernel = on_cluster(address, kill_in_the_middle)  # type: ignore[misc]
    wait_until(lambda: is_gone(kernel))
    here = asyncio.run(verified(bench, RecordStore(tmp_path / "here"), jobs=2))
    assert whole.ok and verdicts(whole) == verdicts(here)
    assert [len(instance.runs) for instance in whole.instances] == [2, 2, 2]


def test_a_crash_of_the_notebook_is_run_once(address, tmp_path, store):
    count = tmp_path / "count"
    crash = f"with open({str(count)!r}, 'a') as file: file.write('x')\n{{}}['fee']"
    record = run_on(
        address, variant_job(one_instance(tmp_path / "bench", "shoal", crash), "shoal", "reproduced"), store
    )
    assert record.outcome is not None and record.outcome.verdict == "crash_as_labelled"
    assert count.read_text() == "x"


def test_a_run_whose_workers_all_die_is_given_up_and_is_no_verdict(address, tmp_path, store):
    kills = "import os, signal, time\nos.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(600)"
    record = run_on(
        address, variant_job(one_instance(tmp_path / "bench", "maelstrom", kills), "maelstrom", "reproduced"), store
    )
    assert record.outcome is not None and record.outcome.verdict == "infrastructure"
    assert f"worker that ran it was lost {TRIES} times" in record.outcome.sentence


def test_a_kernel_without_memory_is_told_apart_from_a_lost_worker(address, tmp_path, store):
    takes = "import time\nheld = b'x' * 600_000_000\ntime.sleep(600)"
    job = variant_job(one_instance(tmp_path / "bench", "whirlpool", takes), "whirlpool", "reproduced")
    record = run_on(address, job, store, Limits(memory=400_000_000))
    assert record.outcome is not None and record.outcome.verdict == "out_of_memory"
    assert "its bound is 400 MB" in record.outcome.sentence


def test_what_no_worker_can_carry_out_was_tried_on_several(address, tmp_path, store):
    job = variant_job(simple_bench(tmp_path / "bench"), "port-0", "fixed")

    async def carry_out(cluster: Cluster) -> tuple[RunRecord, list[str]]:
        asked = []
        send = cluster.send

        async def noted(*arguments, **more):
            reply = await send(*arguments, **more)
            asked.append(reply.worker)
            return reply

        while len(cluster.threads) < 2:
            await cluster.wait_for_change()
        cluster.send = noted  # type: ignore[method-assign]
        environment = ClusterEnvironment(cluster, kernel="no-such-kernel", cold=True, store=store)
        return await environment.carry_out(job, Limits(), asyncio.Event()), asked

    record, asked = on_cluster(address, carry_out)  # type: ignore[misc]
    assert record.outcome.verdict == "infrastructure" and "no-such-kernel" in record.outcome.sentence
    assert len(set(asked)) == len(asked) == 2


@needed(sys.platform == "linux", "It takes a path that is another one for each process.")
def test_a_worker_without_the_bench_gets_the_input_files(address, tmp_path, store, monkeypatch):
    bench = simple_bench(tmp_path / "bench")
    monkeypatch.chdir(bench.folder("port-1"))
    own = Path("/proc/self/cwd/../port-1")
    job = variant_job(bench, "port-1", "fixed")
    shows = job.plan.steps[1].model_copy(update={"source": "print(fees)"})
    job = replace(job, plan=job.plan.model_copy(update={"steps": [job.plan.steps[0], shows]}))
    record = run_on(address, replace(job, folder=own, files=[own / "fees.txt"]), store)
    assert [event.output.get("text") for event in record.events if isinstance(event, Output)] == [
        "['12', '14', 'port-1']\n"
    ]


@needed(sys.platform == "linux", "It takes a path that is another one for each process.")
def test_input_that_is_lost_with_its_worker_is_sent_again(address, tmp_path, store, monkeypatch):
    marker = tmp_path / "marker"
    bench = bench_that_stops(tmp_path / "bench", marker)
    monkeypatch.chdir(bench.folder("port-1"))
    own = Path("/proc/self/cwd/../port-1")
    job = replace(variant_job(bench, "strait", "fixed"), folder=own, files=[own / "fees.txt"])

    async def kill_in_the_middle(cluster: Cluster) -> RunRecord:
        environment = ClusterEnvironment(cluster, cold=True, store=store)
        running = asyncio.create_task(environment.carry_out(job, Limits(), asyncio.Event()))
        while not marker.exists():
            assert not running.done()
            await asyncio.sleep(0.05)
        os.kill(int(marker.read_text().split()[0]), signal.SIGKILL)
        return await running

    record = on_cluster(address, kill_in_the_middle)
    assert isinstance(record, RunRecord)
    assert record.outcome is not None and record.outcome.verdict == "no_crash"


def test_a_cancel_ends_the_kernels_of_workers(address, tmp_path, store):
    marker = tmp_path / "marker"
    bench = bench_that_stops(tmp_path / "bench", marker)

    async def cancel_in_the_middle(cluster: Cluster) -> RunRecord:
        cancel = asyncio.Event()
        environment = ClusterEnvironment(cluster, cold=True, store=store)
        job = variant_job(bench, "strait", "fixed")
        running = asyncio.create_task(environment.carry_out(job, Limits(), cancel))
        while not marker.exists():
            await asyncio.sleep(0.05)
        cancel.set()
        return await running

    record = on_cluster(address, cancel_in_the_middle)
    assert isinstance(record, RunRecord)
    assert record.outcome is not None and record.outcome.cancelled
    kernel = int(marker.read_text().split()[1])
    wait_until(lambda: is_gone(kernel))


def test_a_cancel_while_nobody_is_there_is_heard(without_workers, tmp_path, store):
    async def cancelled() -> Verification:
        cancel = asyncio.Event()
        asyncio.get_running_loop().call_later(0.2, cancel.set)
        async with connected(ClusterChoice(address=without_workers), cancel=cancel, patience=600) as cluster:
            return await verified(simple_bench(tmp_path / "bench"), store, jobs=None, cluster=cluster, cancel=cancel)

    whole = asyncio.run(asyncio.wait_for(cancelled(), LONG_ENOUGH))
    assert all("cancelled before" in instance.sentence for instance in whole.instances)


def test_a_cluster_that_grows_with_the_work_is_given_work(tmp_path, store):
    described = {
        "class": "distributed.LocalCluster",
        "adapt": {"minimum": 0, "maximum": 2, "interval": "100 ms"},
        "arguments": {"n_workers": 0, "threads_per_worker": 1, "dashboard_address": ":0", "host": "127.0.0.1"},
    }
    choice = ClusterChoice(configuration=ClusterConfiguration.model_validate(described))

    async def carry_out() -> Verification:
        async with connected(choice, cancel=asyncio.Event()) as cluster:
            return await verified(simple_bench(tmp_path / "bench"), store, jobs=None, cluster=cluster)

    assert asyncio.run(asyncio.wait_for(carry_out(), LONG_ENOUGH)).ok


def test_a_scheduler_that_goes_away_is_told(tmp_path, store):
    marker = tmp_path / "marker"
    bench = bench_that_stops(tmp_path / "bench", marker)
    with contextlib.ExitStack() as cluster_of_its_own:
        address = cluster_of_its_own.enter_context(local_cluster(workers=1))

        async def lose_it(cluster: Cluster) -> RunRecord:
            environment = ClusterEnvironment(cluster, cold=True, store=store)
            running = asyncio.create_task(
                environment.carry_out(variant_job(bench, "strait", "fixed"), Limits(), asyncio.Event())
            )
            while not marker.exists():
                await asyncio.sleep(0.05)
            await asyncio.to_thread(cluster_of_its_own.close)
            return await running

        record = on_cluster(address, lose_it, patience=3.0)
    assert isinstance(record, RunRecord)
    assert record.outcome is not None and record.outcome.verdict == "infrastructure"
    assert "gone away" in record.outcome.sentence or "No worker has joined" in record.outcome.sentence
    wait_until(lambda: is_gone(int(marker.read_text().split()[1])))


def test_a_client_that_is_killed_leaves_no_kernel_and_goes_on_where_it_stopped(address, tmp_path, store):
    marker, file = tmp_path / "marker", tmp_path / "runs.jsonl"
    bench = bench_that_stops(tmp_path / "bench", marker)
    command = [sys.executable, "-m", "junobench_lab.cli", "verify", "--cluster", address, "--cold"]
    command += ["--bench", str(bench.path), "--runs", str(file)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as client:
        # The other worker goes through all the others meanwhile.
        wait_until(lambda: marker.exists() and file.exists() and file.read_text().count("\n") >= 2)
        client.kill()
    kernel = int(marker.read_text().split()[1])
    wait_until(lambda: is_gone(kernel))

    before = file.read_text()
    whole = verify_on(address, bench, store, runs=VerifiedRuns(file))
    assert whole.ok
    after = file.read_text()
    assert after.startswith(before)
    lines = [VerifiedRun.model_validate_json(line) for line in after.splitlines()]
    assert len(lines) == 6 == len({(line.instance, line.variant) for line in lines})
    assert len(store.list()) == 6 - before.count("\n")


def test_a_changed_notebook_is_run_again_and_nothing_else(tmp_path, store):
    bench, file = simple_bench(tmp_path / "bench"), tmp_path / "runs.jsonl"
    asyncio.run(verified(bench, store, jobs=2, runs=VerifiedRuns(file)))
    (bench.folder("port-0") / "fees.txt").write_text("15")
    again = asyncio.run(verified(bench, store, jobs=2, runs=VerifiedRuns(file)))
    assert again.ok
    assert [line.instance for line in map(VerifiedRun.model_validate_json, file.read_text().splitlines())][4:] == [
        "port-0",
        "port-0",
    ]


@pytest.fixture(scope="module")
def without_workers(marked_kernels: None) -> Iterator[str]:
    with local_cluster(workers=0) as found:
        yield found


def test_a_cluster_without_workers_is_waited_for_and_given_up(without_workers):
    async def nothing(cluster: Cluster) -> None:
        raise AssertionError("there is a worker")

    with pytest.raises(EnvironmentUnavailable, match=r"No worker has joined the cluster .* for 1 s"):
        on_cluster(without_workers, nothing, patience=1.0)


LACKS = "import sys\nsys.modules['junobench_lab'] = None"
IS_OLD = "import junobench_lab._version\njunobench_lab._version.__version__ = '0.0.1'"


@pytest.mark.parametrize("does_first, words", [(LACKS, "can't import junobench_lab"), (IS_OLD, "junobench-lab 0.0.1")])
def test_a_worker_that_can_not_run_anything_says_why(without_workers, tmp_path, store, does_first, words):
    job = variant_job(simple_bench(tmp_path / "bench"), "port-0", "fixed")
    with worker_that(does_first, without_workers):
        record = run_on(without_workers, job, store)
    assert record.outcome is not None and record.outcome.verdict == "infrastructure"
    assert words in record.outcome.sentence


def test_the_others_do_the_work_of_a_worker_that_can_not(without_workers, tmp_path, store):
    with worker_that(LACKS, without_workers), worker_that("", without_workers):

        async def with_both(cluster: Cluster) -> Verification:
            while len(cluster.threads) < 2:
                await cluster.wait_for_change()
            return await verified(simple_bench(tmp_path / "bench"), store, jobs=None, cluster=cluster)

        whole = on_cluster(without_workers, with_both)
    assert isinstance(whole, Verification) and whole.ok


def test_no_scheduler_is_told_in_a_sentence(monkeypatch):
    monkeypatch.setattr(connection, "_CONNECT_BOUND", 0.5)

    async def nothing(cluster: Cluster) -> None:
        raise AssertionError("there is a scheduler")

    with pytest.raises(EnvironmentUnavailable, match=r"No Dask scheduler answers at tcp://127\.0\.0\.1:9 "):
        on_cluster("tcp://127.0.0.1:9", nothing)


def test_a_cluster_that_is_named_in_a_file_is_made_and_ended(tmp_path, store):
    described = {
        "class": "distributed.LocalCluster",
        "workers": 1,
        "arguments": {"n_workers": 0, "threads_per_worker": 2, "dashboard_address": ":0", "host": "127.0.0.1"},
    }
    choice = ClusterChoice(configuration=ClusterConfiguration.model_validate(described))
    bench = simple_bench(tmp_path / "bench", instances=1)

    async def carry_out() -> tuple[Verification, str]:
        async with connected(choice, cancel=asyncio.Event()) as cluster:
            assert list(cluster.threads.values()) == [2]
            return await verified(bench, store, jobs=None, cluster=cluster), next(iter(cluster.threads))

    whole, worker = asyncio.run(asyncio.wait_for(carry_out(), LONG_ENOUGH))
    assert whole.ok
    port = int(worker.rpartition(":")[2])
    wait_until(lambda: all(each.laddr.port != port for each in psutil.net_connections("tcp") if each.laddr))

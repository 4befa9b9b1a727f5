"""What a million runs on a cluster rest on: ``python -m benchmarks.scale`` prints JSON, in seconds and bytes.

First some real runs, one after the other, on a cluster of this machine: how long they take, what being on a cluster
adds to each, how large their records are, what a worker holds. Then many tasks whose workers answer at once with such a
record: the processor time that each costs the scheduler and the client is what bounds a cluster, however many workers
it has. Processor time leaves out what others run meanwhile.
"""

import argparse
import asyncio
import contextlib
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean, median
from typing import Any

import psutil

from junobench_lab.instances.registry import starter_bench
from junobench_lab.running.cluster.cluster import Cluster, ClusterPlaces, connected
from junobench_lab.running.cluster.configuration import ClusterChoice
from junobench_lab.running.cluster.environment import ClusterEnvironment
from junobench_lab.running.libraries import needed_libraries
from junobench_lab.running.models import Limits, RunRecord
from junobench_lab.running.records import RecordStore
from junobench_lab.running.scheduling import in_turns
from junobench_lab.running.session import RunJob, run_target, variant_job
from junobench_lab.running.verified_runs import VerifiedRuns, settings_digest

_ANSWERS_AT_ONCE = """
import json
import junobench_lab.running.cluster.worker as worker
from distributed import get_worker
_record = json.loads(open({file!r}, encoding="utf-8").read())
def carry_out(parcel, archive=None):
    record = dict(_record, run=json.loads(parcel)["run"])
    return json.dumps({{"kind": "record", "worker": get_worker().address, "record": record}}).encode()
worker.carry_out = carry_out
"""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--instances", type=int, default=8, help="How many instances' variants are really run.")
    options.add_argument("--tasks", type=int, default=3000, help="How many tasks are answered at once.")
    options.add_argument("--threads", type=int, default=1000, help="How many of them go on at a time.")
    asked = options.parse_args()
    json.dump(measure(asked.instances, asked.tasks, asked.threads), sys.stdout, indent=2)
    print()


def measure(instances: int, tasks: int, threads: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="scale-") as name:
        folder = Path(name)
        jobs = _light_jobs(instances)
        with _scheduler() as (address, _), _workers(address, 1, 1):
            real, records = asyncio.run(_real(address, jobs, RecordStore(folder / "real")))
        sizes = sorted(len(record.model_dump_json(indent=1)) for record in records)
        typical = min(records, key=lambda record: abs(len(record.model_dump_json()) - mean(sizes)))
        answer = folder / "answer.json"
        answer.write_text(typical.model_dump_json(), encoding="utf-8")
        preload = _ANSWERS_AT_ONCE.format(file=str(answer))
        with _scheduler() as (address, process), _workers(address, 2, threads // 2, preload):
            many = asyncio.run(_many(address, process, jobs[0], tasks, folder))
        return {
            "runs": real,
            "record_bytes": {"mean": round(mean(sizes)), "median": round(median(sizes)), "most": sizes[-1]},
            "on_disk_bytes_a_run": _on_disk(folder / "real") // len(records),
            "tasks_answered_at_once": many,
        }


def _light_jobs(instances: int) -> list[RunJob]:
    bench = starter_bench()
    found: list[RunJob] = []
    ids = [summary.id for summary in bench.summaries()]
    for id in ids[:: max(1, len(ids) // (2 * instances))]:
        both = [variant_job(bench, id, variant) for variant in ("reproduced", "fixed")]
        if len(found) < 2 * instances and not any(needed_libraries(job.plan) for job in both):
            found += both
    return found


async def _real(address: str, jobs: Sequence[RunJob], store: RecordStore) -> tuple[dict[str, Any], list[RunRecord]]:
    records, added, held = [], [], 0
    async with connected(ClusterChoice(address=address), cancel=asyncio.Event()) as cluster:
        environment = ClusterEnvironment(cluster, cold=True, store=store)
        for job in jobs:
            began = time.perf_counter()
            record = await _run(job, store, environment)
            taken = time.perf_counter() - began
            assert record.outcome is not None and record.outcome.verdict != "infrastructure", record.outcome
            records.append(record)
            added.append(taken - record.outcome.seconds)
            held = max(held, _worker_memory())
    seconds = [record.outcome.seconds for record in records if record.outcome is not None]
    told = {
        "number": len(records),
        "seconds_mean": round(mean(seconds), 2),
        "seconds_median": round(median(seconds), 2),
        "seconds_most": round(max(seconds), 2),
        "added_by_the_cluster_median": round(median(added), 3),
        "worker_and_keeper_bytes": held,
    }
    return told, records


async def _many(address: str, scheduler: psutil.Process, job: RunJob, tasks: int, folder: Path) -> dict[str, Any]:
    store, runs = RecordStore(folder / "many"), VerifiedRuns(folder / "runs.jsonl")
    async with connected(ClusterChoice(address=address), cancel=asyncio.Event()) as cluster:
        while len(cluster.threads) < 2:
            await cluster.wait_for_change()
        await _through(cluster, job, 100, store, runs)
        before, own, began = _cpu(scheduler), _cpu(psutil.Process()), time.perf_counter()
        await _through(cluster, job, tasks, store, runs)
        wall = time.perf_counter() - began
        return {
            "number": tasks,
            "at_a_time": cluster.runs_at_a_time,
            "scheduler_cpu_a_task": round((_cpu(scheduler) - before) / tasks, 5),
            "client_cpu_a_task": round((_cpu(psutil.Process()) - own) / tasks, 5),
            "wall_a_task": round(wall / tasks, 5),
            "runs_file_bytes_a_run": runs.file.stat().st_size // (tasks + 100),
            "scheduler_bytes": scheduler.memory_info().rss,
        }


async def _through(cluster: Cluster, job: RunJob, tasks: int, store: RecordStore, runs: VerifiedRuns) -> None:
    environment = ClusterEnvironment(cluster, cold=True, store=store)

    async def one(number: int) -> None:
        settings = settings_digest(job, Limits(), "local", "python3")
        record = await _run(RunJob(job.target, job.plan, job.folder, job.files), store, environment)
        assert record.outcome is not None
        runs.add((job.target.id, "reproduced", number, settings), record.run, record.outcome)

    await in_turns(range(tasks), one, ClusterPlaces(cluster, asyncio.Event()))


async def _run(job: RunJob, store: RecordStore, environment: ClusterEnvironment) -> RunRecord:
    async for item in run_target(job, store=store, environment=environment):
        if isinstance(item, RunRecord):
            return item
    raise AssertionError("a run ends with its record")


@contextlib.contextmanager
def _scheduler() -> Iterator[tuple[str, psutil.Process]]:
    """A scheduler in a process of its own, so that its processor time can be told from the client's."""
    with tempfile.TemporaryDirectory(prefix="scale-") as folder:
        file = Path(folder) / "scheduler.json"
        command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
        command += ["--no-dashboard", "--scheduler-file", str(file)]
        with _process(command) as process:
            while not file.exists():
                assert process.is_running()
                time.sleep(0.1)
            yield json.loads(file.read_text())["address"], process


@contextlib.contextmanager
def _workers(address: str, number: int, threads: int, preload: str | None = None) -> Iterator[None]:
    command = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nworkers", str(number)]
    command += ["--nthreads", str(threads), "--no-dashboard", "--host", "127.0.0.1"]
    command += ["--preload", preload] if preload else []
    with _process(command):
        yield


@contextlib.contextmanager
def _process(command: Sequence[str]) -> Iterator[psutil.Process]:
    started = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield psutil.Process(started.pid)
    finally:
        started.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            started.wait(20)
        started.kill()
        started.wait()


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def _worker_memory() -> int:
    """Of a nanny, its worker and the keeper; not of a kernel, which is gone by then."""
    family = psutil.Process().children(recursive=True)
    ours = [process for process in family if any("dask_worker" in part for part in process.cmdline())]
    processes = {*ours, *(child for process in ours for child in process.children(recursive=True))}
    return sum(process.memory_info().rss for process in processes)


def _on_disk(folder: Path) -> int:
    """Bytes of the blocks that files and folders take."""
    return sum(path.lstat().st_blocks * 512 for path in folder.rglob("*"))


if __name__ == "__main__":
    main()

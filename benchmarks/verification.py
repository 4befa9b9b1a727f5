"""How long a verification takes: ``python -m benchmarks.verification`` prints JSON, in seconds.

The same cells of the same instances, in the same order, with the same number of workers: by `verify` with warm kernels
and with cold ones, by nbclient, and by papermill, in turns in one process. The limit is the cells' own time, measured
inside the kernels. `verify` begins with nothing prepared each time, so that preparing its parent process counts.
"""

import argparse
import asyncio
import json
import multiprocessing
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from junobench_lab.instances.registry import starter_bench
from junobench_lab.running.environments.base import KernelEnvironment
from junobench_lab.running.environments.local import LocalEnvironment
from junobench_lab.running.environments.processors import processors
from junobench_lab.running.environments.warm.environment import WarmEnvironment
from junobench_lab.running.environments.warm.pool import WarmPool, shared_pool
from junobench_lab.running.kernel_session import KernelSession, SessionOver
from junobench_lab.running.libraries import needed_libraries
from junobench_lab.running.models import Limits, Verification
from junobench_lab.running.records import RecordStore
from junobench_lab.running.session import RunJob, variant_job
from junobench_lab.running.verify import verify_bench

from .measured import spread

GOALS = {"nbclient_over_verify": 6.0, "verify_over_own_time": 1.25}
FIXED = 2.0
"""Seconds of a verification that may be beyond the cells' own time, however many there are."""

_InFolder = Callable[[RunJob, Path], None]

_CLOCK = """
import time
shell = get_ipython()
taken = [0.0, 0.0]
def before(*_): taken[0] = time.perf_counter()
def after(*_): taken[1] += time.perf_counter() - taken[0]
shell.events.register("pre_run_cell", before)
shell.events.register("post_run_cell", after)
shell.own_time = taken
"""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--instances", type=int, default=0, help="How many of the light ones; 0: all.")
    options.add_argument("--times", type=int, default=5)
    options.add_argument("--jobs", type=int, default=processors())
    asked = options.parse_args()
    json.dump(measure(asked.instances, asked.times, asked.jobs), sys.stdout, indent=2)
    print()


def measure(instances: int, times: int, workers: int) -> dict[str, Any]:
    bench = starter_bench()
    jobs: dict[str, list[RunJob]] = {}
    for summary in bench.summaries():
        both = [variant_job(bench, summary.id, variant) for variant in ("reproduced", "fixed")]
        if not any(needed_libraries(job.plan) for job in both):
            jobs[summary.id] = both
    # Some spread over the list, as neighbours may be alike.
    ids = list(jobs)[:: max(1, len(jobs) // instances)][:instances] if instances else list(jobs)
    wanted = [job for id in ids for job in jobs[id]]
    ways: dict[str, Callable[[], Awaitable[float]]] = {
        "verify": lambda: _verify(ids, workers, cold=False),
        "verify_cold": lambda: _verify(ids, workers, cold=True),
        "nbclient": lambda: _in_threads(_nbclient, wanted, workers),
        "papermill": lambda: _in_processes(_papermill, wanted, workers),
        "own_time_warm": lambda: _own_time(wanted, workers, cold=False),
        "own_time_cold": lambda: _own_time(wanted, workers, cold=True),
    }
    taken: dict[str, list[float]] = {name: [] for name in ways}
    used: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(times):
        for name, way in ways.items():
            before = _processor_seconds()
            taken[name].append(asyncio.run(_awaited(way)))
            used[name].append(_processor_seconds() - before)
            print(name, round(taken[name][-1], 2), round(used[name][-1], 2), file=sys.stderr, flush=True)
    ratios = {
        "nbclient_over_verify": _ratios(taken["nbclient"], taken["verify"]),
        "papermill_over_verify": _ratios(taken["papermill"], taken["verify"]),
        "verify_cold_over_verify": _ratios(taken["verify_cold"], taken["verify"]),
        "verify_over_own_time": _ratios(
            [seconds - FIXED for seconds in taken["verify"]], [own / workers for own in taken["own_time_warm"]]
        ),
        "verify_over_own_time_of_cold_kernels": _ratios(
            [seconds - FIXED for seconds in taken["verify"]], [own / workers for own in taken["own_time_cold"]]
        ),
    }
    return {
        "instances": len(ids),
        "runs": len(wanted),
        "workers": workers,
        "seconds": {name: spread(each) for name, each in taken.items()},
        "processor_seconds": {name: spread(each) for name, each in used.items()},
        "ratios": ratios,
        "ratios_of_processor_seconds": {
            "nbclient_over_verify": _ratios(used["nbclient"], used["verify"]),
            "papermill_over_verify": _ratios(used["papermill"], used["verify"]),
            "verify_cold_over_verify": _ratios(used["verify_cold"], used["verify"]),
        },
        "goals": GOALS,
    }


def _processor_seconds() -> float:
    """Of this process and of all that it started and that has ended: what else runs on the machine doesn't count."""
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    )


async def _awaited(way: Callable[[], Awaitable[float]]) -> float:
    return await way()


def _ratios(over: Sequence[float], under: Sequence[float]) -> dict[str, float]:
    return spread([one / other for one, other in zip(over, under, strict=True)])


async def _verify(ids: Sequence[str], workers: int, *, cold: bool) -> float:
    shared_pool().close()
    with tempfile.TemporaryDirectory() as records:
        began = time.perf_counter()
        items = verify_bench(starter_bench(), ids, jobs=workers, cold=cold, store=RecordStore(Path(records)))
        async for item in items:
            if isinstance(item, Verification) and not item.ok:
                raise SystemExit("An instance doesn't do what its labels say, so its time says nothing.")
        taken = time.perf_counter() - began
    shared_pool().close()
    return taken


async def _in_threads(run: _InFolder, jobs: Sequence[RunJob], workers: int) -> float:
    began = time.perf_counter()
    with ThreadPoolExecutor(workers) as threads:
        list(threads.map(partial(_in_a_copy, run), jobs))
    return time.perf_counter() - began


async def _in_processes(run: _InFolder, jobs: Sequence[RunJob], workers: int) -> float:
    """For what changes the working directory of its process."""
    began = time.perf_counter()
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as processes:
        list(processes.map(partial(_in_a_copy, run), jobs))
    return time.perf_counter() - began


def _in_a_copy(run: _InFolder, job: RunJob) -> None:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / job.folder.name
        shutil.copytree(job.folder, copy)
        run(job, copy)


def _notebook(job: RunJob) -> Any:
    """The cells of a plan as a notebook, in the order in which they run."""
    import nbformat.v4 as v4

    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return v4.new_notebook(cells=[v4.new_code_cell(step.source) for step in job.plan.steps], metadata=kernel)


def _nbclient(job: RunJob, folder: Path) -> None:
    from nbclient import NotebookClient

    client = NotebookClient(
        _notebook(job), kernel_name="python3", allow_errors=True, resources={"metadata": {"path": str(folder)}}
    )
    client.execute()


def _papermill(job: RunJob, folder: Path) -> None:
    import nbformat
    import papermill
    from papermill.exceptions import PapermillExecutionError

    source = folder / "papermill-in.ipynb"
    nbformat.write(_notebook(job), source)
    try:
        papermill.execute_notebook(
            str(source), str(folder / "papermill-out.ipynb"), cwd=str(folder), kernel_name="python3", progress_bar=False
        )
    except PapermillExecutionError:
        # Half of them crash, as they should.
        return


async def _own_time(jobs: Sequence[RunJob], workers: int, *, cold: bool) -> float:
    """Sum of the seconds that the cells ran, as their kernels measured it."""
    pool = WarmPool()
    environment: KernelEnvironment = LocalEnvironment() if cold else WarmEnvironment(pool, patient=True)
    turns = asyncio.Semaphore(workers)

    async def one(job: RunJob) -> float:
        async with turns:
            session = KernelSession(environment, Limits(), asyncio.Event())
            try:
                await session.start(job.folder, job.files, [step.source for step in job.plan.steps])
                clock = f"exec({_CLOCK!r}, {{'get_ipython': get_ipython}})"
                await session.ask({"clock": clock}, 10.0)
                for step in job.plan.steps:
                    reply = await session.execute(step)
                    if reply.get("status") == "error" and not step.may_crash:
                        break
                told = await session.ask({"own": "get_ipython().own_time[1]"}, 10.0)
                return float(told["user_expressions"]["own"]["data"]["text/plain"])
            except SessionOver as stop:
                raise SystemExit(f"{job.target.describe()}: {stop.detail}") from stop
            finally:
                await session.close()

    try:
        return sum(await asyncio.gather(*map(one, jobs)))
    finally:
        pool.close()


if __name__ == "__main__":
    main()

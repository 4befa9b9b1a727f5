"""A real Dask cluster on this machine, for the tests of every part: a scheduler, and workers that are processes."""

import contextlib
import subprocess
import sys
from collections.abc import Iterator

import dask
from distributed import LocalCluster

TRIES = 2
"""Times that a run is begun, where every worker that begins it dies."""


@contextlib.contextmanager
def local_cluster(workers: int) -> Iterator[str]:
    """Gives the scheduler's address. A worker that is killed is started anew, as a nanny does everywhere."""
    settings = {"distributed.scheduler.allowed-failures": TRIES - 1}
    with (
        dask.config.set(settings),
        LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=":0", host="127.0.0.1") as cluster,
    ):
        yield cluster.scheduler_address


@contextlib.contextmanager
def worker_that(does_first: str, address: str) -> Iterator[None]:
    """One more worker, whose process begins with a statement."""
    start = f"{does_first}\nfrom distributed.cli.dask_worker import main\nmain()"
    options = ["--no-nanny", "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1"]
    process = subprocess.Popen(
        [sys.executable, "-c", start, address, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

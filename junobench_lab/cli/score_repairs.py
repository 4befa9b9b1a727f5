"""The part of ``score`` that runs repairs."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio
    from collections.abc import AsyncGenerator

    from ..instances.bench import Bench
    from ..research.repairs.models import RepairRun
    from ..research.repairs.run import RepairJob
    from ..research.scoring.models import Interval, Score
    from ..research.tasks.models import Answer
    from ..running.cluster.cluster import Cluster
    from .clusters import Choice


@dataclass(frozen=True)
class Place:
    """Where repairs run, and how many at a time."""

    jobs: int | None
    kernel: str | None
    environment: str
    unconfined: bool = False
    """Whether local kernels may do what the person may."""
    cluster: "Choice | None" = None
    run: bool = True
    """Whether what isn't on file is run."""


def score_repairs(
    answers: "Sequence[Answer]",
    text: str,
    file: Path,
    against: Path | None,
    interval: "Interval | None",
    bench: str | None,
    place: Place,
    *,
    quiet: bool,
) -> "Score":
    """The score of predicted repairs (``text``, JSON lines), once those that aren't in ``file`` have run."""
    from ..research.repairs.runs_file import mend, read_runs
    from ..research.repairs.score import repair_scoring
    from ..running.claims import claimed
    from .benches import chosen_bench
    from .group import Cancelled
    from .interrupts import run_until_cancelled

    opened = chosen_bench(bench)
    scoring = repair_scoring(opened, answers, text)
    second = read_runs(against) if against is not None else None
    waiting = scoring.waiting(read_runs(file))
    if waiting and place.run:
        with claimed(file):
            mend(file)
            done = run_until_cancelled(lambda cancel: _run_repairs(opened, waiting, file, place, cancel, quiet=quiet))
        if done < len(waiting):
            raise Cancelled(
                f"Cancelled after {done} of {len(waiting)} repairs; {file} keeps them, and goes on from there."
            )
    return scoring.score(read_runs(file), second=second, interval=interval)


async def _run_repairs(
    bench: "Bench",
    waiting: "Sequence[RepairJob]",
    file: Path,
    place: Place,
    cancel: "asyncio.Event",
    *,
    quiet: bool,
) -> int:
    """Run what waits, keeping each result; gives how many were run."""
    import contextlib

    from ..research.repairs.runs_file import add_run
    from .clusters import joined
    from .printing import progress_console

    done = 0
    async with contextlib.AsyncExitStack() as stack:
        status = None
        if not quiet:
            status = stack.enter_context(progress_console().status(f"Running {len(waiting)} repairs ..."))
        say = status.update if status is not None else lambda _: None
        cluster = await stack.enter_async_context(joined(place.cluster, cancel, say))
        items = _runs(bench, waiting, place, cluster, cancel)
        async with contextlib.aclosing(items):
            async for run in items:
                add_run(file, run)
                done += 1
                say(f"{done} of {len(waiting)} repairs: {run.instance}, {run.sentence}")
    return done


def _runs(
    bench: "Bench",
    waiting: "Sequence[RepairJob]",
    place: Place,
    cluster: "Cluster | None",
    cancel: "asyncio.Event",
) -> "AsyncGenerator[RepairRun, None]":
    from ..research.records import research_records
    from ..research.repairs.run import run_repairs
    from .kernels import kernels_for_others, require_environment

    store = research_records()
    jobs = place.jobs or 1
    if cluster is None:
        network = any(bench.summary(job.answer.instance).needs_network for job in waiting)
        environment = kernels_for_others(
            bench, place.environment, place.kernel, unconfined=place.unconfined, network=network
        )
        return run_repairs(bench, waiting, at_a_time=jobs, store=store, environment=environment, cancel=cancel)
    name, kernel = require_environment(place.environment, place.kernel, here=False)
    from ..running.cluster.cluster import ClusterPlaces
    from ..running.cluster.environment import ClusterEnvironment

    return run_repairs(
        bench,
        waiting,
        at_a_time=jobs,
        store=store,
        environment=ClusterEnvironment(cluster, name, kernel, store=store),
        cancel=cancel,
        places=ClusterPlaces(cluster, cancel, place.jobs),
    )

"""The part of ``score`` that runs repairs."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio

    from ..instances.bench import Bench
    from ..research.repairs.run import RepairJob
    from ..research.scoring.models import Interval, Score
    from ..research.tasks.models import Answer


@dataclass(frozen=True)
class Place:
    """Where repairs run, and how many at a time."""

    jobs: int
    kernel: str | None
    environment: str
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
    from .benches import chosen_bench
    from .group import Cancelled
    from .interrupts import run_until_cancelled

    opened = chosen_bench(bench)
    scoring = repair_scoring(opened, answers, text)
    second = read_runs(against) if against is not None else None
    waiting = scoring.waiting(read_runs(file))
    if waiting and place.run:
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

    from ..research.records import research_records
    from ..research.repairs.run import run_repairs
    from ..research.repairs.runs_file import add_run
    from ..running.environments.choice import environment_of
    from .kernels import require_environment
    from .printing import progress_console

    name, kernel = require_environment(place.environment, place.kernel)
    out = progress_console()
    done = 0
    with contextlib.nullcontext() if quiet else out.status(f"Running {len(waiting)} repairs ...") as status:
        items = run_repairs(
            bench,
            waiting,
            at_a_time=place.jobs,
            store=research_records(),
            environment=environment_of(name, kernel),
            cancel=cancel,
        )
        async with contextlib.aclosing(items):
            async for run in items:
                add_run(file, run)
                done += 1
                if status is not None:
                    status.update(f"{done} of {len(waiting)} repairs: {run.instance}, {run.sentence}")
    return done

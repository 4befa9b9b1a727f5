"""Running predicted repairs: each in a fresh kernel, checked as an attempt, told as one `RepairRun`."""

import asyncio
import contextlib
import hashlib
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass

from ...errors import BrokenNotebook, InvalidRequest
from ...instances.bench import Bench
from ...instances.models import Cell
from ...practice.beginning import as_attempt, beginning
from ...practice.check import CheckJob, check_job, run_check
from ...practice.models import CheckResult
from ...running.models import RunRecord
from ...running.records import RecordStore
from ...running.scheduling import Places, Turns, in_turns
from ...running.session import RunEnvironment
from ..tasks.edits import no_such_cell
from ..tasks.models import RepairAnswer, RepairItem, RepairPrediction
from ..tasks.repaired import repaired_cells
from .models import RepairRun


@dataclass(frozen=True)
class RepairJob:
    """A prediction, the item it is for, and the instance behind that."""

    item: RepairItem
    answer: RepairAnswer
    prediction: RepairPrediction

    @property
    def key(self) -> tuple[str, int, str]:
        """What tells a run of this prediction from others."""
        return self.item.item, self.prediction.run, digest(self.prediction)


def digest(prediction: RepairPrediction) -> str:
    return hashlib.sha256(prediction.model_dump_json().encode()).hexdigest()


async def run_repairs(
    bench: Bench,
    jobs: Sequence[RepairJob],
    *,
    at_a_time: int,
    store: RecordStore,
    environment: RunEnvironment,
    cancel: asyncio.Event,
    places: Places | None = None,
) -> AsyncGenerator[RepairRun, None]:
    """Run predictions, several ``at_a_time`` or, of a cluster, as many as there are ``places``; yields each result as
    it comes. What was cancelled yields nothing."""
    done: asyncio.Queue[RepairRun | None] = asyncio.Queue()

    async def run(job: RepairJob) -> None:
        if not cancel.is_set():
            result = await run_repair(bench, job, store=store, environment=environment, cancel=cancel)
            if result is not None:
                done.put_nowait(result)

    async def work() -> None:
        try:
            await in_turns(_alternating(jobs), run, places or Turns(at_a_time))
        finally:
            done.put_nowait(None)

    working = asyncio.create_task(work())
    try:
        while (item := await done.get()) is not None:
            yield item
        await working
    finally:
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)


def _alternating(jobs: Sequence[RepairJob]) -> list[RepairJob]:
    """The first prediction of every instance, then the second: all of one would wait for its reference together."""
    before: Counter[str] = Counter()
    turns = []
    for job in jobs:
        turns.append(before[job.answer.instance])
        before[job.answer.instance] += 1
    return [job for _, job in sorted(zip(turns, jobs, strict=True), key=lambda pair: pair[0])]


async def run_repair(
    bench: Bench,
    job: RepairJob,
    *,
    store: RecordStore,
    environment: RunEnvironment,
    cancel: asyncio.Event | None = None,
) -> RepairRun | None:
    """Run one prediction; ``None`` where it was cancelled. Raises `EnvironmentUnavailable` where no record can be
    written."""
    try:
        check = await asyncio.to_thread(_check_of, bench, job)
    except (InvalidRequest, BrokenNotebook) as error:
        return _told(job, verdict=None, level=None, sentence=str(error), problem=True)
    result: CheckResult | None = None
    record: RunRecord | None = None
    items = run_check(check, store=store, environment=environment, cancel=cancel)
    async with contextlib.aclosing(items):
        async for item in items:
            if isinstance(item, CheckResult):
                result = item
            elif isinstance(item, RunRecord):
                record = item
    assert result is not None and record is not None and record.outcome is not None, "A check ends with both."
    if result.cancelled:
        return None
    return _told(
        job,
        verdict=record.outcome.verdict,
        level=result.level,
        evasions=[evasion.kind for evasion in result.evasions],
        equality=result.equality,
        sentence=result.sentence,
        seconds=result.seconds,
        record=result.run,
    )


def _check_of(bench: Bench, job: RepairJob) -> CheckJob:
    """The prediction as an attempt. Its order, where it gives one, is that of a person's session."""
    cells = repaired_cells(job.item, job.prediction)
    given = beginning(bench, job.answer.instance)
    attempt = as_attempt([Cell(cell=cell.cell, type=cell.type, source=cell.source) for cell in cells], given.start)
    order = job.prediction.order
    if order is not None:
        outside = next((cell for cell in order if not 0 <= cell < len(attempt.cells)), None)
        if outside is not None:
            raise InvalidRequest(f"The order names {no_such_cell(outside, len(cells))}")
    ids = [attempt.cells[cell].id or "" for cell in order] if order is not None else None
    return check_job(bench, job.answer.instance, 1, given.edited(attempt), order=ids)


def _told(job: RepairJob, **fields: object) -> RepairRun:
    item, run, prediction = job.key
    about = {"item": item, "run": run, "prediction": prediction, "instance": job.answer.instance}
    return RepairRun.model_validate({**about, **fields})

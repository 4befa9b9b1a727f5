"""The check of an attempt: run it in a fresh kernel through the crash cell, and judge what came of it."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import LabError
from ..instances.bench import Bench
from ..instances.models import REFERENCE_VARIANTS
from ..running.edited import EditedNotebook
from ..running.environments.local import LocalEnvironment
from ..running.models import Condition, Event, KernelReady, Limits, RunRecord
from ..running.plan import crash_twin
from ..running.records import RecordStore
from ..running.session import RunEnvironment, RunJob, attempt_job, run_target
from ..trace.align import counterpart
from ..trace.live import SessionRecord
from ..trace.order import trace_notebook
from .check_store import CheckStore
from .compare import SideInput
from .equality import Equality, equality
from .judgement import Evidence, judge_attempt
from .models import CheckLevel, CheckResult, Prediction, Reveal
from .predictions import answered, true_cause
from .reference import Budget, budget, reference_run
from .rehearsal import rehearsal
from .reveal_policy import Sight
from .sides import variant_side
from .state_agreement import agreement, compared_names

if TYPE_CHECKING:
    from ..running.snapshots.store import SnapshotStore
    from .progress.store import AttemptRecorder


_DECIDED_BY_A_WHOLE_RUN: frozenset[CheckLevel | None] = frozenset({"passes_check", "equals_reference"})
"""Levels that no run reaches that went on from a kernel which an earlier run had left."""


@dataclass(frozen=True)
class CheckJob:
    """An attempt as it is to be checked."""

    bench: Bench
    run: RunJob
    edited: EditedNotebook
    crash_cell: int | None
    """What the crash cell has become, 0-based."""
    edited_files: Sequence[str] = ()
    hints: Sequence[Reveal] = ()
    prediction: Prediction | None = None
    """What the person predicted, where that may be answered."""
    recorder: "AttemptRecorder | None" = None
    """Records the result in a person's progress; ``None`` for what nobody practises on."""


def check_job(
    bench: Bench,
    id: str,
    number: int,
    edited: EditedNotebook,
    *,
    session: SessionRecord | None = None,
    order: Sequence[str] | None = None,
    folder: Path | None = None,
    hints: Sequence[Reveal] = (),
    prediction: Prediction | None = None,
    recorder: "AttemptRecorder | None" = None,
) -> CheckJob:
    """Prepare a check.

    The cells run in the order of the person's ``session``, without its trials (see `rehearsal`), or in the ``order`` of
    ids that is given, else as `plan_attempt` says. ``folder`` is the attempt's own, whose input files are compared with
    those of the instance. Raises `UnknownInstance`, `BrokenBench`, and `InvalidRequest` where nothing is left to run.
    """
    twin = crash_twin(edited)
    if session is not None and order is None:
        order = rehearsal(session.executions, edited.now, edited.now.cells[twin].id if twin is not None else None)
    run = attempt_job(bench, id, number, edited, order=order)
    run = replace(run, ask=True, check=bench.check(id))
    files = _edited_files(run, folder) if folder is not None else ()
    return CheckJob(bench, run, edited, twin, files, hints, prediction, recorder)


async def run_check(
    job: CheckJob,
    *,
    store: RecordStore,
    environment: RunEnvironment | None = None,
    limits: Limits | None = None,
    cancel: asyncio.Event | None = None,
    snapshots: "SnapshotStore | None" = None,
) -> AsyncGenerator[Event | CheckResult | RunRecord, None]:
    """Carry a check out. Yields the events of the attempt's run, the `CheckResult` and, as the last item, the run's
    record; both are on disk by then. Raises `EnvironmentUnavailable` where they can't be written.

    Before the first check of an instance its reference fix is run once, out of sight: ten times its time and memory
    is what the attempt may take.

    With ``snapshots`` the attempt goes on from where an earlier run of it has left a kernel. A check that is then
    passed is told at once as one that isn't confirmed, and decided by a second run, of the whole plan and without
    events: its result follows, and is the one that counts and is kept.
    """
    environment = environment or LocalEnvironment()
    limits = limits or Limits()
    reference = await reference_run(
        job.bench, job.run.target.id, store=store, environment=environment, limits=limits, cancel=cancel
    )
    allowed = budget(reference, limits)
    bounded = allowed.within(limits)
    items = run_target(
        job.run, store=store, environment=environment, limits=bounded, cancel=cancel, snapshots=snapshots
    )
    async with contextlib.aclosing(items):
        async for item in items:
            if isinstance(item, RunRecord):
                result = await asyncio.to_thread(_judge, job, item, reference, allowed)
                if _was_resumed(item) and result.level in _DECIDED_BY_A_WHOLE_RUN:
                    yield _to_be_confirmed(result)
                    item = await _whole_run(job.run, store, environment, bounded, cancel)
                    result = await asyncio.to_thread(_judge, job, item, reference, allowed)
                await asyncio.to_thread(CheckStore(store).save, result)
                if job.recorder is not None:
                    await asyncio.to_thread(job.recorder.checked, result)
                yield result
            yield item


def _was_resumed(record: RunRecord) -> bool:
    return any(isinstance(event, KernelReady) and event.resumed for event in record.events)


def _to_be_confirmed(result: CheckResult) -> CheckResult:
    told = f"{result.sentence} The whole plan now runs once more, from the first cell, to confirm it."
    return result.model_copy(update={"confirmed": False, "sentence": told, "prediction": None})


async def _whole_run(
    job: RunJob, store: RecordStore, environment: RunEnvironment, limits: Limits, cancel: asyncio.Event | None
) -> RunRecord:
    """The record of a run that begins anew; it takes the place of the one on disk."""
    items = run_target(job, store=store, environment=environment, limits=limits, cancel=cancel)
    async with contextlib.aclosing(items):
        async for item in items:
            if isinstance(item, RunRecord):
                return item
    raise AssertionError("a run ends with its record")


def _judge(job: CheckJob, record: RunRecord, reference: RunRecord | None, allowed: Budget) -> CheckResult:
    conditions = record.conditions if job.run.check is not None else _agreement(job, record, reference)
    result = judge_attempt(
        Evidence(
            record=record,
            edited=job.edited,
            crash_cell=job.crash_cell,
            conditions=conditions,
            has_check=job.run.check is not None,
            edited_files=job.edited_files,
            equality=_equality(job, record),
            budget=allowed,
            reference=reference,
            checked=datetime.now(timezone.utc),
            hints=job.hints,
        )
    )
    return result.model_copy(update={"prediction": _prediction(job, result)})


def _prediction(job: CheckJob, result: CheckResult) -> str | None:
    """What came of the person's prediction, as far as they may know by now."""
    solved = result.level in ("passes_check", "equals_reference")
    sight = Sight(revealed=job.hints, attempted=True, solved=solved)
    if job.prediction is None or not sight.cause:
        return None
    truth = true_cause(job.bench, job.run.target.id)
    answer = answered(job.prediction, truth, tells_cell=sight.cause_cell) if truth is not None else None
    return answer.sentence if answer is not None else None


def _agreement(job: CheckJob, record: RunRecord, reference: RunRecord | None) -> list[Condition] | None:
    """Conditions from the state of the reference run; ``None`` where one of the two states isn't known."""
    if reference is None or reference.state is None or record.state is None:
        return None
    fixed = job.bench.notebook(job.run.target.id, "fixed")
    reproduced = job.bench.notebook(job.run.target.id, "reproduced")
    crash = trace_notebook(reproduced).crash
    twin = counterpart(crash.cell, reproduced.cells, fixed.cells) if crash is not None else None
    if twin is None:
        return None
    return agreement(record.state, reference.state, compared_names(fixed.cells, twin)) or None


def _equality(job: CheckJob, record: RunRecord) -> Equality | None:
    own = SideInput(notebook=job.edited.now, title="", sequence=[step.cell for step in record.plan.steps])
    for variant in REFERENCE_VARIANTS:
        try:
            reference, _ = variant_side(job.bench, job.run.target.id, variant)
        except LabError:
            # The second reference fix is there in few instances.
            continue
        found = equality(own, reference)
        if found is not None:
            return found
    return None


def _edited_files(run: RunJob, folder: Path) -> list[str]:
    """Input files that say something else in the attempt's folder, by their paths below it."""
    edited = []
    for file in run.files:
        copy = folder / file.relative_to(run.folder)
        try:
            same = copy.read_bytes() == file.read_bytes()
        except OSError:
            # A copy that was removed changes nothing: the check has its own.
            continue
        if not same:
            edited.append(file.relative_to(run.folder).as_posix())
    return edited

"""The one way in which the server, the command line and the verification run something."""

import asyncio
import contextlib
import platform
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from .._version import __version__
from ..errors import InvalidRequest
from ..instances.bench import Bench
from .edited import EditedNotebook
from .environments.base import EnvironmentName, KernelEnvironment
from .environments.local import LocalEnvironment
from .models import Event, Limits, NameState, Output, Plan, RunRecord, Target
from .outcome import judge
from .plan import plan_attempt, plan_variant
from .questions import CheckQuestion
from .records import RecordStore
from .runner import run_plan

if TYPE_CHECKING:
    from .snapshots.store import SnapshotStore


@dataclass(frozen=True)
class RunJob:
    """All that a run needs: what it is of, its plan, and the input files."""

    target: Target
    plan: Plan
    folder: Path
    """The instance's folder."""
    files: Sequence[Path] = field(default_factory=tuple)
    """What is copied for the run: files below `folder`."""
    run: str = field(default_factory=RecordStore.new_id)
    """Id that the record will have."""
    ask: bool = False
    """Whether the kernel is asked when all has run: for `check`, for input files that were changed, and for the memory
    that it held."""
    needs_network: bool = False
    """Whether the instance asks for a network (see `network`)."""
    check: str | None = None
    """Source of the instance's check; it is sent to the kernel when everything has run, and never before."""


@runtime_checkable
class RemoteEnvironment(Protocol):
    """A place where whole runs are carried out, their kernels with them, such as a cluster."""

    name: EnvironmentName
    kernel: str

    async def carry_out(self, job: RunJob, limits: Limits, cancel: asyncio.Event) -> RunRecord:
        """The finished record of a run, whatever became of it: as `carry_out` here gives it.

        Set ``cancel`` to end the run. Raises nothing of its own; what goes wrong with the place is in the outcome.
        """


RunEnvironment = KernelEnvironment | RemoteEnvironment
"""Where a run may take place."""


def variant_job(bench: Bench, id: str, variant: str) -> RunJob:
    """Prepare a run of a variant.

    Raises `UnknownInstance`, `UnknownVariant`, `BrokenNotebook`, and `InvalidRequest` where nothing was run in it.
    """
    notebook = bench.notebook(id, variant)
    reproduced = notebook if variant == "reproduced" else bench.notebook(id, "reproduced")
    plan = plan_variant(notebook, reproduced=reproduced, crash=bench.summary(id).crash)
    return _job(bench, Target(bench=bench.name, id=id, variant=variant), plan)


def attempt_job(
    bench: Bench,
    id: str,
    number: int,
    edited: EditedNotebook,
    *,
    order: Sequence[str] | None = None,
) -> RunJob:
    """Prepare a run of an attempt (see `plan_attempt`). Raises `UnknownInstance`, `InvalidRequest`."""
    plan = plan_attempt(edited, crash=bench.summary(id).crash, order=order)
    return _job(bench, Target(bench=bench.name, id=id, attempt=number), plan)


async def run_target(
    job: RunJob,
    *,
    store: RecordStore,
    environment: RunEnvironment | None = None,
    limits: Limits | None = None,
    cancel: asyncio.Event | None = None,
    snapshots: "SnapshotStore | None" = None,
) -> AsyncGenerator[Event | RunRecord, None]:
    """Run a job and keep its record; with ``snapshots``, from where an earlier run of the same attempt allows it.

    Yields every event, and as the last item the finished record, which is on disk by then. A record without an outcome
    is on disk from the start. Raises `EnvironmentUnavailable` where records can't be written; all that goes wrong with
    the kernel is in the outcome. The events of a run elsewhere come all at once, when it is over, and its record is on
    disk only then: of those that wait for a worker there may be thousands, and writing takes most of the client's time.
    """
    environment = environment or LocalEnvironment()
    limits = limits or Limits()
    cancel = cancel or asyncio.Event()
    record = new_record(job, environment, limits)
    if isinstance(environment, RemoteEnvironment):
        items = _carry_out_elsewhere(job, environment, limits, cancel)
    else:
        await asyncio.to_thread(store.save, record)
        items = carry_out(job, environment=environment, limits=limits, cancel=cancel, snapshots=snapshots)
    events: list[Event] = []
    kept = False
    try:
        async with contextlib.aclosing(items):
            async for item in items:
                if isinstance(item, RunRecord):
                    await asyncio.to_thread(store.save, item)
                    kept = True
                else:
                    events.append(item)
                yield item
    except (GeneratorExit, asyncio.CancelledError):
        if not kept:
            # Whoever listened has gone away: what was seen until then is worth keeping.
            store.save(ended_record(record, events))
        raise


async def carry_out(
    job: RunJob,
    *,
    environment: KernelEnvironment,
    limits: Limits,
    cancel: asyncio.Event | None = None,
    snapshots: "SnapshotStore | None" = None,
) -> AsyncGenerator[Event | RunRecord, None]:
    """As `run_target`, and keeps nothing on disk."""
    record = new_record(job, environment, limits)
    events: list[Event] = []
    state: list[NameState] = []
    crash_outputs: list[dict[str, Any]] = []
    question = CheckQuestion(job.check, job.folder, job.files, crash_outputs) if job.ask else None
    kept = None
    if snapshots is not None and job.target.attempt is not None and environment.name == "local":
        kept = snapshots.run(job.target, environment.kernel, job.folder, job.files)
    steps = run_plan(
        job.plan,
        folder=job.folder,
        files=job.files,
        environment=environment,
        limits=limits,
        cancel=cancel,
        take_state=state.extend,
        question=question,
        snapshots=kept,
    )
    async with contextlib.aclosing(steps):
        async for event in steps:
            events.append(event)
            if isinstance(event, Output) and job.plan.crash is not None and event.step == job.plan.crash.step:
                crash_outputs.append(event.output)
            yield event
    record = ended_record(record, events).model_copy(update={"state": state or None})
    if question is not None:
        told = {
            "conditions": question.conditions,
            "changed_files": question.changed_files,
            "peak_memory": question.peak_memory,
        }
        record = record.model_copy(update=told)
    yield record


async def _carry_out_elsewhere(
    job: RunJob, environment: RemoteEnvironment, limits: Limits, cancel: asyncio.Event
) -> AsyncGenerator[Event | RunRecord, None]:
    record = await environment.carry_out(job, limits, cancel)
    for event in record.events:
        yield event
    yield record


def new_record(job: RunJob, environment: RunEnvironment, limits: Limits) -> RunRecord:
    """The record of a run that begins now."""
    return RunRecord(
        run=job.run,
        target=job.target,
        environment=environment.name,
        kernel=environment.kernel,
        started=datetime.now(timezone.utc),
        product=__version__,
        platform=platform.platform(),
        limits=limits,
        plan=job.plan,
    )


def ended_record(record: RunRecord, events: Sequence[Event]) -> RunRecord:
    """The record of a run that has ended now, with the verdict that follows from its events."""
    return record.model_copy(
        update={"events": events, "outcome": judge(record.plan, events), "ended": datetime.now(timezone.utc)}
    )


def _job(bench: Bench, target: Target, plan: Plan) -> RunJob:
    if not plan.steps:
        raise InvalidRequest(f"{target.describe()}: {plan.note}")
    return RunJob(
        target,
        plan,
        bench.folder(target.id),
        bench.input_files(target.id),
        needs_network=bench.summary(target.id).needs_network,
    )

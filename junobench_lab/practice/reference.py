"""A run of the reference fix, against which attempts are measured: its time, and the names that it leaves."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from weakref import WeakValueDictionary

from ..errors import LabError, UnknownRun
from ..instances.bench import Bench
from ..running.environments.memory import default_memory_bound
from ..running.models import Limits, RunRecord
from ..running.records import RecordStore
from ..running.session import RunEnvironment, RunJob, run_target, variant_job

_FOLDER = "reference"
"""Folder beside the records of what people ran: those of reference fixes are in no list that they see."""

TIMES = 10.0
LEAST_SECONDS = 10.0
LEAST_MEMORY = 512_000_000
"""Bytes: a kernel with the usual libraries takes a quarter of it before a notebook has done anything."""


@dataclass(frozen=True)
class Budget:
    """What an attempt may take."""

    seconds: float
    memory: int | None = None
    """Bytes; ``None`` where no run tells, so that only the environment's own bound holds."""

    def within(self, limits: Limits) -> Limits:
        return limits.model_copy(
            update={"run": self.seconds, "cell": min(limits.cell, self.seconds), "memory": self.memory}
        )


def budget(reference: RunRecord | None, limits: Limits) -> Budget:
    """Ten times what the reference run took, at least `LEAST_SECONDS` and `LEAST_MEMORY`, and never more than the
    limits allow."""
    if reference is None or reference.outcome is None:
        return Budget(limits.run, limits.memory)
    seconds = min(limits.run, max(LEAST_SECONDS, TIMES * reference.outcome.seconds))
    if reference.peak_memory is None:
        return Budget(seconds, limits.memory)
    most = limits.memory or default_memory_bound()
    return Budget(seconds, min(most, max(LEAST_MEMORY, int(TIMES * reference.peak_memory))))


async def reference_run(
    bench: Bench,
    id: str,
    *,
    store: RecordStore,
    environment: RunEnvironment,
    limits: Limits,
    cancel: asyncio.Event | None = None,
) -> RunRecord | None:
    """The record of a run of the fixed variant that got through; ``None`` where there is no such run.

    It is run once per kernel, and anew when the notebook or the input files have changed. Of many that want it at the
    same time one runs it, and the others wait.
    """
    try:
        job = replace(await asyncio.to_thread(variant_job, bench, id, "fixed"), ask=True)
    except LabError:
        return None
    kept = RecordStore(store.folder / _FOLDER)
    key = (kept.folder, job.folder, environment.name, environment.kernel)
    lock = _one_at_a_time.setdefault(key, asyncio.Lock())
    async with lock:
        known = await asyncio.to_thread(_known, key, kept, job, environment)
        if known is not None:
            return known
        record = None
        async for item in run_target(job, store=kept, environment=environment, limits=limits, cancel=cancel):
            if isinstance(item, RunRecord):
                record = item
        return record if record is not None and _got_through(record) else None


_Key = tuple[Path, Path, str, str]
"""Folders of the records and of the instance, environment and kernel."""
_one_at_a_time: "WeakValueDictionary[_Key, asyncio.Lock]" = WeakValueDictionary()
_recent: OrderedDict[_Key, RunRecord] = OrderedDict()
"""Records that were found before, as thousands of checks may follow each other; the last one used at the end."""
_RECENT = 64


def _known(key: _Key, store: RecordStore, job: RunJob, environment: RunEnvironment) -> RunRecord | None:
    changed = _last_change([job.folder, *job.files])
    recent = _recent.get(key)
    if recent is None or recent.plan != job.plan or recent.started.timestamp() < changed:
        recent = _on_file(store, job, environment, changed)
    if recent is not None:
        _recent[key] = recent
        _recent.move_to_end(key)
        while len(_recent) > _RECENT:
            _recent.popitem(last=False)
    return recent


def _on_file(store: RecordStore, job: RunJob, environment: RunEnvironment, changed: float) -> RunRecord | None:
    for summary in store.list(job.target.bench, job.target.id):
        same = (summary.environment, summary.kernel) == (environment.name, environment.kernel)
        if not same or summary.started.timestamp() < changed:
            continue
        try:
            record = store.load(summary.run)
        except UnknownRun:
            continue
        if record.plan == job.plan and _got_through(record):
            return record
    return None


def _got_through(record: RunRecord) -> bool:
    return record.outcome is not None and record.outcome.verdict == "no_crash"


def _last_change(paths: Sequence[Path]) -> float:
    """Seconds since the epoch; a file that is gone by now has no time."""
    times = []
    for path in paths:
        try:
            times.append(path.stat().st_mtime)
        except OSError:
            continue
    return max(times, default=0.0)

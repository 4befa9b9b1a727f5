"""The runs of this server: started in the background, followed by any number of listeners, cancelled on request."""

import asyncio
import contextlib
import logging
import platform
import time
from collections.abc import AsyncIterator
from datetime import datetime, timezone

from .._version import __version__
from ..errors import EnvironmentUnavailable, LabError
from ..practice.check import CheckJob, run_check
from ..practice.check_store import CheckStore
from ..practice.models import Attempt, CheckResult
from ..running.environments.base import KernelEnvironment
from ..running.models import Ended, Event, Limits, Outcome, RunRecord, RunSummary
from ..running.outcome import judge
from ..running.records import RecordStore, summary_of
from ..running.session import RunJob, run_target
from ..running.snapshots.store import SnapshotStore

CANCEL_BOUND = 2.0
"""Seconds that a cancelled run may take to clean up before the answer is given all the same."""

_CLOSE_BOUND = 5.0
"""Seconds that all runs together may take to clean up when the server stops."""

_KEPT_UNRECORDED = 20
"""Ended runs without a record on disk that are kept in memory."""

_FAULT = "The run failed by a fault of the server, and its log holds the details: run it again."
_STOPPED = "The server stopped before the run came to its end: run it again."


class _Live:
    """A run of this server that goes on, or that ended and could not be recorded."""

    def __init__(
        self, job: RunJob, environment: KernelEnvironment, limits: Limits, check: CheckJob | None = None
    ) -> None:
        self.job = job
        self.check = check
        """What is checked by this run, where it is a check."""
        self.results: list[CheckResult] = []
        """What the check found; the last one counts."""
        self.environment = environment
        self.started = datetime.now(timezone.utc)
        self.ended: datetime | None = None
        self.limits = limits
        self.events: list[Event] = []
        self.outcome: Outcome | None = None
        self.cancel = asyncio.Event()
        self.task: asyncio.Task[None] | None = None
        self._began = time.monotonic()
        self._changed = asyncio.Event()

    def add(self, event: Event) -> None:
        self.events.append(event)
        self._tell()

    def add_result(self, result: CheckResult) -> None:
        self.results.append(result)
        self._tell()

    def end(self, record: RunRecord) -> None:
        """The run came to its end; ``record`` is on disk."""
        self.started, self.ended, self.outcome = record.started, record.ended, record.outcome
        self._tell()

    def end_without_verdict(self, sentence: str) -> None:
        """An end that is nobody's fault but that of the environment."""
        at = time.monotonic() - self._began
        self.events.append(Ended(at=at, reason="infrastructure", detail=sentence))
        self.ended, self.outcome = datetime.now(timezone.utc), judge(self.job.plan, self.events)
        self._tell()

    async def wait(self) -> None:
        """Until something is new."""
        await self._changed.wait()

    def _tell(self) -> None:
        # Whoever waits holds the old flag; whoever comes later waits for the next one.
        self._changed.set()
        self._changed = asyncio.Event()

    def record(self) -> RunRecord:
        return RunRecord(
            run=self.job.run,
            target=self.job.target,
            environment=self.environment.name,
            kernel=self.environment.kernel,
            started=self.started,
            ended=self.ended,
            product=__version__,
            platform=platform.platform(),
            limits=self.limits,
            plan=self.job.plan,
            events=list(self.events),
            outcome=self.outcome,
        )

    def summary(self) -> RunSummary:
        return summary_of(self.record())


class RunManager:
    """Carries runs out, ``max_runs`` at a time, and remembers them: those that go on here, ended ones by their records.

    `start`, `cancel`, `follow` and `close` belong to the event loop; the others may be called from any thread.
    """

    def __init__(self, store: RecordStore, limits: Limits, max_runs: int, log: logging.Logger | None = None) -> None:
        self._store = store
        self._limits = limits
        self._log = log or logging.getLogger(__name__)
        self._turns = asyncio.Semaphore(max_runs)
        self._snapshots = SnapshotStore()
        self._live: dict[str, _Live] = {}
        self._closed = False

    def start(self, job: RunJob | CheckJob, environment: KernelEnvironment) -> RunSummary:
        """Start a run or a check in the background; it waits for its turn where too many go on.

        Raises `EnvironmentUnavailable` while the server stops.
        """
        if self._closed:
            raise EnvironmentUnavailable("The server is stopping and starts no more runs.")
        check = job if isinstance(job, CheckJob) else None
        live = _Live(job.run if isinstance(job, CheckJob) else job, environment, self._limits, check)
        self._live[live.job.run] = live
        self._forget_unrecorded()
        live.task = asyncio.create_task(self._carry_out(live))
        return live.summary()

    def summaries(self, bench: str | None = None, id: str | None = None) -> list[RunSummary]:
        """The runs, newest first, of one bench or instance if named: those that go on, and all on record."""
        going_on = [live.summary() for live in list(self._live.values())]
        found = {summary.run: summary for summary in self._store.list(bench, id)}
        for summary in going_on:
            recorded = found.get(summary.run)
            asked_for = bench in (None, summary.target.bench) and id in (None, summary.target.id)
            # A run may have ended, and be on record as such, while the records were read.
            if asked_for and (recorded is None or recorded.ended is None):
                found[summary.run] = summary
        return sorted(found.values(), key=lambda summary: summary.run, reverse=True)

    def record(self, run: str) -> RunRecord:
        """The record, with the events so far where the run goes on. Raises `UnknownRun`."""
        live = self._live.get(run)
        return live.record() if live is not None else self._store.load(run)

    async def follow(self, run: str) -> AsyncIterator[Event | CheckResult | Outcome]:
        """All events of a run from its start, as they come, the results of a check, and the run's outcome as the last
        item. Raises `UnknownRun`."""
        live = self._live.get(run)
        if live is None:
            record = await asyncio.to_thread(self._store.load, run)
            for event in record.events:
                yield event
            result = await asyncio.to_thread(CheckStore(self._store).load, run)
            if result is not None:
                yield result
            yield record.outcome or judge(record.plan, [Ended(at=0.0, reason="infrastructure", detail=_STOPPED)])
            return
        told = found = 0
        while True:
            while told < len(live.events):
                told += 1
                yield live.events[told - 1]
            while found < len(live.results):
                found += 1
                yield live.results[found - 1]
            if live.outcome is not None:
                yield live.outcome
                return
            await live.wait()

    async def cancel(self, run: str) -> RunSummary:
        """End a run; one that has ended stays as it is. Answers within `CANCEL_BOUND`. Raises `UnknownRun`."""
        live = self._live.get(run)
        if live is None:
            return summary_of(await asyncio.to_thread(self._store.load, run))
        live.cancel.set()
        if live.task is not None:
            await asyncio.wait({live.task}, timeout=CANCEL_BOUND)
        return live.summary()

    async def close(self) -> None:
        """Cancel what goes on and wait until its kernels are gone; start no more."""
        self._closed = True
        for live in self._live.values():
            live.cancel.set()
        tasks = {live.task for live in self._live.values() if live.task is not None}
        late = (await asyncio.wait(tasks, timeout=_CLOSE_BOUND))[1] if tasks else set()
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=_CLOSE_BOUND)
        await self._snapshots.close()

    async def _carry_out(self, live: _Live) -> None:
        try:
            async with self._turn(live):
                async for item in self._items(live):
                    if isinstance(item, CheckResult):
                        live.add_result(item)
                    elif isinstance(item, RunRecord):
                        live.end(item)
                        # It is on disk by now, whose events can be many megabytes.
                        self._live.pop(live.job.run, None)
                    else:
                        live.add(item)
        except LabError as error:
            live.end_without_verdict(str(error))
        except Exception:
            self._log.exception("Run %s failed", live.job.run)
            live.end_without_verdict(_FAULT)
        finally:
            if live.outcome is None:
                live.end_without_verdict(_STOPPED)

    def _items(self, live: _Live) -> AsyncIterator[Event | CheckResult | RunRecord]:
        if live.check is not None:
            return run_check(
                live.check,
                store=self._store,
                environment=live.environment,
                limits=self._limits,
                cancel=live.cancel,
                snapshots=self._snapshots,
            )
        return run_target(
            live.job,
            store=self._store,
            environment=live.environment,
            limits=self._limits,
            cancel=live.cancel,
            snapshots=self._snapshots,
        )

    def latest_check(self, attempt: Attempt) -> CheckResult | None:
        """The newest result of an attempt; ``None`` where it hasn't been checked."""
        return CheckStore(self._store).latest(attempt)

    @contextlib.asynccontextmanager
    async def _turn(self, live: _Live) -> AsyncIterator[None]:
        """Wait for a free place. A run that is cancelled meanwhile passes through at once and comes to its end."""
        turn = asyncio.create_task(self._turns.acquire())
        cancelled = asyncio.create_task(live.cancel.wait())
        try:
            await asyncio.wait({turn, cancelled}, return_when=asyncio.FIRST_COMPLETED)
            yield
        finally:
            cancelled.cancel()
            if turn.done():
                self._turns.release()
            else:
                turn.cancel()

    def _forget_unrecorded(self) -> None:
        ended = [run for run, live in self._live.items() if live.outcome is not None]
        for run in ended[:-_KEPT_UNRECORDED]:
            del self._live[run]

"""The runs of this server: started in the background, followed by any number of listeners, cancelled on request."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from datetime import datetime, timezone

from ..errors import EnvironmentUnavailable, LabError
from ..running.environments.base import KernelEnvironment
from ..running.models import Ended, Event, Limits, Outcome, RunRecord, RunSummary, Target
from ..running.outcome import judge
from ..running.records import RecordStore
from ..running.session import RunJob, run_target

_KEPT = 50
"""Finished runs whose events are kept in memory; older ones are read from their records."""

_CANCEL_BOUND = 5.0
"""Seconds that a cancelled run may take to clean up before the answer is given all the same."""


class _Live:
    """A run of this server, going on or ended."""

    def __init__(self, summary: RunSummary, job: RunJob, order: Sequence[str] | None) -> None:
        self.summary = summary
        self.job = job
        self.order = list(order) if order else None
        self.events: list[Event] = []
        self.outcome: Outcome | None = None
        self.record: RunRecord | None = None
        self.cancel = asyncio.Event()
        self.changed = asyncio.Condition()
        self.task: asyncio.Task[None] | None = None

    async def tell(self) -> None:
        async with self.changed:
            self.changed.notify_all()


class RunManager:
    def __init__(self, store: RecordStore, limits: Limits, max_runs: int) -> None:
        self._store = store
        self._limits = limits
        self._turns = asyncio.Semaphore(max_runs)
        self._live: dict[str, _Live] = {}

    def start(self, job: RunJob, environment: KernelEnvironment, order: Sequence[str] | None) -> RunSummary:
        """Start a run in the background; it waits for its turn where too many go on."""
        summary = RunSummary(
            run=job.run,
            target=job.target,
            environment=environment.name,
            kernel=environment.kernel,
            started=datetime.now(timezone.utc),
        )
        live = _Live(summary, job, order)
        self._live[job.run] = live
        live.task = asyncio.create_task(self._carry_out(live, environment))
        self._forget_old()
        return summary

    async def _carry_out(self, live: _Live, environment: KernelEnvironment) -> None:
        try:
            async with self._turn(live):
                async for item in run_target(
                    live.job, store=self._store, environment=environment, limits=self._limits, cancel=live.cancel
                ):
                    if isinstance(item, RunRecord):
                        live.record, live.outcome = item, item.outcome
                        live.summary = live.summary.model_copy(update={"ended": item.ended, "outcome": item.outcome})
                    else:
                        live.events.append(item)
                    await live.tell()
        except asyncio.CancelledError:
            raise
        except Exception as error:
            self._end_badly(live, error)
            if not isinstance(error, LabError):
                raise
        finally:
            if live.outcome is None:
                self._end_badly(live, EnvironmentUnavailable("The server stopped before the run came to its end."))
            await live.tell()

    @contextlib.asynccontextmanager
    async def _turn(self, live: _Live) -> AsyncIterator[None]:
        """Wait for a free place, unless the run is cancelled before: it then passes through to its end at once."""
        turn = asyncio.create_task(self._turns.acquire())
        cancelled = asyncio.create_task(live.cancel.wait())
        try:
            await asyncio.wait({turn, cancelled}, return_when=asyncio.FIRST_COMPLETED)
            yield
        finally:
            cancelled.cancel()
            if turn.done() and not turn.cancelled():
                self._turns.release()
            else:
                turn.cancel()

    def _end_badly(self, live: _Live, error: Exception) -> None:
        sentence = str(error) if isinstance(error, LabError) else "The run failed; the details are in the server's log."
        ended = Ended(at=0.0, reason="infrastructure", detail=sentence)
        live.events.append(ended)
        live.outcome = judge(live.job.plan, live.events)
        live.summary = live.summary.model_copy(update={"ended": datetime.now(timezone.utc), "outcome": live.outcome})

    def summaries(self, bench: str | None, id: str | None) -> list[RunSummary]:
        """The runs, newest first: those of this server as they stand now, and all on record."""
        live = {run: one.summary for run, one in self._live.items()}
        on_record = {summary.run: summary for summary in self._store.list(bench, id)}
        wanted = [
            summary
            for summary in {**on_record, **live}.values()
            if bench in (None, summary.target.bench) and id in (None, summary.target.id)
        ]
        return sorted(wanted, key=lambda summary: summary.run, reverse=True)

    def record(self, run: str) -> RunRecord:
        """The record, with the events so far where the run goes on. Raises `UnknownRun`."""
        live = self._live.get(run)
        if live is None:
            return self._store.load(run)
        if live.record is not None:
            return live.record
        from .._version import __version__

        return RunRecord(
            run=run,
            target=live.summary.target,
            kernel=live.summary.kernel,
            started=live.summary.started,
            ended=live.summary.ended,
            product=__version__,
            platform="",
            limits=self._limits,
            plan=live.job.plan,
            events=list(live.events),
            outcome=live.outcome,
        )

    async def follow(self, run: str) -> AsyncIterator[tuple[str, str]]:
        """All events of a run as (name, JSON), from its start; ends with its outcome. Raises `UnknownRun`."""
        live = self._live.get(run)
        if live is None:
            record = await asyncio.to_thread(self._store.load, run)
            for event in record.events:
                yield "run", event.model_dump_json()
            outcome = record.outcome or judge(record.plan, [*record.events, _UNFINISHED])
            yield "outcome", outcome.model_dump_json()
            return
        told = 0
        while True:
            while told < len(live.events):
                told += 1
                yield "run", live.events[told - 1].model_dump_json()
            if live.outcome is not None:
                yield "outcome", live.outcome.model_dump_json()
                return
            async with live.changed:
                if told == len(live.events) and live.outcome is None:
                    await live.changed.wait()

    async def cancel(self, run: str) -> RunSummary:
        """End a run; one that has ended stays as it is. Raises `UnknownRun`."""
        live = self._live.get(run)
        if live is None:
            record = await asyncio.to_thread(self._store.load, run)
            return RunSummary(**record.model_dump(include=set(RunSummary.model_fields)))
        live.cancel.set()
        if live.task is not None:
            await asyncio.wait({live.task}, timeout=_CANCEL_BOUND)
        return live.summary

    def latest_order(self, target: Target) -> list[str] | None:
        """The order of the person's session that the latest run of an attempt was given."""
        runs = [one for one in self._live.values() if one.job.target == target]
        return runs[-1].order if runs else None

    async def close(self) -> None:
        """Cancel what goes on and wait until it has cleaned up."""
        tasks = []
        for live in self._live.values():
            live.cancel.set()
            if live.task is not None and not live.task.done():
                tasks.append(live.task)
        if tasks:
            await asyncio.wait(tasks, timeout=_CANCEL_BOUND)

    def _forget_old(self) -> None:
        ended = [run for run, live in self._live.items() if live.record is not None]
        for run in ended[:-_KEPT]:
            del self._live[run]


_UNFINISHED = Ended(
    at=0.0, reason="infrastructure", detail="The server stopped before the run came to its end: run it again."
)

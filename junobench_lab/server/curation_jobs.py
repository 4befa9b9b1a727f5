"""Instances that are made of open notebooks: one at a time, followed by any number of listeners."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from datetime import datetime, timezone
from pathlib import Path

from ..errors import InvalidRequest, LabError, NotRevealed
from ..instances.notebooks import read_notebook
from ..research.curation.accept import accept_with_repair
from ..research.curation.annotations import settle
from ..research.curation.make import curate
from ..research.curation.models import LABELS, Curated, CurationEvent, CurationWish
from ..research.curation.own_bench import DRAFTS, OwnBench, keep
from ..research.curation.proposals import known_values
from ..research.curation.trials import CurationCancelled
from ..running.environments.choice import environment_of
from .followed import Changes
from .models import CurationJob, CurationRequest, CurationResult, Settled, SettleRequest
from .own_files import own_file
from .workplace import Workplace

_CANCEL_BOUND = 10.0
_FAULT = "It failed by a fault of the server, and its log holds the details: try again."
_IS_ATTEMPT = "This is an attempt at an instance, which is one already: make an instance of a notebook of your own."


_Events = Callable[[asyncio.Event], AsyncGenerator[CurationEvent, None]]
"""What goes on once it gets the event that cancels it."""


class CurationJobs:
    """Belongs to the event loop."""

    def __init__(self, place: Workplace, log: logging.Logger | None = None) -> None:
        self._place = place
        self._log = log or logging.getLogger(__name__)
        self._job: CurationJob | None = None
        self._task: asyncio.Task[None] | None = None
        self._cancel = asyncio.Event()
        self._changes = Changes()

    async def start(self, asked: CurationRequest) -> CurationJob:
        """Raises `InvalidRequest` where another one goes on, `BrokenNotebook`, and `NotRevealed` for an attempt, whose
        labels are hints."""
        self._require_idle()
        events = await asyncio.to_thread(self._events, asked)
        self._require_idle()
        self._cancel = asyncio.Event()
        self._job = CurationJob(path=asked.path, started=datetime.now(timezone.utc))
        self._task = asyncio.create_task(self._carry_out(events(self._cancel)))
        return self._job

    async def cancel(self) -> CurationJob:
        """End what goes on; what has ended stays as it is. Raises `InvalidRequest` where nothing was asked for yet."""
        await self.close()
        if self._job is None:
            raise InvalidRequest("No instance is being made.")
        return self._job

    async def close(self) -> None:
        if self._task is not None and not self._task.done():
            self._cancel.set()
            await asyncio.wait({self._task}, timeout=_CANCEL_BOUND)

    async def follow(self) -> AsyncIterator[CurationJob]:
        """How far it is, now and whenever that changes, up to the end; nothing where nothing was asked for."""
        following = self._changes.follow(lambda: self._job, lambda: self._job is None or self._job.ended is not None)
        async for job in following:
            yield job

    def settle(self, asked: SettleRequest) -> Settled:
        """Write what a person chose into a bench of their own."""
        own = OwnBench(self._place.catalog.bench(asked.bench).path)
        settle(own, asked.id, asked.labels, asked.diagnosis)
        return Settled(sentence=f"What you settled of {asked.id} is saved.")

    def _require_idle(self) -> None:
        if self._job is not None and self._job.ended is None:
            raise InvalidRequest("Another instance is being made: wait for its end, or cancel it.")

    def _events(self, asked: CurationRequest) -> _Events:
        """What is to be done, checked as far as that takes a moment."""
        root = self._place.contents_root
        notebook = own_file(root, asked.path)
        if asked.draft is not None:
            return self._acceptance(asked.draft.bench, asked.draft.id, notebook, asked.kernel)
        if self._place.instance_of(read_notebook(notebook)) is not None:
            raise NotRevealed(_IS_ATTEMPT)
        if not asked.bench.strip() or "\x00" in asked.bench:
            raise InvalidRequest("Name the folder of your bench by its path.")
        wish = CurationWish(
            notebook=notebook,
            # A path that isn't absolute is one among the person's files.
            bench=root / _expanded(asked.bench.strip()),
            id=asked.id or None,
            fixed=own_file(root, asked.fixed) if asked.fixed else None,
            data=asked.data,
        )
        OwnBench(wish.bench)
        environment = environment_of("local", asked.kernel, cold=not self._place.keeps_warm, patient=True)
        return lambda cancel: curate(wish, record=asked.session, environment=environment, cancel=cancel)

    def _acceptance(self, bench: str, id: str, repair: Path, kernel: str | None) -> _Events:
        drafts = self._place.catalog.bench(bench).path
        if drafts.name != DRAFTS:
            raise InvalidRequest(f"The bench {bench} holds no drafts, so there is nothing to accept.")
        own = OwnBench(drafts.parent)
        environment = environment_of("local", kernel, cold=not self._place.keeps_warm, patient=True)
        return lambda cancel: accept_with_repair(own, id, repair, environment=environment, cancel=cancel)

    async def _carry_out(self, events: AsyncGenerator[CurationEvent, None]) -> None:
        try:
            async with contextlib.aclosing(events):
                async for event in events:
                    if isinstance(event, Curated):
                        kept = await asyncio.to_thread(keep, Path(event.bench))
                        self._end(ok=True, sentence=event.sentence, result=_result(kept.name, event))
                    else:
                        self._change({"step": event})
        except CurationCancelled:
            self._end(ok=False, sentence="Cancelled.", cancelled=True)
        except LabError as error:
            self._end(ok=False, sentence=str(error))
        except Exception:
            self._log.exception("The making of an instance failed")
            self._end(ok=False, sentence=_FAULT)

    def _end(self, *, ok: bool, sentence: str, cancelled: bool = False, result: CurationResult | None = None) -> None:
        now = datetime.now(timezone.utc)
        self._change({"ended": now, "ok": ok, "sentence": sentence, "cancelled": cancelled, "result": result})

    def _change(self, update: dict[str, object]) -> None:
        assert self._job is not None
        self._job = self._job.model_copy(update=update)
        self._changes.tell()


def _expanded(path: str) -> Path:
    try:
        return Path(path).expanduser()
    except RuntimeError:
        raise InvalidRequest(f"There is no home folder as in {path[:80]!r}: write the path in full.") from None


def _result(bench: str, curated: Curated) -> CurationResult:
    return CurationResult(
        bench=bench,
        id=curated.id,
        accepted=curated.accepted,
        record=curated.record,
        values={label: list(known_values(label)) for label in LABELS},
    )

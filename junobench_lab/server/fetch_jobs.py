"""Fetching the published data set: at most one download at a time, followed by any number of listeners."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import AsyncIterator
from datetime import datetime, timezone
from pathlib import Path

from ..errors import DownloadFailed, InvalidRequest, LabError
from ..fetching.checksums import is_intact
from ..fetching.fetch import carry_out, default_folder, offer_fetch, plan_fetch
from ..fetching.hub import DownloadCancelled, Hub
from ..fetching.models import FetchOffer, FetchResult, FetchStep, HubFile
from .followed import Changes
from .models import FetchJob, FetchProgress, FetchRequest

_OFFER_BOUND = 120.0
_CANCEL_BOUND = 5.0
_FAULT = "It failed by a fault of the server, and its log holds the details: try again."
_OFF = "Fetching is switched off on this server: ask whoever runs it."


class FetchJobs:
    """Belongs to the event loop; the hub is asked in threads."""

    def __init__(self, source: str, endpoint: str | None = None, log: logging.Logger | None = None) -> None:
        """``source`` is the data set on the hub, empty where nothing may be fetched; ``endpoint`` another hub."""
        self._source, self._endpoint = source, endpoint
        self._log = log or logging.getLogger(__name__)
        self._job: FetchJob | None = None
        self._step: FetchStep | None = None
        self._files = self._files_done = 0
        self._task: asyncio.Task[None] | None = None
        self._stop = threading.Event()
        self._changes = Changes()
        self._asking = asyncio.Lock()

    async def offer(self) -> FetchOffer:
        """What there is to fetch. Raises `DownloadFailed`, and `InvalidRequest` where nothing may be fetched."""
        async with self._asking:
            asked = asyncio.to_thread(lambda: offer_fetch(self._hub(), default_folder()))
            try:
                return await asyncio.wait_for(asked, _OFFER_BOUND)
            except asyncio.TimeoutError:
                raise DownloadFailed(
                    f"The hub did not answer within {_OFFER_BOUND:g} s: check the network, then try again."
                ) from None

    def start(self, asked: FetchRequest) -> FetchJob:
        """Raises `InvalidRequest` where another one goes on, nobody agreed, or nothing may be fetched."""
        if self._job is not None and self._job.ended is None:
            raise InvalidRequest("A download goes on: wait for its end, or cancel it.")
        if not self._source:
            raise InvalidRequest(_OFF)
        if not asked.agreed:
            raise InvalidRequest(
                "Input data can be many GB large, and each data set has a licence of its own. Say so with `agreed`."
            )
        self._job = FetchJob(notebooks_only=asked.notebooks_only, started=datetime.now(timezone.utc))
        self._step, self._files, self._files_done = None, 0, 0
        self._stop = threading.Event()
        self._task = asyncio.create_task(self._carry_out(asked))
        return self._job

    async def cancel(self) -> FetchJob:
        """Have what goes on end, and wait a moment for it. Raises `InvalidRequest` where nothing was asked for yet."""
        await self.close()
        if self._job is None:
            raise InvalidRequest("Nothing is being fetched.")
        return self._job

    async def close(self) -> None:
        self._stop.set()
        if self._task is not None and not self._task.done():
            await asyncio.wait({self._task}, timeout=_CANCEL_BOUND)

    async def follow(self) -> AsyncIterator[FetchProgress]:
        """How far it is, now and whenever that changes, up to the end; nothing where nothing was asked for."""
        following = self._changes.follow(self._progress, lambda: self._job is None or self._job.ended is not None)
        async for progress in following:
            yield progress

    def _progress(self) -> FetchProgress | None:
        if self._job is None:
            return None
        step = self._step
        return FetchProgress(
            job=self._job,
            path=step.path if step is not None else None,
            done=step.done if step is not None else 0,
            total=step.total if step is not None else None,
            files_done=self._files_done,
            files=self._files,
        )

    async def _carry_out(self, asked: FetchRequest) -> None:
        loop = asyncio.get_running_loop()

        def report(step: FetchStep) -> None:
            # The loop may be gone while the last bytes come in.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._add, step)

        def work() -> FetchResult:
            hub = self._hub()
            plan = plan_fetch(
                hub, default_folder(), asked.ids, notebooks_only=asked.notebooks_only, is_here=self._is_here
            )
            loop.call_soon_threadsafe(self._begin, len(plan.files))
            return carry_out(hub, plan, report, self._stop)

        try:
            result = await asyncio.to_thread(work)
        except DownloadCancelled:
            self._end(ok=False, sentence="Cancelled before anything was fetched.", cancelled=True)
        except LabError as error:
            self._end(ok=False, sentence=str(error))
        except Exception:
            self._log.exception("The download failed")
            self._end(ok=False, sentence=_FAULT)
        else:
            sentence = " ".join([*result.failed[:1], result.sentence])
            ok = not result.failed and not result.cancelled
            self._end(ok=ok, sentence=sentence, cancelled=result.cancelled, bench=result.bench)

    def _is_here(self, place: Path, file: HubFile) -> bool:
        """Reading much that is here takes its time, and can be broken off."""
        if self._stop.is_set():
            raise DownloadCancelled
        return is_intact(place, file)

    def _hub(self) -> Hub:
        if not self._source:
            raise InvalidRequest(_OFF)
        return Hub(self._source, endpoint=self._endpoint)

    def _begin(self, files: int) -> None:
        self._files = files
        self._changes.tell()

    def _add(self, step: FetchStep) -> None:
        self._step = step
        self._files_done += step.kind == "file"
        self._changes.tell()

    def _end(self, *, ok: bool, sentence: str, cancelled: bool = False, bench: str | None = None) -> None:
        assert self._job is not None
        told = {
            "ended": datetime.now(timezone.utc),
            "ok": ok,
            "sentence": sentence,
            "cancelled": cancelled,
            "bench": bench,
        }
        self._job = self._job.model_copy(update=told)
        self._changes.tell()

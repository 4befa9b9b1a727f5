"""Runs: starting, following, cancelling, and the records of earlier ones."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

from tornado.iostream import StreamClosedError
from tornado.web import authenticated

from .handler import LabHandler
from .routes_catalog import BASE, PART

if TYPE_CHECKING:
    from ..practice.models import CheckResult
    from ..running.models import Event, Outcome

_EVENT_STREAM = "text/event-stream"

HEARTBEAT = 10.0
"""Seconds after which a silent stream says that it is still there, so that no proxy takes it for dead."""


class RunsRoute(LabHandler):
    @authenticated
    async def get(self) -> None:
        bench, id = self.get_query_argument("bench", None), self.get_query_argument("id", None)
        await self.reply(self.lab.run_list, bench or None, id or None)

    @authenticated
    async def post(self) -> None:
        from .models import RunRequest

        asked = self.body(RunRequest)
        job = await asyncio.to_thread(self.lab.job, asked)
        environment = self.lab.environment(asked.environment or "local", asked.kernel)
        self.set_status(202)
        self.finish(self.lab.runs.start(job, environment).model_dump_json())


class ChecksRoute(LabHandler):
    @authenticated
    async def post(self) -> None:
        from .models import CheckRequest

        asked = self.body(CheckRequest)
        job = await asyncio.to_thread(self.lab.check_job, asked)
        self.set_status(202)
        self.finish(self.lab.runs.start(job, self.lab.environment("local", asked.kernel)).model_dump_json())


class RunRoute(LabHandler):
    @authenticated
    async def get(self, run: str) -> None:
        await self.reply(self.lab.run_record, run)

    @authenticated
    async def delete(self, run: str) -> None:
        self.finish((await self.lab.runs.cancel(run)).model_dump_json())


class RunEventsRoute(LabHandler):
    """Server-sent events (WHATWG HTML, section 9.2), replayed from the start of the run."""

    @authenticated
    async def get(self, run: str) -> None:
        # Also says that the run is unknown or hidden while there can still be a status for it.
        await asyncio.to_thread(self.lab.run_record, run)
        self.set_header("Content-Type", _EVENT_STREAM)
        self.set_header("Cache-Control", "no-cache")
        # Asks a proxy not to hold the events back.
        self.set_header("X-Accel-Buffering", "no")
        # Whoever listened may go; the run goes on.
        with contextlib.suppress(StreamClosedError):
            await self._stream(run)
            self.finish(set_content_type=_EVENT_STREAM)

    async def _stream(self, run: str) -> None:
        items = self.lab.runs.follow(run)
        following = asyncio.ensure_future(anext(items, None))
        try:
            while True:
                await asyncio.wait({following}, timeout=HEARTBEAT)
                if not following.done():
                    self.write(": still running\n\n")
                elif (item := following.result()) is None:
                    return
                else:
                    self.write(_message(item))
                    following = asyncio.ensure_future(anext(items, None))
                await self.flush()
        finally:
            following.cancel()


def _message(item: Event | CheckResult | Outcome) -> str:
    from ..practice.models import CheckResult
    from ..running.models import Outcome

    name = "outcome" if isinstance(item, Outcome) else "check" if isinstance(item, CheckResult) else "run"
    return f"event: {name}\ndata: {item.model_dump_json()}\n\n"


ROUTES: list[tuple[str, Any]] = [
    (f"/{BASE}/runs", RunsRoute),
    (f"/{BASE}/checks", ChecksRoute),
    (f"/{BASE}/runs/{PART}", RunRoute),
    (f"/{BASE}/runs/{PART}/events", RunEventsRoute),
]

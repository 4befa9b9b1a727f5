"""Runs: starting, following, cancelling, and the records of earlier ones."""

import asyncio
from typing import Any

from tornado.iostream import StreamClosedError
from tornado.web import authenticated

from .handler import LabHandler
from .routes_catalog import BASE, PART

_HEARTBEAT = 10.0
"""Seconds after which a silent stream says that it is still there, so that no proxy takes it for dead."""


class RunsRoute(LabHandler):
    @authenticated
    async def get(self) -> None:
        from .models import RunList

        bench, id = self.get_query_argument("bench", None), self.get_query_argument("id", None)
        self.answer(RunList(runs=await self.off_loop(self.lab.runs.summaries, bench or None, id or None)))

    @authenticated
    async def post(self) -> None:
        from .models import RunRequest

        asked = self.body(RunRequest)
        job = await self.off_loop(self.lab.job, asked)
        environment = await self.off_loop(self.lab.environment, asked.kernel)
        self.answer(self.lab.runs.start(job, environment, asked.order), 202)


class RunRoute(LabHandler):
    @authenticated
    async def get(self, run: str) -> None:
        record = await self.off_loop(self.lab.runs.record, run)
        self.lab.require_record(record.target)
        self.answer(record)

    @authenticated
    async def delete(self, run: str) -> None:
        self.answer(await self.lab.runs.cancel(run))


class RunEventsRoute(LabHandler):
    """Server-sent events (WHATWG HTML, section 9.2), replayed from the start of the run."""

    @authenticated
    async def get(self, run: str) -> None:
        record = await self.off_loop(self.lab.runs.record, run)
        self.lab.require_record(record.target)
        self.set_header("Content-Type", "text/event-stream")
        self.set_header("Cache-Control", "no-cache")
        # Asks a proxy not to hold the events back.
        self.set_header("X-Accel-Buffering", "no")
        messages = self.lab.runs.follow(run)
        waiting = asyncio.ensure_future(anext(messages))
        try:
            while True:
                done, _ = await asyncio.wait({waiting}, timeout=_HEARTBEAT)
                if not done:
                    self.write(": still running\n\n")
                else:
                    try:
                        name, data = waiting.result()
                    except StopAsyncIteration:
                        return
                    self.write(f"event: {name}\ndata: {data}\n\n")
                    waiting = asyncio.ensure_future(anext(messages))
                await self.flush()
        except StreamClosedError:
            # Whoever listened has gone; the run goes on.
            return
        finally:
            waiting.cancel()

    def get_content_type(self) -> str:
        return "text/event-stream"


ROUTES: list[tuple[str, Any]] = [
    (f"/{BASE}/runs", RunsRoute),
    (f"/{BASE}/runs/{PART}", RunRoute),
    (f"/{BASE}/runs/{PART}/events", RunEventsRoute),
]

"""Runs: starting, following, cancelling, and the records of earlier ones."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from tornado.web import authenticated

from ..event_stream import message, stream
from ..handler import LabHandler
from .paths import BASE, PART


class RunsRoute(LabHandler):
    @authenticated
    async def get(self) -> None:
        bench, id = self.get_query_argument("bench", None), self.get_query_argument("id", None)
        await self.reply(self.lab.asked_runs.list, bench or None, id or None)

    @authenticated
    async def post(self) -> None:
        from ..models import RunRequest

        asked = self.body(RunRequest)
        job = await asyncio.to_thread(self.lab.asked_runs.job, asked)
        environment = self.lab.asked_runs.environment(job, asked)
        self.set_status(202)
        self.finish(self.lab.runs.start(job, environment).model_dump_json())


class ChecksRoute(LabHandler):
    @authenticated
    async def post(self) -> None:
        from ..models import CheckRequest

        asked = self.body(CheckRequest)
        job = await asyncio.to_thread(self.lab.asked_runs.check_job, asked)
        environment = self.lab.asked_runs.environment(job.run, asked)
        self.set_status(202)
        self.finish(self.lab.runs.start(job, environment).model_dump_json())


class RunRoute(LabHandler):
    @authenticated
    async def get(self, run: str) -> None:
        await self.reply(self.lab.asked_runs.record, run)

    @authenticated
    async def delete(self, run: str) -> None:
        self.finish((await self.lab.runs.cancel(run)).model_dump_json())


class RunEventsRoute(LabHandler):
    """Server-sent events, replayed from the start of the run."""

    @authenticated
    async def get(self, run: str) -> None:
        # Also says that the run is unknown or hidden while there can still be a status for it.
        await asyncio.to_thread(self.lab.asked_runs.record, run)
        await stream(self, self._messages(run))

    async def _messages(self, run: str) -> AsyncIterator[str]:
        from ...practice.models import CheckResult
        from ...running.models import Outcome

        async for item in self.lab.runs.follow(run):
            name = "outcome" if isinstance(item, Outcome) else "check" if isinstance(item, CheckResult) else "run"
            yield message(name, item.model_dump_json())


ROUTES: list[tuple[str, Any]] = [
    (f"/{BASE}/runs", RunsRoute),
    (f"/{BASE}/checks", ChecksRoute),
    (f"/{BASE}/runs/{PART}", RunRoute),
    (f"/{BASE}/runs/{PART}/events", RunEventsRoute),
]

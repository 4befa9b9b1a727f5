"""Fetching the published data set."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from tornado.web import authenticated

from ..event_stream import message, stream
from ..handler import LabHandler
from .paths import BASE


class FetchRoute(LabHandler):
    @authenticated
    async def get(self) -> None:
        self.finish((await self.lab.fetching.offer()).model_dump_json())

    @authenticated
    async def post(self) -> None:
        from ..models import FetchRequest

        job = self.lab.fetching.start(self.body(FetchRequest))
        self.set_status(202)
        self.finish(job.model_dump_json())

    @authenticated
    async def delete(self) -> None:
        self.finish((await self.lab.fetching.cancel()).model_dump_json())


class FetchEventsRoute(LabHandler):
    @authenticated
    async def get(self) -> None:
        await stream(self, self._messages())

    async def _messages(self) -> AsyncIterator[str]:
        async for progress in self.lab.fetching.follow():
            yield message("fetch", progress.model_dump_json())


ROUTES: list[tuple[str, Any]] = [
    (f"/{BASE}/fetch", FetchRoute),
    (f"/{BASE}/fetch/events", FetchEventsRoute),
]

"""Instances that are made of a person's own notebooks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from tornado.web import authenticated

from ..event_stream import message, stream
from ..handler import LabHandler
from .paths import BASE


class CurationRoute(LabHandler):
    @authenticated
    async def post(self) -> None:
        from ..models import CurationRequest

        job = await self.lab.curation.start(self.body(CurationRequest))
        self.set_status(202)
        self.finish(job.model_dump_json())

    @authenticated
    async def delete(self) -> None:
        self.finish((await self.lab.curation.cancel()).model_dump_json())


class CurationEventsRoute(LabHandler):
    @authenticated
    async def get(self) -> None:
        await stream(self, self._messages())

    async def _messages(self) -> AsyncIterator[str]:
        async for job in self.lab.curation.follow():
            yield message("curation", job.model_dump_json())


class CurationLabelsRoute(LabHandler):
    @authenticated
    async def post(self) -> None:
        from ..models import SettleRequest

        await self.reply(self.lab.curation.settle, self.body(SettleRequest))


ROUTES: list[tuple[str, Any]] = [
    (f"/{BASE}/curation", CurationRoute),
    (f"/{BASE}/curation/events", CurationEventsRoute),
    (f"/{BASE}/curation/labels", CurationLabelsRoute),
]

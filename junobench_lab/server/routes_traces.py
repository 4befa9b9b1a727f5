"""Traces of any notebook that is open in the lab."""

from typing import Any

from tornado.web import authenticated

from .handler import LabHandler
from .routes_catalog import BASE


class TracesRoute(LabHandler):
    @authenticated
    async def post(self) -> None:
        from .models import TraceRequest

        await self.reply(self.lab.notebook_trace, self.body(TraceRequest))


ROUTES: list[tuple[str, Any]] = [(f"/{BASE}/traces", TracesRoute)]

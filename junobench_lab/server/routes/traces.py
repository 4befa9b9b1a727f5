"""Traces of any notebook that is open in the lab, and estimates of its crash."""

from typing import Any

from tornado.web import authenticated

from ..handler import LabHandler
from .paths import BASE


class TracesRoute(LabHandler):
    @authenticated
    async def post(self) -> None:
        from ..models import TraceRequest

        await self.reply(self.lab.open_notebooks.trace, self.body(TraceRequest))


class EstimatesRoute(LabHandler):
    @authenticated
    async def post(self) -> None:
        from ..models import EstimateRequest

        await self.reply(self.lab.open_notebooks.estimate, self.body(EstimateRequest))


ROUTES: list[tuple[str, Any]] = [(f"/{BASE}/traces", TracesRoute), (f"/{BASE}/estimates", EstimatesRoute)]

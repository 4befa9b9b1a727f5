"""Traces of any notebook that is open in the lab, and estimates of its crash."""

from typing import Any

from tornado.web import authenticated

from .handler import LabHandler
from .routes_catalog import BASE


class TracesRoute(LabHandler):
    @authenticated
    async def post(self) -> None:
        from .models import TraceRequest

        await self.reply(self.lab.notebook_trace, self.body(TraceRequest))


class EstimatesRoute(LabHandler):
    @authenticated
    async def post(self) -> None:
        from .estimating import estimate_open_notebook
        from .models import EstimateRequest

        await self.reply(estimate_open_notebook, self.lab, self.body(EstimateRequest))


ROUTES: list[tuple[str, Any]] = [(f"/{BASE}/traces", TracesRoute), (f"/{BASE}/estimates", EstimatesRoute)]

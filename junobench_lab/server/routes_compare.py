"""Comparisons of two notebooks."""

from typing import Any

from tornado.web import authenticated

from .handler import LabHandler
from .routes_catalog import BASE


class ComparisonsRoute(LabHandler):
    @authenticated
    async def post(self) -> None:
        from .models import ComparisonRequest

        asked = self.body(ComparisonRequest)
        self.answer(await self.off_loop(self.lab.compare, asked.left, asked.right))


ROUTES: list[tuple[str, Any]] = [(f"/{BASE}/comparisons", ComparisonsRoute)]

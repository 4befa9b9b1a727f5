"""Comparisons of two notebooks."""

from typing import Any

from tornado.web import authenticated

from ..handler import LabHandler
from .paths import BASE


class ComparisonsRoute(LabHandler):
    @authenticated
    async def post(self) -> None:
        from ..models import ComparisonRequest

        await self.reply(self.lab.compared.compare, self.body(ComparisonRequest))


ROUTES: list[tuple[str, Any]] = [(f"/{BASE}/comparisons", ComparisonsRoute)]

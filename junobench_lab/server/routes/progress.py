"""A person's progress: what it comes to, as a file, and removing it."""

from typing import Any, get_args

from tornado.web import authenticated

from ...errors import InvalidRequest
from ..handler import LabHandler
from .paths import BASE


class ProgressRoute(LabHandler):
    @authenticated
    async def get(self) -> None:
        await self.reply(self.lab.practising.progress, self.get_query_argument("bench"))

    @authenticated
    async def delete(self) -> None:
        await self.reply(self.lab.practising.remove, self.get_query_argument("bench"))


class ProgressExportRoute(LabHandler):
    @authenticated
    async def get(self) -> None:
        from ...practice.progress.export import ExportFormat

        form = self.get_query_argument("format", "csv")
        if form not in get_args(ExportFormat):
            raise InvalidRequest(f"Progress is exported as csv or json, not as {form[:20]!r}.")
        await self.reply(self.lab.practising.export, form)


ROUTES: list[tuple[str, Any]] = [
    (f"/{BASE}/progress", ProgressRoute),
    (f"/{BASE}/progress/export", ProgressExportRoute),
]

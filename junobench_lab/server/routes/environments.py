"""Where kernels run, and the image of those in containers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from tornado.web import authenticated

from ..event_stream import message, stream
from ..handler import LabHandler
from .paths import BASE


class EnvironmentsRoute(LabHandler):
    @authenticated
    async def get(self) -> None:
        from ..places import environments

        self.finish((await environments(self.lab.images)).model_dump_json())


class KernelsRoute(LabHandler):
    @authenticated
    async def post(self) -> None:
        from ..models import KernelRequest

        await self.reply(self.lab.instance_kernel, self.body(KernelRequest))


class ImageRoute(LabHandler):
    @authenticated
    async def post(self) -> None:
        from ..models import ImageRequest

        job = self.lab.images.start(self.body(ImageRequest))
        self.set_status(202)
        self.finish(job.model_dump_json())

    @authenticated
    async def delete(self) -> None:
        self.finish((await self.lab.images.cancel()).model_dump_json())


class PullPlanRoute(LabHandler):
    @authenticated
    async def get(self) -> None:
        from ..image_jobs import pull_plan

        self.finish((await pull_plan()).model_dump_json())


class ImageEventsRoute(LabHandler):
    @authenticated
    async def get(self) -> None:
        await stream(self, self._messages())

    async def _messages(self) -> AsyncIterator[str]:
        async for progress in self.lab.images.follow():
            yield message("image", progress.model_dump_json())


ROUTES: list[tuple[str, Any]] = [
    (f"/{BASE}/environments", EnvironmentsRoute),
    (f"/{BASE}/kernels", KernelsRoute),
    (f"/{BASE}/image", ImageRoute),
    (f"/{BASE}/image/pull", PullPlanRoute),
    (f"/{BASE}/image/events", ImageEventsRoute),
]

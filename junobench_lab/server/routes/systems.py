"""Systems that a person has loaded."""

from typing import Any

from tornado.web import authenticated

from ..handler import LabHandler
from .paths import BASE, PART


class SystemsRoute(LabHandler):
    @authenticated
    async def get(self) -> None:
        await self.reply(self.lab.systems.loaded, self.get_query_argument("bench"))

    @authenticated
    async def post(self) -> None:
        from ..models import AddSystem

        await self.reply(self.lab.systems.add, self.body(AddSystem), status=201)


class SystemRoute(LabHandler):
    @authenticated
    async def delete(self, key: str) -> None:
        await self.reply(self.lab.systems.remove, key)


class GradingRoute(LabHandler):
    @authenticated
    async def post(self) -> None:
        from ..models import GradingRequest

        await self.reply(self.lab.systems.grade, self.body(GradingRequest))

    @authenticated
    async def delete(self) -> None:
        await self.reply(self.lab.systems.cancel_grading, self.get_query_argument("bench"))


class InstanceSystemsRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str) -> None:
        await self.reply(self.lab.systems.on_instance, bench, id)


class TrajectoriesRoute(LabHandler):
    @authenticated
    async def post(self) -> None:
        from ..models import TrajectoryRequest

        await self.reply(self.lab.systems.replay, self.body(TrajectoryRequest))


ROUTES: list[tuple[str, Any]] = [
    (f"/{BASE}/systems", SystemsRoute),
    (f"/{BASE}/systems/{PART}", SystemRoute),
    (f"/{BASE}/grading", GradingRoute),
    (f"/{BASE}/instances/{PART}/{PART}/systems", InstanceSystemsRoute),
    (f"/{BASE}/trajectories", TrajectoriesRoute),
]

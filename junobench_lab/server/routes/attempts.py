"""A person's attempts."""

import asyncio
from typing import Any

from tornado.web import authenticated

from ..handler import LabHandler
from .paths import BASE, PART


class AttemptsRoute(LabHandler):
    @authenticated
    async def get(self) -> None:
        await self.reply(self.lab.attempting.list, self.get_query_argument("bench"), self.get_query_argument("id"))

    @authenticated
    async def post(self) -> None:
        from ..models import AttemptRequest

        attempt, created = await asyncio.to_thread(self.lab.attempting.start, self.body(AttemptRequest))
        self.set_status(201 if created else 200)
        self.finish(attempt.model_dump_json())


class AttemptRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str, number: str) -> None:
        await self.reply(self.lab.attempting.get, bench, id, number)

    @authenticated
    async def post(self, bench: str, id: str, number: str) -> None:
        await self.reply(self.lab.attempting.resume, bench, id, number)


class AttemptTraceRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str, number: str) -> None:
        await self.reply(self.lab.attempting.trace, bench, id, number)


class AttemptFlowRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str, number: str) -> None:
        await self.reply(self.lab.attempting.flow, bench, id, number)


class AttemptCheckRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str, number: str) -> None:
        await self.reply(self.lab.asked_runs.latest_check, bench, id, number)


class AttemptPredictionRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str, number: str) -> None:
        await self.reply(self.lab.attempting.prediction, bench, id, number)

    @authenticated
    async def post(self, bench: str, id: str, number: str) -> None:
        from ..models import PredictionRequest

        await self.reply(self.lab.attempting.predict, bench, id, number, self.body(PredictionRequest), status=201)


ROUTES: list[tuple[str, Any]] = [
    (f"/{BASE}/attempts", AttemptsRoute),
    (f"/{BASE}/attempts/{PART}/{PART}/{PART}", AttemptRoute),
    (f"/{BASE}/attempts/{PART}/{PART}/{PART}/trace", AttemptTraceRoute),
    (f"/{BASE}/attempts/{PART}/{PART}/{PART}/flow", AttemptFlowRoute),
    (f"/{BASE}/attempts/{PART}/{PART}/{PART}/check", AttemptCheckRoute),
    (f"/{BASE}/attempts/{PART}/{PART}/{PART}/prediction", AttemptPredictionRoute),
]

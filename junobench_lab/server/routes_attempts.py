"""A person's attempts."""

import asyncio
from typing import Any

from tornado.web import authenticated

from .handler import LabHandler
from .routes_catalog import BASE, PART


class AttemptsRoute(LabHandler):
    @authenticated
    async def get(self) -> None:
        await self.reply(self.lab.attempt_list, self.get_query_argument("bench"), self.get_query_argument("id"))

    @authenticated
    async def post(self) -> None:
        from .models import AttemptRequest

        attempt, created = await asyncio.to_thread(self.lab.start_attempt, self.body(AttemptRequest))
        self.set_status(201 if created else 200)
        self.finish(attempt.model_dump_json())


class AttemptRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str, number: str) -> None:
        await self.reply(self.lab.attempt, bench, id, number)

    @authenticated
    async def post(self, bench: str, id: str, number: str) -> None:
        await self.reply(self.lab.resume_attempt, bench, id, number)


class AttemptTraceRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str, number: str) -> None:
        await self.reply(self.lab.attempt_trace, bench, id, number)


class AttemptFlowRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str, number: str) -> None:
        await self.reply(self.lab.attempt_flow, bench, id, number)


class AttemptCheckRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str, number: str) -> None:
        await self.reply(self.lab.latest_check, bench, id, number)


class AttemptPredictionRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str, number: str) -> None:
        await self.reply(self.lab.prediction, bench, id, number)

    @authenticated
    async def post(self, bench: str, id: str, number: str) -> None:
        from .models import PredictionRequest

        await self.reply(self.lab.predict, bench, id, number, self.body(PredictionRequest), status=201)


ROUTES: list[tuple[str, Any]] = [
    (f"/{BASE}/attempts", AttemptsRoute),
    (f"/{BASE}/attempts/{PART}/{PART}/{PART}", AttemptRoute),
    (f"/{BASE}/attempts/{PART}/{PART}/{PART}/trace", AttemptTraceRoute),
    (f"/{BASE}/attempts/{PART}/{PART}/{PART}/flow", AttemptFlowRoute),
    (f"/{BASE}/attempts/{PART}/{PART}/{PART}/check", AttemptCheckRoute),
    (f"/{BASE}/attempts/{PART}/{PART}/{PART}/prediction", AttemptPredictionRoute),
]

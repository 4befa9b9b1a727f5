"""A person's attempts."""

from typing import Any

from tornado.web import authenticated

from .handler import LabHandler
from .routes_catalog import BASE, PART


class AttemptsRoute(LabHandler):
    @authenticated
    async def get(self) -> None:
        from ..practice.models import AttemptList

        bench, id = self.get_query_argument("bench"), self.get_query_argument("id")
        self.answer(AttemptList(attempts=await self.off_loop(self.lab.attempts.list, bench, id)))

    @authenticated
    async def post(self) -> None:
        from .models import AttemptRequest

        asked = self.body(AttemptRequest)
        before = await self.off_loop(self.lab.attempts.list, asked.bench, asked.id)
        attempt = await self.off_loop(self.lab.attempts.start, asked.bench, asked.id, asked.kernel, asked.new)
        self.answer(attempt, 200 if attempt in before else 201)


class AttemptRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str, number: str) -> None:
        self.answer(await self.off_loop(self.lab.attempt, bench, id, number))


class AttemptTraceRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str, number: str) -> None:
        self.answer(await self.off_loop(self.lab.attempt_trace, bench, id, number))


class AttemptFlowRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str, number: str) -> None:
        self.answer(await self.off_loop(self.lab.attempt_flow, bench, id, number))


ROUTES: list[tuple[str, Any]] = [
    (f"/{BASE}/attempts", AttemptsRoute),
    (f"/{BASE}/attempts/{PART}/{PART}/{PART}", AttemptRoute),
    (f"/{BASE}/attempts/{PART}/{PART}/{PART}/trace", AttemptTraceRoute),
    (f"/{BASE}/attempts/{PART}/{PART}/{PART}/flow", AttemptFlowRoute),
]

"""Trying a cell in a copy of the session: what to send to the kernel, and what its reply means."""

from typing import Any

from tornado.web import authenticated

from ..handler import LabHandler
from .paths import BASE


class TrialsRoute(LabHandler):
    @authenticated
    async def post(self) -> None:
        from ...running.preflight.models import TrialRequest
        from ...running.preflight.trial import trial_message

        await self.reply(trial_message, self.body(TrialRequest))


class TrialRepliesRoute(LabHandler):
    @authenticated
    async def post(self) -> None:
        from ...running.preflight.models import TrialReply
        from ...running.preflight.trial import explained_trial

        await self.reply(explained_trial, self.body(TrialReply))


ROUTES: list[tuple[str, Any]] = [
    (f"/{BASE}/trials", TrialsRoute),
    (f"/{BASE}/trials/replies", TrialRepliesRoute),
]

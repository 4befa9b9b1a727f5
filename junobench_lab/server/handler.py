"""What all routes share: the core behind them, bodies and answers as models, mistakes as sentences."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from jupyter_server.base.handlers import APIHandler

from ..errors import LabError
from .errors import error_reply

if TYPE_CHECKING:
    from pydantic import BaseModel

    from .lab import Lab

    Body = TypeVar("Body", bound=BaseModel)


class LoadsLab(Protocol):
    """The server extension, as far as its routes know it."""

    async def load_lab(self) -> Lab: ...


class LabHandler(APIHandler):
    """Base of the routes. Every verb of a route carries its own ``@authenticated``."""

    lab: Lab

    def initialize(self, app: LoadsLab) -> None:
        self._app = app

    async def prepare(self) -> None:  # type: ignore[override]
        await super().prepare()
        if self.current_user is not None:
            self.lab = await self._app.load_lab()

    def body(self, model: type[Body]) -> Body:
        """The request's body. Raises `InvalidRequest`."""
        from .bodies import read_body

        return read_body(model, self.request.body)

    async def reply(self, work: Callable[..., BaseModel], *arguments: Any, status: int = 200) -> None:
        """Answer with what ``work`` gives. It reads and writes files, so it runs beside the event loop."""
        text = await asyncio.to_thread(lambda: work(*arguments).model_dump_json())
        self.set_status(status)
        self.finish(text)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        status, fields = error_reply(kwargs.get("exc_info", (None, None, None))[1], status_code)
        self.set_status(status)
        self.finish(json.dumps(fields))

    def log_exception(self, typ: Any, value: Any, tb: Any) -> None:
        # A mistake with a sentence of its own is an answer, not a fault of the server.
        if not isinstance(value, LabError):
            super().log_exception(typ, value, tb)

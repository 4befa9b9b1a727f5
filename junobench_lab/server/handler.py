"""What all routes share: authentication, bodies and answers as models, mistakes as sentences."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, TypeVar

from jupyter_server.base.handlers import APIHandler
from tornado.web import HTTPError

if TYPE_CHECKING:
    from pydantic import BaseModel

    from .extension import JunoBenchLab
    from .lab import Lab

    Body = TypeVar("Body", bound=BaseModel)

Result = TypeVar("Result")


class LabHandler(APIHandler):
    """Base of the routes. Every verb of a route is authenticated by its own decorator."""

    def initialize(self, app: JunoBenchLab) -> None:
        self.app = app

    @property
    def lab(self) -> Lab:
        return self.app.lab

    async def off_loop(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Do work that reads or writes files without holding up the server."""
        return await asyncio.get_running_loop().run_in_executor(None, lambda: work(*arguments))

    def body(self, model: type[Body]) -> Body:
        """The request's body as a model. Raises `InvalidRequest` with a sentence on what doesn't fit."""
        from pydantic import ValidationError

        from ..errors import InvalidRequest

        try:
            return model.model_validate_json(self.request.body)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            message = str(first["msg"]).removeprefix("Value error, ")
            at = f" (at {where})" if where else ""
            raise InvalidRequest(f"The request doesn't fit{at}: {message}.") from None

    def answer(self, value: BaseModel, status: int = 200) -> None:
        self.set_status(status)
        self.set_header("Content-Type", "application/json")
        self.finish(value.model_dump_json())

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        from ..errors import LabError
        from .errors import status_of

        error = kwargs.get("exc_info", (None, None, None))[1]
        kind, message = "Server", "Something went wrong in the server; the details are in its log."
        if isinstance(error, LabError):
            status_code, kind, message = status_of(error), type(error).__name__, str(error)
        elif isinstance(error, HTTPError):
            kind = "Http"
            message = error.reason or error.log_message or HTTPStatus(status_code).phrase
        self.set_status(status_code)
        self.set_header("Content-Type", "application/json")
        self.finish(json.dumps({"message": message, "kind": kind}))

    def log_exception(self, typ: Any, value: Any, tb: Any) -> None:
        from ..errors import LabError

        # A mistake with a sentence of its own is an answer, not a fault of the server.
        if not isinstance(value, LabError):
            super().log_exception(typ, value, tb)

"""Bodies of requests as models, and what to say about one that doesn't fit."""

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from ..errors import InvalidRequest

Body = TypeVar("Body", bound=BaseModel)


def read_body(model: type[Body], body: bytes) -> Body:
    """Raises `InvalidRequest` with a sentence on the first thing that doesn't fit."""
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        raise InvalidRequest(_sentence(error.errors()[0])) from None


def _sentence(problem: Mapping[str, Any]) -> str:
    where = ".".join(str(part) for part in problem["loc"])
    message = str(problem["msg"])
    match problem["type"]:
        case "json_invalid":
            return "The body of the request isn't valid JSON."
        case "missing":
            return f"The request lacks `{where}`."
        case "extra_forbidden":
            return f"The request has a field `{where[:80]}` that isn't known here."
        case "value_error":
            at = f" in `{where}`" if where else ""
            return f"The request doesn't fit{at}: {message.removeprefix('Value error, ')}."
        case _:
            subject = f"`{where}`" if where else "the body"
            return f"The request doesn't fit: for {subject}, {message[:1].lower()}{message[1:]}."

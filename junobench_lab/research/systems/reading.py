"""Reading a prediction out of what a system wrote. Pure."""

import json
from typing import Any

from pydantic import ValidationError

from ..foreign_json import sound
from ..tasks.models import PREDICTIONS, Item
from .models import Reply, Said

_ABOUT = ("item", "run")


def read_reply(item: Item, run: int, system: str, reply: Reply) -> Said:
    """The last JSON object of the text, checked against what the task asks for."""
    told = {"item": item.item, "run": run, "system": system, "reply": reply}
    if reply.error is not None:
        return Said.model_validate({**told, "error": reply.error})
    document = last_object(reply.text)
    if document is None:
        return Said.model_validate({**told, "error": "The reply holds no JSON object."})
    fields = {name: value for name, value in document.items() if name not in _ABOUT}
    try:
        PREDICTIONS[item.task].model_validate({**fields, "item": item.item, "run": run})
    except ValidationError as error:
        place = ".".join(map(str, error.errors()[0]["loc"])) or "the object"
        return Said.model_validate({**told, "error": f"The JSON object lacks a field or has a wrong one ({place})."})
    return Said.model_validate({**told, "fields": fields})


def last_object(text: str) -> dict[str, Any] | None:
    """The last JSON object that stands in a text and in no other one; ``None`` where there is none."""
    decoder = json.JSONDecoder()
    found: dict[str, Any] | None = None
    place = text.find("{")
    while place != -1:
        try:
            value, end = decoder.raw_decode(text, place)
            value = sound(value)
        except (ValueError, RecursionError):
            end = place + 1
        else:
            found = value if isinstance(value, dict) else found
        place = text.find("{", end)
    return found

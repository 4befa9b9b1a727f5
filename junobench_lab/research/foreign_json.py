"""JSON of other programs: what they write and JSON, or UTF-8, can't say is put right, so that all of it can be kept.

Lines are told apart by line feeds alone: a text may hold other characters that end lines (U+2028, U+0085).
"""

import json
import math
import re
from typing import Any

_HALF_A_PAIR = re.compile("[\ud800-\udfff]")


def json_object(text: str) -> dict[str, Any] | None:
    """The JSON object that a text is, see `sound`; ``None`` where it is none."""
    try:
        document = sound(json.loads(text))
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None


def sound(value: Any) -> Any:
    """A decoded value with null for numbers that are none (NaN, Infinity), and U+FFFD for half a surrogate pair.

    Raises `RecursionError` for one that is nested too deep.
    """
    if isinstance(value, str):
        return _HALF_A_PAIR.sub("\ufffd", value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, list):
        return [sound(one) for one in value]
    if isinstance(value, dict):
        return {sound(name): sound(one) for name, one in value.items()}
    return value


def json_line(document: dict[str, Any]) -> str:
    """A line of a file of JSON lines, with its line feed."""
    return json.dumps(document, ensure_ascii=False, allow_nan=False) + "\n"

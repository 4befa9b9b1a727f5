"""The notebook's names after a run, asked of the kernel without a trace (see `kernel_side/state.py`)."""

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from .models import NameState
from .pinning import kernel_side_answer, kernel_side_call

_ANSWER = "state"
_STATES = TypeAdapter(list[NameState])


def state_expressions() -> dict[str, str]:
    """The user expressions of the silent request that asks for the names."""
    return {_ANSWER: kernel_side_call("state")}


def read_state(reply: Mapping[str, Any]) -> list[NameState] | None:
    """The names in the kernel's answer; ``None`` where it could not tell."""
    try:
        return _STATES.validate_python(kernel_side_answer(reply, _ANSWER))
    except ValidationError:
        return None

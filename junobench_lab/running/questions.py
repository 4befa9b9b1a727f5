"""What is asked of a kernel after a run without leaving a trace in the notebook: an instance's check, its memory."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from pydantic import TypeAdapter, ValidationError

from .models import Condition
from .pinning import kernel_side_answer, kernel_side_call

_ANSWER = "conditions"
_PEAK = "peak"
_CONDITIONS = TypeAdapter(list[Condition])
_LONGEST_TEXT = 20_000
"""Characters of a text in an output that the check gets to see; pictures are above it and come as empty texts."""


class Question(Protocol):
    """Something asked of the kernel when its run is over."""

    seconds: float
    """How long the answer may take."""

    def expressions(self) -> dict[str, str]:
        """The user expressions of the silent request; called when the last step is over."""

    def take(self, reply: Mapping[str, Any]) -> None:
        """Gets the kernel's reply, which is empty where none came in time."""


class CheckQuestion:
    """Asks for the conditions of a check (see `kernel_side/conditions.py`), for input files that were changed, and for
    the memory that was held at most."""

    def __init__(self, source: str | None, folder: Path, files: Sequence[Path], outputs: list[dict[str, Any]]) -> None:
        """``source`` of the check, or ``None``; ``outputs`` of the crash cell, filled by the time it is asked."""
        self.seconds = 30.0
        self.conditions: list[Condition] | None = None
        self.changed_files: list[str] = []
        self.peak_memory: int | None = None
        self._source = source
        self._folder = folder
        self._files = files
        self._outputs = outputs

    def expressions(self) -> dict[str, str]:
        digests = {
            file.relative_to(self._folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
            for file in self._files
        }
        asked = {"source": self._source, "outputs": [_shortened(output) for output in self._outputs]}
        return {
            # Asked first, as a check may hold much itself.
            _PEAK: kernel_side_call("peak_memory"),
            _ANSWER: kernel_side_call("conditions", json.dumps({**asked, "digests": digests})),
        }

    def take(self, reply: Mapping[str, Any]) -> None:
        peak = kernel_side_answer(reply, _PEAK)
        self.peak_memory = peak if isinstance(peak, int) else None
        answer = kernel_side_answer(reply, _ANSWER)
        if not isinstance(answer, dict):
            return
        self.changed_files = [str(path) for path in answer.get("changed", [])]
        try:
            self.conditions = _CONDITIONS.validate_python(answer.get("conditions"))
        except ValidationError:
            self.conditions = None


def _shortened(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _shortened(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_shortened(each) for each in value]
    return "" if isinstance(value, str) and len(value) > _LONGEST_TEXT else value

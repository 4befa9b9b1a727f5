"""What a file that a person names holds: predictions, or repairs that were run."""

from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from pydantic import ValidationError

from ...errors import InvalidRequest
from ..foreign_json import json_object
from ..repairs.models import RepairRun
from ..tasks.jsonl import read_text
from ..tasks.models import TaskName

LARGEST = 100_000_000
"""Bytes of a file that is read."""


@dataclass(frozen=True)
class LookedAt:
    """What the first line of use says about a file."""

    task: TaskName
    runs: bool
    """Whether it keeps what running repairs came to, rather than predictions."""
    system: str | None
    """How the system calls itself there."""


def read_file(path: Path) -> str:
    """The text of a file. Raises `InvalidRequest` where it is none, is too large, or can't be read."""
    if not path.is_file():
        raise InvalidRequest(f"There is no file {path}: name one of predictions, JSON lines.")
    if path.stat().st_size > LARGEST:
        raise InvalidRequest(f"{path} has more than {LARGEST // 1_000_000} MB: name a file of predictions, JSON lines.")
    return read_text(path)


def look_at(path: Path) -> LookedAt:
    """Raises `InvalidRequest`, which names the line, where nothing in the file can be used."""
    first: int | None = None
    for number, line in enumerate(read_file(path).split("\n"), 1):
        if not line.strip():
            continue
        first = first or number
        document = json_object(line)
        item = document.get("item") if document is not None else None
        if document is None or not isinstance(item, str):
            continue
        if _is_run(line):
            return LookedAt(task="repair", runs=True, system=None)
        task = next((task for task in get_args(TaskName) if item.startswith(f"{task}-")), None)
        if task is not None:
            system = document.get("system")
            return LookedAt(task=task, runs=False, system=system if isinstance(system, str) else None)
    if first is None:
        raise InvalidRequest(f"{path} is empty: name a file of predictions, JSON lines.")
    raise InvalidRequest(
        f"{path} holds no prediction (line {first} is none, and no other is one): a prediction is a JSON object with "
        "the `item` of a task, as `junobench-lab predict` writes it."
    )


def _is_run(line: str) -> bool:
    try:
        RepairRun.model_validate_json(line)
    except ValidationError:
        return False
    return True

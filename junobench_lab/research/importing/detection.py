"""Results of the published crash-detection experiments (arXiv 2510.18013 and 2602.18537): a JSON file an instance and
side, which lists what each run said.

A run is an object with ``detection`` and ``reasoning``, or the words TRUE and FALSE; whatever else stands in its place,
such as a note on a failed call, is no answer.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..tasks.models import Answer, DetectionAnswer, DiagnosisAnswer
from .models import Imported
from .names import instance_of, side_of

_MOST_BYTES = 10_000_000
_WORDS = {"true": True, "false": False}


class _Run(NamedTuple):
    """What one run said about one side of one instance."""

    file: str
    instance: str
    crashing_side: bool
    run: int
    crash: bool | None
    reasoning: str | None


def import_detection(folder: Path, answers: Sequence[Answer], system: str) -> Imported:
    """Predictions of detection: one a run that gave an answer."""
    items = {(a.instance, a.crash): a.item for a in answers if isinstance(a, DetectionAnswer)}
    imported = Imported()
    for run in _runs(folder, sorted({instance for instance, _ in items}), imported):
        item = items.get((run.instance, run.crashing_side))
        if item is None:
            imported.problems.append(f"{run.file} is about a side of {run.instance} that makes no item.")
        elif run.crash is None:
            imported.problems.append(f"{run.file}: run {run.run} gives no answer.")
        else:
            imported.lines.append({"item": item, "run": run.run, "crash": run.crash, "system": system})
    return imported


def import_diagnosis(folder: Path, answers: Sequence[Answer], system: str) -> Imported:
    """Predictions of diagnosis from the same files: the reasoning of runs that saw the crash coming, for a judge. A run
    that took the crashing side to run has nothing to say about why it crashes, and is left out."""
    items = {a.instance: a.item for a in answers if isinstance(a, DiagnosisAnswer)}
    imported = Imported()
    for run in _runs(folder, sorted(items), imported):
        if run.crashing_side and run.crash and run.reasoning:
            line = {"item": items[run.instance], "run": run.run, "text": run.reasoning, "system": system}
            imported.lines.append(line)
    return imported


def _runs(folder: Path, ids: Sequence[str], imported: Imported) -> Iterator[_Run]:
    for file in sorted(folder.rglob("*.json")):
        path = file.relative_to(folder)
        instance, side = instance_of(path, ids), side_of(path)
        if instance is None or side is None:
            missing = "instance of the bench" if instance is None else "side (reproduced or fixed)"
            imported.problems.append(f"{path} names no {missing} and was passed over.")
            continue
        said = _read(file)
        if said is None:
            imported.problems.append(f"{path} is no JSON list of runs and was passed over.")
            continue
        for number, one in enumerate(said):
            crash, reasoning = _answer(one)
            yield _Run(str(path), instance, side == "reproduced", number, crash, reasoning)


def _read(file: Path) -> list[Any] | None:
    try:
        if file.stat().st_size > _MOST_BYTES:
            return None
        said = json.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return None
    return said if isinstance(said, list) else None


def _answer(said: Any) -> tuple[bool | None, str | None]:
    reasoning = None
    if isinstance(said, dict):
        told = said.get("reasoning")
        reasoning = told if isinstance(told, str) and told.strip() else None
        said = said.get("detection")
    if isinstance(said, str):
        said = _WORDS.get(said.strip().casefold())
    return (said if isinstance(said, bool) else None), reasoning

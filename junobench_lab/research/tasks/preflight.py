"""The baseline for detection that runs: the recorded steps in a real kernel, then a trial of the target.

Unlike the other systems it gets the input files of the instance that an item is of.
"""

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...instances.bench import Bench
from ...running.environments.choice import environment_of
from ...running.models import Ended, Limits, Plan, Step
from ...running.preflight.models import Trial, TrialRequest
from ...running.preflight.trial import read_trial, trial_message
from ...running.runner import run_plan
from .models import Answer, DetectionItem, DetectionPrediction, Item, Prediction, TaskName

PREFLIGHT_TASKS: tuple[TaskName, ...] = ("detection",)

_SECONDS = 60.0
"""Bound of a trial: nobody waits for it here."""


def preflight(bench: Bench, answers: Sequence[Answer]) -> Callable[[Item], Prediction | None]:
    """The system for the items of a bench; ``answers`` tell which instance's files an item needs, and nothing else is
    taken from them."""
    instances = {answer.item: answer.instance for answer in answers}

    def predict(item: Item) -> Prediction | None:
        if not isinstance(item, DetectionItem):
            return None
        id = instances[item.item]
        trial = asyncio.run(_tried(item, bench.folder(id), bench.input_files(id)))
        # What can't be told is taken to run, as most cells do.
        return DetectionPrediction(item=item.item, crash=trial is not None and trial.verdict == "crashes")

    return predict


async def _tried(item: DetectionItem, folder: Path, files: Sequence[Path]) -> Trial | None:
    """The trial of the target after the steps; ``None`` where the steps could not be run through."""
    question = _TrialQuestion(item.target.source)
    steps = [
        Step(index=index, cell=step.cell, source=step.source, may_crash=True) for index, step in enumerate(item.steps)
    ]
    events = run_plan(
        Plan(steps=steps),
        folder=folder,
        files=files,
        environment=environment_of("local"),
        limits=Limits(),
        question=question,
    )
    ended = None
    async with contextlib.aclosing(events):
        async for event in events:
            ended = event
    return question.trial if isinstance(ended, Ended) and ended.reason == "finished" else None


class _TrialQuestion:
    """Asks for a trial when the steps have run (see `running.questions`)."""

    def __init__(self, source: str) -> None:
        self.seconds = _SECONDS + 10
        self.trial: Trial | None = None
        self._source = source

    def expressions(self) -> dict[str, str]:
        return trial_message(TrialRequest(source=self._source, seconds=_SECONDS)).expressions

    def take(self, reply: Mapping[str, Any]) -> None:
        self.trial = read_trial(reply, self._source, seconds=_SECONDS)

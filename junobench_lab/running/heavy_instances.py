"""Which instances of a bench a kernel can't run for want of a heavy library."""

import contextlib
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import LabError
from ..instances.bench import Bench
from .environments.base import KernelEnvironment
from .libraries import HEAVY_LIBRARIES, HeavyLibrary, lacking_expressions, needed_libraries, read_lacking
from .models import Ended, Limits, Plan
from .runner import run_plan
from .session import variant_job


def needs_of(bench: Bench, id: str) -> list[HeavyLibrary]:
    """The heavy libraries that running the instance takes; none where it can't be planned, as then it can't run."""
    try:
        return needed_libraries(variant_job(bench, id, "reproduced").plan)
    except LabError:
        return []


async def lacking_libraries(environment: KernelEnvironment) -> list[HeavyLibrary] | None:
    """The heavy libraries that the environment's kernel lacks; ``None`` where it can't be started or can't tell."""
    question = _LackingQuestion(list(dict.fromkeys(HEAVY_LIBRARIES.values())))
    with tempfile.TemporaryDirectory(prefix="libraries-") as folder:
        events = run_plan(
            Plan(steps=[]),
            folder=Path(folder),
            files=(),
            environment=environment,
            limits=Limits(),
            question=question,
        )
        async with contextlib.aclosing(events):
            async for event in events:
                if isinstance(event, Ended) and event.reason != "finished":
                    return None
    return question.lacking


def unrunnable(bench: Bench, lacking: Sequence[HeavyLibrary]) -> dict[str, list[HeavyLibrary]]:
    """Instance -> what it needs of the libraries that are lacking; only those that need something."""
    found = {
        summary.id: [library for library in needs_of(bench, summary.id) if library in lacking]
        for summary in bench.summaries()
    }
    return {id: libraries for id, libraries in found.items() if libraries}


class _LackingQuestion:
    """Asks a kernel which libraries it lacks (see `questions.Question`)."""

    seconds = 30.0

    def __init__(self, libraries: Sequence[HeavyLibrary]) -> None:
        self.lacking: list[HeavyLibrary] | None = None
        self._libraries = libraries

    def expressions(self) -> dict[str, str]:
        return lacking_expressions(self._libraries)

    def take(self, reply: Mapping[str, Any]) -> None:
        self.lacking = read_lacking(reply, self._libraries)

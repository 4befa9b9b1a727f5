"""Loading systems, and all that is asked of those that are loaded."""

import logging
from collections.abc import Sequence
from pathlib import Path

from ...errors import InvalidRequest
from ...instances.bench import Bench
from .beside import GradingBeside
from .files import look_at
from .grading import GradedSystem, Grader, Step
from .kept import forget_system, keep_system, kept_systems
from .models import KeptSystem, LoadedSystem, SystemList
from .standings import system_charts


class LoadedSystems:
    """The systems that a person has loaded. All methods may be called from any thread."""

    def __init__(self, patience: float | None = None, log: logging.Logger | None = None) -> None:
        """``patience``: seconds for which an answer waits for grading, which goes on beside; ``None``: to its end."""
        self._grader = Grader()
        self._beside = (
            GradingBeside(self._grader, patience, log or logging.getLogger(__name__)) if patience is not None else None
        )

    def add(
        self, bench: Bench, files: Sequence[Path], name: str | None = None, step: Step | None = None
    ) -> LoadedSystem:
        """Load a system: a file of predictions, a file of runs of repairs, or both of the same system. ``step`` is told
        how far the grading is that is waited for.

        Raises `InvalidRequest` where they can't be used, with the number of the line; `BrokenBench`.
        """
        looked = [(file, look_at(file)) for file in files]
        predictions = [file for file, found in looked if not found.runs]
        runs = [file for file, found in looked if found.runs]
        if not looked or len(predictions) > 1 or len(runs) > 1:
            raise InvalidRequest(
                "Name one file of predictions, one that keeps runs of repairs, or one of each for a system's repairs."
            )
        tasks = {found.task for _, found in looked}
        if len(tasks) > 1:
            raise InvalidRequest("Runs are kept of repairs only, and these predictions are of another task.")
        kept = keep_system(
            bench.name,
            tasks.pop(),
            predictions=next(iter(predictions), None),
            runs=next(iter(runs), None),
            name=name,
            usual_name=next((found.system for _, found in looked if found.system), None) or files[0].stem,
        )
        (graded,) = self._graded(bench, [kept], step)
        if graded.state is None and not graded.standings and not graded.predictions.by_item:
            forget_system(kept.key)
            raise InvalidRequest(graded.sentence)
        return loaded_system(graded)

    def remove(self, key: str) -> str:
        """Show a system no longer; gives what was done, in a sentence. Raises `UnknownSystem`."""
        gone = forget_system(key)
        return f"{gone.name} ({gone.task}) is no longer shown; its files stay."

    def listed(self, bench: Bench, step: Step | None = None) -> SystemList:
        """Raises `BrokenBench`, and `InvalidRequest` for a damaged list."""
        return system_list(bench, self.of(bench, step))

    def of(self, bench: Bench, step: Step | None = None) -> list[GradedSystem]:
        """Those that are loaded for a bench. Raises `BrokenBench`, and `InvalidRequest` for a damaged list."""
        return self._graded(bench, kept_systems(bench.name), step)

    def cancel_grading(self, bench: str) -> None:
        """What goes on beside ends, and isn't begun again before `grade_again`."""
        if self._beside is not None:
            self._beside.cancel(bench)

    def grade_again(self, bench: str) -> None:
        if self._beside is not None:
            self._beside.again(bench)

    def close(self) -> None:
        if self._beside is not None:
            self._beside.close()

    def _graded(self, bench: Bench, kept: Sequence[KeptSystem], step: Step | None) -> list[GradedSystem]:
        if self._beside is not None:
            return self._beside.of(bench, kept)
        return [self._grader.graded(bench, one, step) for one in kept]


def system_list(bench: Bench, systems: Sequence[GradedSystem]) -> SystemList:
    return SystemList(
        bench=bench.name,
        systems=[loaded_system(system) for system in systems],
        charts=system_charts(systems, bench.summaries()) if systems else [],
    )


def loaded_system(system: GradedSystem) -> LoadedSystem:
    kept = system.kept
    standings = list(system.standings.values())
    return LoadedSystem(
        key=kept.key,
        name=kept.name,
        bench=kept.bench,
        task=kept.task,
        files=[path for path in (kept.predictions, kept.runs) if path is not None],
        right=standings.count("right"),
        wrong=standings.count("wrong"),
        sentence=system.sentence,
        problems=system.problems,
        grading=system.grading,
        unjudged=system.state is not None and system.grading is None,
    )

"""The predictions of loaded systems, graded as `score` grades them, and kept until a file or the bench changes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import cast

from ...errors import InvalidRequest, LabError
from ...instances.bench import Bench
from ...instances.models import InstanceSummary
from ..repairs.grade import grade_repairs, number_of_runs
from ..repairs.models import RepairRun
from ..repairs.runs_file import read_runs
from ..repairs.score import scoring_of
from ..scoring.grade import MAIN_MARK, grade
from ..scoring.models import Graded
from ..scoring.predictions import Predictions, read_predictions
from ..tasks.items import TaskSet, make_tasks
from ..tasks.models import Answer, RepairAnswer, TaskName
from .files import read_file
from .models import GradingProgress, KeptSystem, Standing

_Stamp = tuple[int, int] | None


@dataclass(frozen=True)
class GradedSystem:
    """A system with what it is right about."""

    kept: KeptSystem
    tasks: TaskSet
    predictions: Predictions = field(default_factory=lambda: Predictions({}))
    runs: Mapping[str, list[RepairRun]] = field(default_factory=dict)
    """Of repairs, by item."""
    graded: Mapping[str, Graded] = field(default_factory=dict)
    """By item; empty for repairs that haven't been run."""
    standings: Mapping[str, Standing] = field(default_factory=dict)
    """By instance; one that the task makes no item of is left out."""
    problems: list[str] = field(default_factory=list)
    state: str | None = None
    """Why it isn't graded, in words; ``None`` where it is."""
    grading: GradingProgress | None = None
    """How far that is, while it is being graded."""

    @property
    def sentence(self) -> str:
        if self.state is not None:
            return self.state
        if not self.standings:
            return self.problems[0] if self.problems else f"{self.kept.name} was not judged on any crash."
        right = sum(standing == "right" for standing in self.standings.values())
        return f"right about {right} of {len(self.standings)} crashes"

    def answers(self, id: str) -> list[Answer]:
        """The items that the task makes of an instance."""
        return [answer for answer in self.tasks.answers if answer.instance == id]


class GradingCancelled(Exception):
    """A person had no more use for it."""


Step = Callable[[int, int], None]
"""Told how many instances were looked at, of how many; may raise `GradingCancelled`."""


class Grader:
    """Grades systems when they are asked for. All methods may be called from any thread."""

    def __init__(self) -> None:
        self._at_work = Lock()
        self._lock = Lock()
        """Of the dictionaries, held for moments: what is at hand is told while others are being graded."""
        self._tasks: dict[tuple[str, TaskName], tuple[list[InstanceSummary], TaskSet]] = {}
        self._graded: dict[str, tuple[KeptSystem, tuple[_Stamp, ...], TaskSet, GradedSystem]] = {}

    def at_hand(self, bench: Bench, kept: KeptSystem) -> GradedSystem | None:
        """The system where it was graded and neither a file nor the bench has changed since. Raises `BrokenBench`."""
        tasks = self._known_tasks(bench, kept.task)
        with self._lock:
            known = self._graded.get(kept.key)
        if known is None or tasks is None or known[2] is not tasks or known[:2] != (kept, _stamps(kept)):
            return None
        return known[3]

    def graded(self, bench: Bench, kept: KeptSystem, step: Step | None = None) -> GradedSystem:
        """The system as its files are now; files that can't be used any more are a problem, not an error.

        Raises `BrokenBench`, and what ``step`` raises.
        """
        with self._at_work:
            found = self.at_hand(bench, kept)
            if found is not None:
                return found
            stamps = _stamps(kept)
            tasks = self._tasks_of(bench, kept.task, step)
            try:
                made = graded_system(kept, tasks)
            except LabError as error:
                made = GradedSystem(kept, tasks, problems=[str(error)])
            with self._lock:
                self._graded[kept.key] = (kept, stamps, tasks, made)
            return made

    def _known_tasks(self, bench: Bench, task: TaskName) -> TaskSet | None:
        # The bench makes a row anew when the files of its instance have changed.
        summaries = bench.summaries()
        with self._lock:
            known = self._tasks.get((bench.name, task))
        return known[1] if known is not None and known[0] == summaries else None

    def _tasks_of(self, bench: Bench, task: TaskName, step: Step | None) -> TaskSet:
        known = self._known_tasks(bench, task)
        if known is None:
            summaries = bench.summaries()
            known = make_tasks(bench, task, step=step)
            with self._lock:
                self._tasks[bench.name, task] = (summaries, known)
        return known


def graded_system(kept: KeptSystem, tasks: TaskSet) -> GradedSystem:
    """Raises `InvalidRequest` where a file can't be read, or holds nothing about this bench."""
    made = _repairs(kept, tasks) if kept.task == "repair" else _predictions(kept, tasks)
    standings: dict[str, Standing] = {}
    for answer in tasks.answers:
        mark = made.graded[answer.item].marks.get(MAIN_MARK[kept.task]) if answer.item in made.graded else None
        if mark is not None and standings.get(answer.instance) != "wrong":
            standings[answer.instance] = "right" if mark == 1 else "wrong"
    return GradedSystem(kept, tasks, made.predictions, made.runs, made.graded, standings, made.problems)


def _predictions(kept: KeptSystem, tasks: TaskSet) -> GradedSystem:
    if kept.predictions is None:
        raise InvalidRequest(f"{kept.name} has no file of predictions of {kept.task}: load one.")
    path = Path(kept.predictions)
    predictions = _some(read_predictions(read_file(path), tasks.answers), path, kept.bench)
    graded = {one.item: one for one in grade(tasks.answers, predictions)}
    return GradedSystem(kept, tasks, predictions, graded=graded, problems=predictions.problems)


def _repairs(kept: KeptSystem, tasks: TaskSet) -> GradedSystem:
    answers = [cast("RepairAnswer", answer) for answer in tasks.answers]
    known = {answer.item for answer in answers}
    runs = [run for run in read_runs(Path(kept.runs)) if run.item in known] if kept.runs is not None else None
    if kept.runs is not None and not runs:
        raise InvalidRequest(f"{kept.runs} keeps no run of a repair of the bench {kept.bench}: name another file.")
    by_item: dict[str, list[RepairRun]] = {}
    if kept.predictions is None:
        runs = runs or []
        graded = grade_repairs(answers, runs, number=number_of_runs(runs))
        predictions, problems = Predictions({}), []
    else:
        scoring = scoring_of(tasks.items, answers, read_file(Path(kept.predictions)))
        predictions = _some(scoring.predictions, Path(kept.predictions), kept.bench)
        if runs is None:
            told = f"The repairs of {kept.name} haven't been run: `junobench-lab score repair --runs FILE` runs them."
            return GradedSystem(kept, tasks, predictions, problems=[told, *predictions.problems])
        runs = scoring.latest(runs)
        score = scoring.score(runs)
        graded, problems = score.graded, score.problems
    for run in runs:
        by_item.setdefault(run.item, []).append(run)
    return GradedSystem(kept, tasks, predictions, by_item, {one.item: one for one in graded}, problems=problems)


def _some(predictions: Predictions, path: Path, bench: str) -> Predictions:
    if not predictions.by_item:
        why = next((problem for problem in predictions.problems), "There is none.")
        raise InvalidRequest(f"{path} holds no prediction for the bench {bench} that can be used. {why}")
    return predictions


def _stamps(kept: KeptSystem) -> tuple[_Stamp, ...]:
    return tuple(_stamp(path) for path in (kept.predictions, kept.runs))


def _stamp(path: str | None) -> _Stamp:
    try:
        found = Path(path).stat() if path is not None else None
    except OSError:
        return None
    return (found.st_mtime_ns, found.st_size) if found is not None else None

"""The predictions of loaded systems, graded as `score` grades them, and kept until a file or the bench changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock
from typing import cast

from ...errors import InvalidRequest, LabError
from ...instances.bench import Bench
from ...instances.models import InstanceSummary
from ..repairs.grade import grade_repairs, number_of_runs
from ..repairs.models import RepairRun
from ..repairs.runs_file import read_runs
from ..repairs.score import repair_scoring
from ..scoring.grade import MAIN_MARK, grade
from ..scoring.models import Graded
from ..scoring.predictions import Predictions, read_predictions
from ..tasks.items import TaskSet, make_tasks
from ..tasks.models import Answer, RepairAnswer, TaskName
from .files import read_file
from .models import KeptSystem, Standing

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

    @property
    def sentence(self) -> str:
        if not self.standings:
            return self.problems[0] if self.problems else f"{self.kept.name} was not judged on any crash."
        right = sum(standing == "right" for standing in self.standings.values())
        return f"right about {right} of {len(self.standings)} crashes"

    def answers(self, id: str) -> list[Answer]:
        """The items that the task makes of an instance."""
        return [answer for answer in self.tasks.answers if answer.instance == id]


class Grader:
    """Grades systems when they are asked for. All methods may be called from any thread."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._tasks: dict[tuple[str, TaskName], tuple[list[InstanceSummary], TaskSet]] = {}
        self._graded: dict[str, tuple[KeptSystem, tuple[_Stamp, ...], TaskSet, GradedSystem]] = {}

    def graded(self, bench: Bench, kept: KeptSystem) -> GradedSystem:
        """The system as its files are now; files that can't be used any more are a problem, not an error.

        Raises `BrokenBench`.
        """
        with self._lock:
            tasks = self._tasks_of(bench, kept.task)
            stamps = tuple(_stamp(path) for path in (kept.predictions, kept.runs))
            known = self._graded.get(kept.key)
            if known is not None and known[0] == kept and known[1] == stamps and known[2] is tasks:
                return known[3]
            try:
                made = graded_system(bench, kept, tasks)
            except LabError as error:
                made = GradedSystem(kept, tasks, problems=[str(error)])
            self._graded[kept.key] = (kept, stamps, tasks, made)
            return made

    def _tasks_of(self, bench: Bench, task: TaskName) -> TaskSet:
        # The bench makes a row anew when the files of its instance have changed.
        summaries = bench.summaries()
        known = self._tasks.get((bench.name, task))
        if known is None or known[0] != summaries:
            known = self._tasks[bench.name, task] = (summaries, make_tasks(bench, task))
        return known[1]


def graded_system(bench: Bench, kept: KeptSystem, tasks: TaskSet) -> GradedSystem:
    """Raises `InvalidRequest` where a file can't be read, or holds nothing about this bench."""
    made = _repairs(bench, kept, tasks) if kept.task == "repair" else _predictions(kept, tasks)
    standings: dict[str, Standing] = {}
    for answer in tasks.answers:
        mark = made.graded[answer.item].marks.get(MAIN_MARK[kept.task]) if answer.item in made.graded else None
        if mark is not None and standings.get(answer.instance) != "wrong":
            standings[answer.instance] = "right" if mark == 1 else "wrong"
    return GradedSystem(kept, tasks, made.predictions, made.runs, made.graded, standings, made.problems)


def _predictions(kept: KeptSystem, tasks: TaskSet) -> GradedSystem:
    if kept.predictions is None:
        raise InvalidRequest(f"{kept.name} has no file of predictions of {kept.task}: load one.")
    predictions = _read(Path(kept.predictions), tasks, bench=kept.bench)
    graded = {one.item: one for one in grade(tasks.answers, predictions)}
    return GradedSystem(kept, tasks, predictions, graded=graded, problems=predictions.problems)


def _repairs(bench: Bench, kept: KeptSystem, tasks: TaskSet) -> GradedSystem:
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
        predictions = _read(Path(kept.predictions), tasks, bench=kept.bench)
        if runs is None:
            told = f"The repairs of {kept.name} haven't been run: `junobench-lab score repair --runs FILE` runs them."
            return GradedSystem(kept, tasks, predictions, problems=[told, *predictions.problems])
        scoring = repair_scoring(bench, answers, read_file(Path(kept.predictions)))
        runs = scoring.latest(runs)
        score = scoring.score(runs)
        graded, problems = score.graded, score.problems
    for run in runs:
        by_item.setdefault(run.item, []).append(run)
    return GradedSystem(kept, tasks, predictions, by_item, {one.item: one for one in graded}, problems=problems)


def _read(path: Path, tasks: TaskSet, *, bench: str) -> Predictions:
    predictions = read_predictions(read_file(path), tasks.answers)
    if not predictions.by_item:
        why = next((problem for problem in predictions.problems), "There is none.")
        raise InvalidRequest(f"{path} holds no prediction for the bench {bench} that can be used. {why}")
    return predictions


def _stamp(path: str | None) -> _Stamp:
    try:
        found = Path(path).stat() if path is not None else None
    except OSError:
        return None
    return (found.st_mtime_ns, found.st_size) if found is not None else None

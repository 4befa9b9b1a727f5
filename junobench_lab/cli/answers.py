"""The reference answers that predictions are held to."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..research.tasks.models import Answer


def answers_of(task: str, file: Path | None, bench: str | None) -> "list[Answer]":
    """Those of a file that `tasks` wrote, else of a bench. Raises `InvalidRequest`, also for those of another task."""
    from ..errors import InvalidRequest
    from ..research.tasks.items import make_tasks
    from ..research.tasks.jsonl import read_answers
    from .benches import chosen_bench
    from .choices import task_named

    name = task_named(task)
    if file is None:
        return make_tasks(chosen_bench(bench), name).answers
    if bench is not None and name != "repair":
        raise InvalidRequest("--answers and --bench both say what is right: leave out one of them.")
    answers = read_answers(file)
    other = next((answer.task for answer in answers if answer.task != name), None)
    if other is not None:
        raise InvalidRequest(f"{file} has the answers of the task {other}, not of {name}: give the other file.")
    return answers

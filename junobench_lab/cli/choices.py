"""Names that research commands take, told apart from misspelt ones."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, TypeVar

from ..errors import InvalidRequest

if TYPE_CHECKING:
    from ..instances.models import FilterDimension
    from ..research.tasks.baselines import Baseline
    from ..research.tasks.models import Comments, TaskName

_Name = TypeVar("_Name", bound=str)


def task_named(text: str) -> "TaskName":
    """Raises `InvalidRequest`."""
    from ..research.tasks.models import TASKS

    return _one_of(text, TASKS, "task")


def comments_named(text: str) -> "Comments":
    """Raises `InvalidRequest`."""
    from ..research.tasks.models import COMMENTS

    return _one_of(text, COMMENTS, "choice of comments")


def label_named(text: str) -> "FilterDimension":
    """Raises `InvalidRequest`."""
    from ..instances.models import FILTER_DIMENSIONS

    return _one_of(text.replace("-", "_").replace(" ", "_"), FILTER_DIMENSIONS, "label")


def baseline_for(task: "TaskName", text: str) -> "Baseline":
    """The built-in system of a name. Raises `InvalidRequest`, also for one that can't do the task."""
    from ..research.tasks.baselines import BASELINES

    name = _one_of(text, list(BASELINES), "baseline")
    system = BASELINES[name]
    if task not in system.tasks:
        raise InvalidRequest(f"The baseline {name} predicts {', '.join(system.tasks)} only, not {task}.")
    return system


def _one_of(text: str, known: Sequence[_Name], what: str) -> _Name:
    found = next((name for name in known if name == text.strip().lower()), None)
    if found is None:
        near = get_close_matches(text.lower(), known, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}."
        raise InvalidRequest(f"There is no {what} {text[:80]!r}: {hint}")
    return found

"""The built-in systems, by name."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ...instances.bench import Bench
from .label_baseline import ESTIMATORS_TASKS, estimators
from .linters import LINTER_TASKS, pylint, pyright
from .models import Answer, Item, Prediction, TaskName
from .preflight import PREFLIGHT_TASKS, preflight
from .trace_rules import TRACE_RULES_TASKS, trace_rules

Predict = Callable[[Item], Prediction | None]


class Baseline(NamedTuple):
    """A built-in system."""

    system: Callable[[Bench, Sequence[Answer]], Predict]
    """Makes it for the items of a bench. Only what runs something asks for the bench, and the answers tell it which
    instance's files to run with."""
    tasks: tuple[TaskName, ...]
    """The tasks that it can do."""


def _from_the_item_alone(predict: Predict) -> Callable[[Bench, Sequence[Answer]], Predict]:
    return lambda _bench, _answers: predict


BASELINES: Mapping[str, Baseline] = {
    "trace-rules": Baseline(_from_the_item_alone(trace_rules), TRACE_RULES_TASKS),
    "estimators": Baseline(_from_the_item_alone(estimators), ESTIMATORS_TASKS),
    "pylint": Baseline(_from_the_item_alone(pylint), LINTER_TASKS),
    "pyright": Baseline(_from_the_item_alone(pyright), LINTER_TASKS),
    "preflight": Baseline(preflight, PREFLIGHT_TASKS),
}

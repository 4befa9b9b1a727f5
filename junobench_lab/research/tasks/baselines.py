"""The built-in systems, by name."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from .label_baseline import ESTIMATORS_TASKS, estimators
from .models import Item, Prediction, TaskName
from .trace_rules import TRACE_RULES_TASKS, trace_rules


class Baseline(NamedTuple):
    """A built-in system."""

    predict: Callable[[Item], Prediction | None]
    tasks: tuple[TaskName, ...]
    """The tasks that it can do."""


BASELINES: Mapping[str, Baseline] = {
    "trace-rules": Baseline(trace_rules, TRACE_RULES_TASKS),
    "estimators": Baseline(estimators, ESTIMATORS_TASKS),
}

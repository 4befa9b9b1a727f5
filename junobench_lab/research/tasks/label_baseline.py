"""The baseline for labels: what the estimators say about an item."""

from ...instances.models import DIMENSIONS
from ...trace.explain import explained
from ..estimators.estimate import estimate
from ..estimators.evidence import evidence_of_notebook
from .models import Item, LabelsItem, LabelsPrediction, Prediction, TaskName
from .trace_rules import crashed_session

ESTIMATORS_TASKS: tuple[TaskName, ...] = ("labels",)


def estimators(item: Item) -> Prediction | None:
    """The prediction for an item of labels, from the item alone; ``None`` for other tasks.

    A label for which no rule applies, or a library where none is the cause, is left out.
    """
    if not isinstance(item, LabelsItem):
        return None
    notebook, trace = crashed_session(item)
    evidence = evidence_of_notebook(notebook, explained(trace, notebook.cells))
    if evidence is None:
        return LabelsPrediction(item=item.item, labels={})
    said = estimate(evidence)
    labels = {dimension: value for dimension in DIMENSIONS if (value := getattr(said, dimension).value) is not None}
    return LabelsPrediction(item=item.item, labels=labels)

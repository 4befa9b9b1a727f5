"""Predicting first: which cell a person takes for the cause and of which kind, and what is said of it afterwards.

People learn to debug by forming a hypothesis and testing it, so it is asked for before an attempt's first run. The
answer gives nothing away: it comes when the check has passed, or as far as the cause was asked for.
"""

from collections.abc import Iterable, Sequence

from ..errors import InvalidRequest, LabError
from ..instances.bench import Bench
from ..instances.labels import NOTEBOOK_SPECIFIC_ROOT_CAUSE, ROOT_CAUSES
from ..running.models import RunSummary
from ..trace.explain import explain
from ..trace.models import Finding
from ..trace.order import trace_notebook
from .cause import cause_cells
from .models import Attempt, CauseChoice, Prediction, PredictionAnswer, TrueCause
from .sides import variant_side

_WORDS = {
    "API misuse": "a function is used wrongly",
    "data confusion": "the data are not what the code takes them for",
    NOTEBOOK_SPECIFIC_ROOT_CAUSE: "cells ran in the wrong order, twice or not at all",
    "implementation error": "a slip in the code's own logic",
    "ML model confusion": "the model doesn't fit its task or its input",
    "library cause": "the library: missing, or another version",
}
"""The root causes of the data set in the words of somebody who has never heard of them."""

_BY_ORDER = "not_order"
"""Kind of the finding that says that the order is not to blame."""


def cause_words(cause: str) -> str:
    """A root cause in plain words; one that isn't known keeps its name."""
    return _WORDS.get(cause, cause)


def cause_choices() -> list[CauseChoice]:
    return [CauseChoice(cause=cause, words=_WORDS[cause]) for cause in ROOT_CAUSES]


def require_sensible(prediction: Prediction, cells: int) -> None:
    """Raises `InvalidRequest` for a cell or a cause that there isn't. ``cells``: number of the notebook's cells."""
    if prediction.skipped:
        return
    if prediction.cell is None or not 0 <= prediction.cell < cells:
        raise InvalidRequest(f"Name one of the notebook's {cells} cells.")
    if prediction.cause not in ROOT_CAUSES:
        raise InvalidRequest(f"Name one of the kinds of cause: {', '.join(ROOT_CAUSES)}.")


def has_been_run(attempt: Attempt, runs: Iterable[RunSummary]) -> bool:
    """Whether one of the runs is a run or a check of the attempt, since its beginning."""
    return any(
        run.target.attempt == attempt.number and run.target.variant is None and run.started >= attempt.started
        for run in runs
    )


def require_not_run(attempt: Attempt, runs: Iterable[RunSummary]) -> None:
    """Raises `InvalidRequest` where a prediction would come too late."""
    if has_been_run(attempt, runs):
        raise InvalidRequest(f"Attempt {attempt.number} has been run, so it is too late for a prediction.")


def true_cause(bench: Bench, id: str) -> TrueCause | None:
    """What a prediction is measured by; ``None`` where the bench doesn't tell. Raises `UnknownInstance`."""
    cause = bench.summary(id).labels.root_cause
    try:
        reproduced = bench.notebook(id, "reproduced")
        trace = trace_notebook(reproduced)
        findings = explain(trace, reproduced.cells)
        crashed, _ = variant_side(bench, id, "reproduced")
        repaired, _ = variant_side(bench, id, "fixed")
        changed = cause_cells(reproduced, repaired.notebook, list(crashed.sequence), list(repaired.sequence))
    except LabError:
        return None
    if cause is None:
        return None
    return TrueCause(cells=cells_at_fault(findings, changed), cause=cause)


def cells_at_fault(findings: Sequence[Finding], changed: Sequence[int]) -> list[int]:
    """The cells that may be named, 0-based, the one to be told first: the explanation's decisive cell where the order
    is to blame, then those that the reference fix changes, in document order."""
    decisive = [finding.cells[0] for finding in findings[:1] if finding.kind != _BY_ORDER and finding.cells]
    return list(dict.fromkeys([*decisive, *changed]))


def answered(prediction: Prediction, truth: TrueCause, *, tells_cell: bool) -> PredictionAnswer | None:
    """How a prediction turned out; ``None`` for one that was skipped.

    Who has asked for the kind of mistake alone isn't told the cell (``tells_cell``).
    """
    if prediction.skipped or prediction.cell is None or prediction.cause is None:
        return None
    cell_right, cause_right = prediction.cell in truth.cells, prediction.cause == truth.cause
    thought = f"You thought cell {prediction.cell + 1}: {cause_words(prediction.cause)}."
    kind = "The kind is right" if cause_right else f"The kind was another: {cause_words(truth.cause)}"
    if not tells_cell:
        return PredictionAnswer(
            sentence=f"{thought} {kind}. Whether it is the cell is told when the check passes.",
            cell_right=None,
            cause_right=cause_right,
        )
    if cell_right and cause_right:
        told = "It was just that."
    elif cell_right:
        told = f"The cell is right; the kind was another: {cause_words(truth.cause)}."
    elif cause_right:
        told = f"The kind is right; it was {_cells(truth.cells)}."
    else:
        told = f"It was {_cells(truth.cells)}: {cause_words(truth.cause)}."
    return PredictionAnswer(sentence=f"{thought} {told}", cell_right=cell_right, cause_right=cause_right)


def _cells(cells: Sequence[int]) -> str:
    numbers = [str(cell + 1) for cell in cells]
    if len(numbers) == 1:
        return f"cell {numbers[0]}"
    return f"cells {', '.join(numbers[:-1])} and {numbers[-1]}"

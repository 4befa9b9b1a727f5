"""The labels and the diagnosis that are proposed for a crash, and those that a person chooses."""

from collections.abc import Collection, Mapping

from ...errors import InvalidRequest
from ...instances.labels import LIBRARIES, NOTEBOOK_SPECIFIC, known_value, library_name
from ...instances.models import Labels
from ...instances.notebooks import Notebook
from ...instances.sheet import LABEL_COLUMNS
from ...trace.explain import explained
from ...trace.order import trace_notebook
from ..estimators.estimate import estimate
from ..estimators.evidence import NOT_ORDER, evidence_of_notebook
from ..estimators.models import Estimate
from .models import CurationRecord, Label
from .sheets import LABEL_COLUMN_OF


def proposed_labels(notebook: Notebook, files: Collection[str] = ()) -> dict[Label, Estimate]:
    """What the estimators say of a crashed notebook; they don't tell a bug of machine learning from one of Python.

    ``files`` are beside the notebook: modules among them are the person's own and no library.
    """
    evidence = evidence_of_notebook(notebook, explained(trace_notebook(notebook), notebook.cells))
    if evidence is None:
        return {}
    found = estimate(evidence)
    return {
        "library": _no_own_module(found.library, files),
        "crash_type": found.crash_type,
        "root_cause": found.root_cause,
        "stage": found.stage,
    }


def _no_own_module(library: Estimate, files: Collection[str]) -> Estimate:
    name = library.value or ""
    if f"{name}.py" not in files and f"{name}/__init__.py" not in files:
        return library
    reason = f"`{name}` is a module beside the notebook, and no library."
    return library.model_copy(update={"value": None, "reasons": [reason]})


def proposed_diagnosis(notebook: Notebook, proposed: Mapping[Label, Estimate]) -> str:
    """The explanation's sentence where the order is to blame, else what the estimate of the root cause rests on;
    empty where no rule applies."""
    findings = explained(trace_notebook(notebook), notebook.cells).findings
    if findings and findings[0].kind not in NOT_ORDER:
        return findings[0].sentence
    root = proposed.get("root_cause")
    return " ".join(root.reasons) if root is not None and root.value is not None else ""


def checked_labels(chosen: Mapping[Label, str]) -> dict[Label, str]:
    """Labels that a person chose, as the sheet has them. Raises `InvalidRequest` for a value that isn't known."""
    found: dict[Label, str] = {}
    for label, value in chosen.items():
        words, known = _known_values(label)
        # A library that the data set lacks may well be the cause of one's own crash.
        name = library_name(value) if label == "library" else known_value(value, known)
        if not name:
            raise InvalidRequest(f"The {words} {value[:80]!r} is not a known one; there are {', '.join(known)}.")
        found[label] = name
    return found


def _known_values(label: Label) -> tuple[str, tuple[str, ...]]:
    if label == "library":
        return "library", (*dict.fromkeys([*LIBRARIES.values(), NOTEBOOK_SPECIFIC]),)
    return LABEL_COLUMNS[LABEL_COLUMN_OF[label]]


def known_values(label: Label) -> tuple[str, ...]:
    """The values of a label; of the library those that the data set has, and others are allowed."""
    return _known_values(label)[1]


def labels_of(record: CurationRecord) -> Labels:
    return Labels(**record.labels())

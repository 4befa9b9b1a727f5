"""All four labels of a crash at once."""

from ...instances.notebooks import Notebook
from ...trace.explain import explained
from ...trace.order import trace_notebook
from .crash_type import estimate_crash_type
from .evidence import CrashEvidence, evidence_of_notebook
from .library import estimate_library
from .models import Estimates
from .root_cause import estimate_root_cause
from .stage import estimate_stage


def estimate(evidence: CrashEvidence) -> Estimates:
    """Library cause, crash type, root cause and stage of a crash, each with a confidence and its reasons."""
    crash_type = estimate_crash_type(evidence)
    return Estimates(
        library=estimate_library(evidence),
        crash_type=crash_type,
        root_cause=estimate_root_cause(evidence, crash_type.value),
        stage=estimate_stage(evidence),
    )


def notebook_evidence(notebook: Notebook) -> CrashEvidence | None:
    """What is known of a notebook's crash, with the findings of its explanation; ``None`` where nothing crashed."""
    return evidence_of_notebook(notebook, explained(trace_notebook(notebook), notebook.cells))

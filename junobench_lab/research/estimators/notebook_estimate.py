"""A crashed notebook: its labels, estimated, and the cases that are like it."""

from collections.abc import Iterable

from ...errors import InvalidRequest
from ...instances.notebooks import Notebook
from ...trace.explain import explained
from ...trace.order import trace_notebook
from .estimate import estimate
from .evidence import crash_of, evidence_of_notebook
from .models import NotebookEstimate
from .similar import KnownCase, estimated_features, similar_cases


def estimate_notebook(notebook: Notebook, cases: Iterable[KnownCase], *, title: str) -> NotebookEstimate | None:
    """The estimates for a notebook's crash and the most alike of ``cases``; ``None`` where nothing crashed.

    Raises `InvalidRequest` for a notebook in another language than Python, which the rules would take for Python.
    """
    if notebook.language not in ("python", "ipython"):
        raise InvalidRequest(f"{title} is written in {notebook.language[:40]}: the rules read Python alone.")
    trace = explained(trace_notebook(notebook), notebook.cells)
    evidence = evidence_of_notebook(notebook, trace)
    if evidence is None or trace.crash is None:
        return None
    estimates = estimate(evidence)
    return NotebookEstimate(
        notebook=title,
        crash=crash_of(evidence),
        cell=trace.crash.cell,
        line=evidence.statement or None,
        estimates=estimates,
        similar=similar_cases(estimated_features(evidence, estimates), cases),
    )

"""What the estimators say about a notebook that is open in the lab."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import InvalidRequest, NotRevealed
from ..instances.notebooks import Notebook, parse_notebook
from ..research.estimators.bench_cases import cases_of
from ..research.estimators.models import NotebookEstimate
from ..research.estimators.notebook_estimate import estimate_notebook

if TYPE_CHECKING:
    from .lab import Lab
    from .models import EstimateRequest


def estimate_open_notebook(lab: Lab, asked: EstimateRequest) -> NotebookEstimate:
    """The labels of a notebook's crash, estimated, and the cases of a bench that are like it; nothing is stored.

    Labels of cases that are hints by now are left out. Raises `InvalidRequest` where nothing crashed, and `NotRevealed`
    for an attempt, whose labels are hints.
    """
    notebook = parse_notebook(asked.notebook, where="The notebook")
    if _is_attempt(lab, notebook):
        raise NotRevealed("The labels of an attempt are hints: ask for them on its page.")
    bench = lab.catalog.bench(asked.bench)
    found = estimate_notebook(notebook, cases_of(bench), title="this notebook")
    if found is None:
        raise InvalidRequest("This notebook holds no crash: run it until it stops with an exception, and ask again.")
    rows = {
        case.id: lab.practising.sight(bench.name, case.id).summary(bench.summary(case.id)) for case in found.similar
    }
    similar = [case.model_copy(update={"labels": rows[case.id].labels}) for case in found.similar]
    return found.model_copy(update={"similar": similar})


def _is_attempt(lab: Lab, notebook: Notebook) -> bool:
    named = notebook.metadata.get("junobench_lab")
    return isinstance(named, dict) and named.get("bench") in lab.catalog.names()

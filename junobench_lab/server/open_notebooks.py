"""What can be said of a notebook that is open in the lab: its trace, and estimates of its crash. Nothing is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import InvalidRequest, NotRevealed
from ..instances.notebooks import parse_notebook
from ..trace.explain import explained
from ..trace.live import SessionRecord, live_session
from ..trace.needs import cell_needs
from ..trace.order import trace_notebook
from ..trace.session_flow import recorded_flow
from .models import EstimateRequest, NotebookTrace, TraceRequest
from .practising import Practising
from .workplace import Workplace

if TYPE_CHECKING:
    from ..research.estimators.models import NotebookEstimate


class OpenNotebooks:
    def __init__(self, place: Workplace, practising: Practising) -> None:
        self._place = place
        self._practising = practising

    def trace(self, asked: TraceRequest) -> NotebookTrace:
        """Findings are shown of a person's own notebook always, of an attempt once they were asked for."""
        notebook = parse_notebook(asked.notebook, where="The notebook")
        saved = trace_notebook(notebook)
        saved_flow = recorded_flow(saved, notebook.cells)
        live = live_session(notebook, asked.session) if asked.session is not None else None
        instance = self._place.instance_of(notebook)
        explains = instance is None or self._practising.sight(*instance).explanation
        return NotebookTrace(
            saved=explained(saved, notebook.cells, saved_flow) if explains else saved,
            saved_flow=saved_flow,
            session=(explained(live.trace, live.cells, live.flow) if explains else live.trace) if live else None,
            session_flow=live.flow if live else None,
            needs=cell_needs(notebook, asked.session or SessionRecord()),
        )

    def estimate(self, asked: EstimateRequest) -> NotebookEstimate:
        """The labels of its crash, estimated, and the cases of a bench that are like it.

        Labels of cases that are hints by now are left out. Raises `InvalidRequest` where nothing crashed, and
        `NotRevealed` for an attempt, whose labels are hints.
        """
        from ..research.estimators.bench_cases import cases_of
        from ..research.estimators.notebook_estimate import estimate_notebook

        notebook = parse_notebook(asked.notebook, where="The notebook")
        if self._place.instance_of(notebook) is not None:
            raise NotRevealed("The labels of an attempt are hints: ask for them on its page.")
        bench = self._place.catalog.bench(asked.bench)
        found = estimate_notebook(notebook, cases_of(bench), title="this notebook")
        if found is None:
            raise InvalidRequest(
                "This notebook holds no crash: run it until it stops with an exception, and ask again."
            )
        sights = self._practising.sights(bench.name, [case.id for case in found.similar])
        similar = [
            case.model_copy(update={"labels": sights[case.id].summary(bench.summary(case.id)).labels})
            for case in found.similar
        ]
        return found.model_copy(update={"similar": similar})

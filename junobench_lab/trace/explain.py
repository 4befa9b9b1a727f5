"""Why a recorded session crashed, in terms of its order: never run, run too early, run twice, overwritten.

The rules ask, for what the crash line reads: which cell should have made it, by document order, and which did?
Where the two agree, order isn't the cause, and the explanation says so rather than guess.
"""

from collections.abc import Sequence

from ..instances.models import Cell
from .crash_case import CrashCase
from .explain_keys import explain_missing_key
from .explain_names import explain_missing_name
from .explain_repeats import explain_second_run
from .explain_values import explain_value
from .models import Finding, Trace
from .session_flow import SessionFlow, recorded_flow

_RULES = (explain_second_run, explain_missing_name, explain_missing_key, explain_value)


def explain(trace: Trace, cells: Sequence[Cell], flow: SessionFlow | None = None) -> list[Finding]:
    """Findings on the crash, the decisive one first; empty where nothing crashed.

    ``cells`` are all cells of the notebook that ``trace`` was read from; ``flow`` is its data flow, where the caller
    has it already.
    """
    if trace.crash is None:
        return []
    case = CrashCase(trace, trace.crash, cells, flow or recorded_flow(trace, cells))
    for rule in _RULES:
        findings = rule(case)
        if findings:
            return findings
    sentence = (
        "The order of the recorded session does not explain this crash: "
        "what the crash line reads comes from the cells that the notebook's own order suggests."
    )
    return [Finding(kind="not_order", cells=[trace.crash.cell], sentence=sentence)]


def explained(trace: Trace, cells: Sequence[Cell], flow: SessionFlow | None = None) -> Trace:
    """The trace with its findings."""
    return trace.model_copy(update={"findings": explain(trace, cells, flow)})

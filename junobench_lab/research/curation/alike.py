"""When two crashes of one notebook are the same one."""

from collections.abc import Sequence

from ...instances.exceptions import same_exception
from ...running.models import Outcome, Plan
from ..estimators.evidence import message_template, quoted_names
from .models import CrashSignature


def signature_of(outcome: Outcome, plan: Plan, sources: Sequence[str]) -> CrashSignature | None:
    """What a run's crash is compared by; ``None`` where it didn't crash in the last step as its plan expects.

    ``sources`` are the notebook's code cells: a name that they spell out is part of the crash, as a column's is; any
    other text that a message quotes is a value of the data, which may become another one.
    """
    if outcome.verdict != "crash_as_labelled" or outcome.step != len(plan.steps) - 1:
        return None
    message = outcome.evalue or ""
    code = "\n".join(sources)
    return CrashSignature(
        ename=outcome.ename or "",
        template=message_template(message),
        names=sorted({name for name in quoted_names(message) if name in code}),
        line=outcome.line,
    )


def are_alike(one: CrashSignature, other: CrashSignature) -> bool:
    """Whether both have the same type, the same message but for numbers and values, and the same line of the cell."""
    return (
        same_exception(one.ename, other.ename)
        and one.template == other.template
        and one.names == other.names
        and (one.line is None or other.line is None or one.line == other.line)
    )

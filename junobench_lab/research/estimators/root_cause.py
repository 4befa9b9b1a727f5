"""The root cause: order, where the explanation finds it there; else what most often lies behind the crash type.

What lies behind a crash type was counted on crashes that are not in the data set. Values are those of the data set's
label sheet.
"""

from ...instances.labels import NOTEBOOK_SPECIFIC_ROOT_CAUSE
from .evidence import CrashEvidence
from .models import Estimate

LOST_MAKER = "No cell makes the name, and executions left no cell: the cell that made it may have been deleted."

_BY_CRASH_TYPE: dict[str, tuple[str, float, str]] = {
    "invalid argument": (
        "API misuse",
        0.75,
        "An argument that an API doesn't take mostly is a misunderstanding of it.",
    ),
    "attribute error": ("API misuse", 0.65, "A missing attribute mostly is a misunderstanding of an object's API."),
    "type error": (
        "API misuse",
        0.5,
        "An operation on a wrong type mostly is a misunderstanding of what an API gives.",
    ),
    "value error": ("API misuse", 0.5, "A refused value mostly is a misunderstanding of what an API takes."),
    "model initialization error": ("API misuse", 0.6, "A model has to be built and fitted before its API can be used."),
    "key error": ("data confusion", 0.7, "A missing key mostly is a wrong idea of what the data hold."),
    "index error": ("data confusion", 0.6, "A missing position mostly is a wrong idea of how much data there are."),
    "feature name mismatch": ("data confusion", 0.6, "Wrong names mostly are a wrong idea of the columns."),
    "data value violation": ("data confusion", 0.7, "Refused data mostly are a wrong idea of which values they hold."),
    "tensor shape mismatch": (
        "data confusion",
        0.5,
        "Shapes that don't fit mostly are a wrong idea of the data's shape.",
    ),
    "unsupported broadcast": (
        "implementation error",
        0.55,
        "Arrays that don't fit mostly are a slip in a calculation.",
    ),
    "runtime error": (
        "implementation error",
        0.4,
        "A library that stops while it runs mostly was led there by the code.",
    ),
    "io error": ("implementation error", 0.3, "A file that can't be read mostly is named wrongly in the code."),
    "module not found": ("library cause", 0.4, "A module that can't be imported is missing, or of another version."),
}


def estimate_root_cause(evidence: CrashEvidence, crash_type: str | None) -> Estimate:
    """The root cause, given the (estimated) crash type."""
    if evidence.blames_order:
        reason = "The explanation finds the cause in the order in which cells ran."
        return Estimate(value=NOTEBOOK_SPECIFIC_ROOT_CAUSE, confidence=0.9, reasons=[reason])
    if evidence.maker_may_be_lost:
        return Estimate(value=NOTEBOOK_SPECIFIC_ROOT_CAUSE, confidence=0.55, reasons=[LOST_MAKER])
    if crash_type == "variable not found" or evidence.kind == "nameerror":
        if evidence.findings:
            reason = "No cell makes the name, so order is not the cause."
            return Estimate(value="implementation error", confidence=0.7, reasons=[reason])
        reason = (
            "A name that isn't defined mostly belongs to a cell that didn't run; there is no notebook to see it from."
        )
        return Estimate(value=NOTEBOOK_SPECIFIC_ROOT_CAUSE, confidence=0.6, reasons=[reason])
    if crash_type not in _BY_CRASH_TYPE:
        return Estimate(value=None, confidence=0.0, reasons=["No rule applies to this crash."])
    value, confidence, reason = _BY_CRASH_TYPE[crash_type]
    return Estimate(value=value, confidence=confidence, reasons=[reason])

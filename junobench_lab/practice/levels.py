"""The levels of a check in words, from the lowest to the highest."""

from collections.abc import Mapping, Sequence

from .models import CheckLevel

LEVEL_WORDS: Mapping[CheckLevel, str] = {
    "does_not_run": "Does not run",
    "runs": "Runs",
    "passes_check": "Passes the check",
    "equals_reference": "Equals the reference fix",
}


def reached_levels(level: CheckLevel | None) -> Sequence[CheckLevel]:
    """The steps that were climbed: `does_not_run` is none of them."""
    order = list(LEVEL_WORDS)
    return order[1 : order.index(level) + 1] if level is not None else []

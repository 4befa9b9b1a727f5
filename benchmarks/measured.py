"""Medians with their spread."""

import statistics
from collections.abc import Sequence


def spread(taken: Sequence[float]) -> dict[str, float]:
    """Of measured seconds, or of another figure."""
    return {
        "median": round(statistics.median(taken), 4),
        "least": round(min(taken), 4),
        "most": round(max(taken), 4),
        "times": len(taken),
    }

"""Bootstrap intervals (Efron 1979, percentiles): how much a figure depends on which instances are in the bench."""

import random
from collections.abc import Sequence

from .figures import figures
from .models import Figure, Graded, Interval


def with_intervals(found: Sequence[Figure], graded: Sequence[Graded], interval: Interval) -> list[Figure]:
    """The figures with the bounds of their intervals.

    Whole instances are drawn, with replacement, as their items (the two sides in detection) depend on each other. The
    same seed gives the same bounds.
    """
    by_instance: dict[str, list[Graded]] = {}
    for one in graded:
        by_instance.setdefault(one.instance, []).append(one)
    groups = [by_instance[name] for name in sorted(by_instance)]
    drawn = random.Random(interval.seed)
    values: dict[str, list[float]] = {}
    for _ in range(interval.resamples):
        sample = [one for group in drawn.choices(groups, k=len(groups)) for one in group]
        for figure in figures(sample):
            if figure.value is not None:
                values.setdefault(figure.name, []).append(figure.value)
    outside = (1 - interval.level) / 2
    return [
        figure.model_copy(
            update={
                "low": percentile(values[figure.name], outside),
                "high": percentile(values[figure.name], 1 - outside),
            }
        )
        if figure.name in values
        else figure
        for figure in found
    ]


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which a share (0 to 1) of the values lies, interpolated linearly between two of them."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])

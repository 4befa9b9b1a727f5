"""Bootstrap intervals (Efron 1979, percentiles): how much a figure depends on which instances are in the bench."""

import random
from collections import Counter
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
    # Thousands of instances come to few different things: what is alike is counted rather than looked at one by one.
    alike: dict[tuple[object, ...], list[Graded]] = {}
    kinds = [_what_came_of(by_instance[name], alike) for name in sorted(by_instance)]
    drawn = random.Random(interval.seed)
    values: dict[str, list[float]] = {}
    for _ in range(interval.resamples):
        often = Counter(drawn.choices(kinds, k=len(kinds)))
        sample = [(one, count) for kind, count in often.items() for one in alike[kind]]
        for figure in figures([one for one, _ in sample], [count for _, count in sample]):
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


def _what_came_of(group: list[Graded], alike: dict[tuple[object, ...], list[Graded]]) -> tuple[object, ...]:
    """All of an instance's items that figures depend on; notes one instance for it."""
    kind = tuple(
        (*sorted(one.marks.items()), *sorted((name, pair.truth, pair.predicted) for name, pair in one.labels.items()))
        for one in group
    )
    alike.setdefault(kind, group)
    return kind


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which a share (0 to 1) of the values lies, interpolated linearly between two of them."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])

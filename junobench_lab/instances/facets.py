"""Filtering a list of instances and counting what each filter would leave. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence

from .labels import TITLES
from .models import FILTER_DIMENSIONS, Facet, FacetValue, FilterDimension, InstanceFilter, InstanceSummary
from .patterns import PATTERNS


def filter_instances(
    summaries: Iterable[InstanceSummary], chosen: InstanceFilter
) -> tuple[list[InstanceSummary], list[Facet]]:
    """The instances that match, in the order given, and the facets of all dimensions.

    The counts of a dimension answer "how many would there be if I chose this value here?": they heed the query and
    the other dimensions, not what is chosen in their own.
    """
    words = chosen.query.casefold().split()
    selected: dict[FilterDimension, set[str]] = {
        dimension: set(getattr(chosen, dimension)) for dimension in FILTER_DIMENSIONS
    }
    counts: dict[FilterDimension, Counter[str]] = {dimension: Counter() for dimension in FILTER_DIMENSIONS}
    totals: dict[FilterDimension, Counter[str]] = {dimension: Counter() for dimension in FILTER_DIMENSIONS}
    matched = []
    for summary in summaries:
        values: dict[FilterDimension, str | None] = {
            dimension: getattr(summary.labels, dimension) for dimension in FILTER_DIMENSIONS
        }
        failing = [
            dimension
            for dimension in FILTER_DIMENSIONS
            if selected[dimension] and values[dimension] not in selected[dimension]
        ]
        found = _holds_all(summary, words)
        for dimension, value in values.items():
            if value is None:
                continue
            totals[dimension][value] += 1
            if found and (not failing or failing == [dimension]):
                counts[dimension][value] += 1
        if found and not failing:
            matched.append(summary)
    return matched, [_facet(dimension, counts[dimension], totals[dimension]) for dimension in FILTER_DIMENSIONS]


def _holds_all(summary: InstanceSummary, words: Sequence[str]) -> bool:
    if not words:
        return True
    parts = [summary.id, *dict(summary.labels).values()]
    if summary.crash is not None:
        parts += [summary.crash.ename, summary.crash.evalue]
    text = "\n".join(part for part in parts if part).casefold()
    return all(word in text for word in words)


def _facet(dimension: FilterDimension, counts: Counter[str], totals: Counter[str]) -> Facet:
    values = sorted(totals.items(), key=lambda item: (-item[1], item[0].casefold()))
    meanings = PATTERNS if dimension == "pattern" else {}
    return Facet(
        dimension=dimension,
        title=TITLES[dimension],
        values=[
            FacetValue(value=value, count=counts[value], total=total, meaning=meanings.get(value))
            for value, total in values
        ],
    )

"""Filtering a list of instances and counting what each filter would leave. Pure."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from .labels import TITLES
from .models import FILTER_DIMENSIONS, Facet, FacetValue, FilterDimension, InstanceFilter, InstanceSummary
from .patterns import PATTERNS


class Filterable:
    """A list of instances, prepared once so that every filter of a long list is quick."""

    def __init__(self, summaries: Iterable[InstanceSummary]) -> None:
        self._summaries = list(summaries)
        self._texts = [_text(summary) for summary in self._summaries]
        self._values: dict[FilterDimension, list[str | None]] = {
            dimension: [getattr(summary.labels, dimension) for summary in self._summaries]
            for dimension in FILTER_DIMENSIONS
        }
        self._totals = {dimension: Counter(values) for dimension, values in self._values.items()}

    def __len__(self) -> int:
        return len(self._summaries)

    def filter(
        self, chosen: InstanceFilter, among: Collection[str] | None = None
    ) -> tuple[list[InstanceSummary], list[Facet]]:
        """The instances that match, in the order given, and the facets of all dimensions.

        ``among``: ids that a filter of another kind has left; all where there is none.

        The counts of a dimension answer "how many would there be if I chose this value here?": they heed the query and
        the other dimensions, not what is chosen in their own.
        """
        words = chosen.query.casefold().split()
        found: Sequence[int] = range(len(self._texts))
        if among is not None:
            found = [place for place in found if self._summaries[place].id in among]
        for word in words:
            found = [place for place in found if word in self._texts[place]]
        selected = {dimension: set(values) for dimension in FILTER_DIMENSIONS if (values := getattr(chosen, dimension))}
        facets = []
        for dimension, values in self._values.items():
            others = {other: wanted for other, wanted in selected.items() if other != dimension}
            counts = Counter(map(values.__getitem__, self._matching(found, others)))
            facets.append(_facet(dimension, counts, self._totals[dimension]))
        return [self._summaries[place] for place in self._matching(found, selected)], facets

    def _matching(self, places: Sequence[int], selected: Mapping[FilterDimension, set[str]]) -> Sequence[int]:
        for dimension, wanted in selected.items():
            values = self._values[dimension]
            places = [place for place in places if values[place] in wanted]
        return places


def filter_instances(
    summaries: Iterable[InstanceSummary], chosen: InstanceFilter
) -> tuple[list[InstanceSummary], list[Facet]]:
    """As `Filterable.filter`, for a list that is filtered once."""
    return Filterable(summaries).filter(chosen)


def _text(summary: InstanceSummary) -> str:
    """What the words of a query are looked for in."""
    parts = [summary.id, *(value for _, value in summary.labels)]
    if summary.crash is not None:
        parts += [summary.crash.ename, summary.crash.evalue]
    return "\n".join(part for part in parts if part).casefold()


def _facet(dimension: FilterDimension, counts: Counter[str | None], totals: Counter[str | None]) -> Facet:
    known = [(value, total) for value, total in totals.items() if value is not None]
    values = sorted(known, key=lambda item: (-item[1], item[0].casefold()))
    meanings = PATTERNS if dimension == "pattern" else {}
    return Facet(
        dimension=dimension,
        title=TITLES[dimension],
        values=[
            FacetValue(value=value, count=counts[value], total=total, meaning=meanings.get(value))
            for value, total in values
        ],
    )

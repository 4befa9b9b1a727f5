"""Filtering a list of instances and counting what each filter would leave. Pure."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import overload

from .labels import TITLES
from .models import FILTER_DIMENSIONS, Facet, FacetValue, FilterDimension, InstanceFilter, InstanceSummary
from .patterns import PATTERNS

ColumnsLine = tuple[str, str, tuple[str | None, ...]]
"""Id, text and labels of one instance, these in the order of `FILTER_DIMENSIONS`."""


@dataclass(frozen=True)
class Columns:
    """What a list is filtered by: of each instance, in the order of the list, its id, its text and its labels."""

    ids: Sequence[str]
    texts: Sequence[str]
    """What the words of a query are looked for in, in lower case."""
    labels: Mapping[FilterDimension, Sequence[str | None]]

    @classmethod
    def of(cls, summaries: Iterable[InstanceSummary]) -> "Columns":
        return cls.of_lines([columns_line(summary) for summary in summaries])

    @classmethod
    def of_lines(cls, lines: Sequence[ColumnsLine]) -> "Columns":
        ids, texts, labels = zip(*lines, strict=True) if lines else ((), (), ())
        by_dimension = zip(*labels, strict=True) if lines else ((),) * len(FILTER_DIMENSIONS)
        return cls(ids, texts, dict(zip(FILTER_DIMENSIONS, by_dimension, strict=True)))

    def line(self, place: int) -> ColumnsLine:
        labels = tuple(self.labels[dimension][place] for dimension in FILTER_DIMENSIONS)
        return self.ids[place], self.texts[place], labels


def columns_line(summary: InstanceSummary) -> ColumnsLine:
    """What one instance is filtered by."""
    labels = tuple(getattr(summary.labels, dimension) for dimension in FILTER_DIMENSIONS)
    return summary.id, _text(summary), labels


class Matched(Sequence[InstanceSummary]):
    """The instances that a filter left; each is made when it is asked for, so that a page costs as much as it shows."""

    def __init__(self, summaries: Sequence[InstanceSummary], ids: Sequence[str], places: Sequence[int]) -> None:
        self._summaries = summaries
        self._ids = ids
        self._places = places

    @property
    def ids(self) -> list[str]:
        return [self._ids[place] for place in self._places]

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, place: int) -> InstanceSummary: ...
    @overload
    def __getitem__(self, place: slice) -> list[InstanceSummary]: ...
    def __getitem__(self, place: int | slice) -> InstanceSummary | list[InstanceSummary]:
        if isinstance(place, slice):
            return [self._summaries[each] for each in self._places[place]]
        return self._summaries[self._places[place]]


class Filterable:
    """A list of instances, prepared once so that every filter of a long list is quick."""

    def __init__(self, summaries: Sequence[InstanceSummary], columns: Columns | None = None) -> None:
        """``columns``: those of the summaries, where they are known; no summary is looked at then."""
        self._summaries = summaries
        self.columns = columns or Columns.of(summaries)
        self._totals = {dimension: Counter(values) for dimension, values in self.columns.labels.items()}

    def __len__(self) -> int:
        return len(self.columns.ids)

    def filter(self, chosen: InstanceFilter, among: Collection[str] | None = None) -> tuple[Matched, list[Facet]]:
        """The instances that match, in the order given, and the facets of all dimensions.

        ``among``: ids that a filter of another kind has left; all where there is none.

        The counts of a dimension answer "how many would there be if I chose this value here?": they heed the query and
        the other dimensions, not what is chosen in their own.
        """
        ids, texts = self.columns.ids, self.columns.texts
        found: Sequence[int] = range(len(ids))
        if among is not None:
            found = [place for place in found if ids[place] in among]
        for word in chosen.query.casefold().split():
            found = [place for place in found if word in texts[place]]
        selected = {dimension: set(values) for dimension in FILTER_DIMENSIONS if (values := getattr(chosen, dimension))}
        facets = []
        for dimension, values in self.columns.labels.items():
            others = {other: wanted for other, wanted in selected.items() if other != dimension}
            counts = Counter(map(values.__getitem__, self._matching(found, others)))
            facets.append(_facet(dimension, counts, self._totals[dimension]))
        return Matched(self._summaries, ids, self._matching(found, selected)), facets

    def _matching(self, places: Sequence[int], selected: Mapping[FilterDimension, set[str]]) -> Sequence[int]:
        for dimension, wanted in selected.items():
            values = self.columns.labels[dimension]
            places = [place for place in places if values[place] in wanted]
        return places


def filter_instances(
    summaries: Sequence[InstanceSummary], chosen: InstanceFilter
) -> tuple[list[InstanceSummary], list[Facet]]:
    """As `Filterable.filter`, for a list that is filtered once."""
    matched, facets = Filterable(summaries).filter(chosen)
    return list(matched), facets


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

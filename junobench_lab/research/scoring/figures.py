"""Figures over graded items: shares, precision, recall, F1, by label and by library."""

from collections import Counter
from collections.abc import Sequence

from .grade import CRASH
from .models import Figure, Graded, LabelFigures, LibraryFigures

NO_LIBRARY = "not said"


def figures(graded: Sequence[Graded], counts: Sequence[int] | None = None) -> list[Figure]:
    """The mean of every mark; in detection precision, recall and F1 of the crashes; macro F1 of every label.

    Macro F1 is the mean over the values that occur among the true ones. An item without a prediction stays in every
    denominator: it lowers shares and recall, and is no part of precision, as nothing was claimed. ``counts``: how often
    each item is there, where that isn't once.
    """
    often = counts or [1] * len(graded)
    names = list(dict.fromkeys(name for one in graded for name in one.marks))
    weighed = list(zip(graded, often, strict=True))
    found = [_mean(name, [(one.marks[name], count) for one, count in weighed if name in one.marks]) for name in names]
    dimensions = list(dict.fromkeys(dimension for one in graded for dimension in one.labels))
    for dimension in dimensions:
        rows = label_figures(graded, dimension, often)
        items = sum(count for one, count in weighed if dimension in one.labels)
        if dimension == "crash":
            row = next((row for row in rows if row.label == CRASH), None)
            for name in ("precision", "recall", "f1"):
                found.append(Figure(name=name, value=getattr(row, name) if row is not None else None, items=items))
        else:
            present = [(row.f1, 1) for row in rows if row.support]
            found.append(Figure(name=f"{dimension} macro F1", value=_mean("", present).value, items=items))
    return found


def label_figures(graded: Sequence[Graded], dimension: str, counts: Sequence[int] | None = None) -> list[LabelFigures]:
    """One row for each value that is true or predicted somewhere; the most frequent true one first."""
    all_hits: Counter[str] = Counter()
    all_predicted: Counter[str] = Counter()
    all_support: Counter[str] = Counter()
    for one, count in zip(graded, counts or [1] * len(graded), strict=True):
        pair = one.labels.get(dimension)
        if pair is not None:
            all_support[pair.truth] += count
            if pair.predicted is not None:
                all_predicted[pair.predicted] += count
            if pair.truth == pair.predicted:
                all_hits[pair.truth] += count
    rows = []
    for value in all_support.keys() | all_predicted.keys():
        hits, predicted, support = all_hits[value], all_predicted[value], all_support[value]
        rows.append(
            LabelFigures(
                dimension=dimension,
                label=value,
                precision=hits / predicted if predicted else 0.0,
                recall=hits / support if support else 0.0,
                f1=2 * hits / (predicted + support),
                hits=hits,
                predicted=predicted,
                support=support,
            )
        )
    return sorted(rows, key=lambda row: (-row.support, row.label))


def library_figures(graded: Sequence[Graded]) -> list[LibraryFigures]:
    """The figures of each library's items; the library with the most items first."""
    groups: dict[str, list[Graded]] = {}
    for one in graded:
        groups.setdefault(one.library or NO_LIBRARY, []).append(one)
    rows = [LibraryFigures(library=name, items=len(own), figures=figures(own)) for name, own in groups.items()]
    return sorted(rows, key=lambda row: (-row.items, row.library))


def _mean(name: str, values: Sequence[tuple[float, int]]) -> Figure:
    """Of values, each with how often it is there."""
    items = sum(count for _, count in values)
    return Figure(
        name=name, value=sum(value * count for value, count in values) / items if items else None, items=items
    )

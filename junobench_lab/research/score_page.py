"""Scores of one or more systems as one page: figures, charts by label and library, every item. Pure."""

from collections.abc import Sequence
from datetime import datetime
from html import escape
from itertools import combinations

from .._version import __version__
from ..errors import InvalidRequest
from ..html_page import html_page
from .scoring.figures import NO_LIBRARY
from .scoring.grade import MAIN_MARK
from .scoring.mcnemar import compare_systems
from .scoring.models import Figure, Graded, Score
from .scoring.published import published_table

_BAR = 220
_THICK = 12
"""Width of a full bar and its height, in CSS pixels."""


def score_page(scores: Sequence[tuple[str, Score]], *, made: datetime) -> str:
    """The page, an HTML document, of named scores of the same task and items.

    Raises `InvalidRequest` where there are none, or they are of several tasks or different items.
    """
    if not scores:
        raise InvalidRequest("There is no score to report: name at least one file that `score --json` wrote.")
    if len({score.task for _, score in scores}) > 1:
        raise InvalidRequest("The scores are of several tasks: make a page for each.")
    if len({frozenset(graded.item for graded in score.graded) for _, score in scores}) > 1:
        raise InvalidRequest("The scores are over different items: score all systems against the same answers.")
    task, first = scores[0][1].task, scores[0][1]
    parts = [
        f"<h1>Scores: {escape(task)}</h1>",
        f'<p class="quiet">{made:%Y-%m-%d %H:%M} UTC · {first.items} items · JunoBench Lab {escape(__version__)}</p>',
        "<h2>Figures</h2>",
        _figures(scores),
        *(_counts(name, score) for name, score in scores if score.verdicts),
        *_comparisons(scores, MAIN_MARK[task]),
        *_published(scores),
        *_charts(scores, MAIN_MARK[task]),
        f"<h2>Items, by {escape(MAIN_MARK[task])}</h2>",
        _items(scores, MAIN_MARK[task]),
    ]
    return html_page(f"Scores: {task}", "\n".join(parts))


def _figures(scores: Sequence[tuple[str, Score]]) -> str:
    names = list(dict.fromkeys(figure.name for _, score in scores for figure in score.figures))
    rows = []
    for name, score in scores:
        own = {figure.name: figure for figure in score.figures}
        cells = "".join(f'<td class="number">{_with_bounds(own.get(figure))}</td>' for figure in names)
        predicted = f'<td class="number">{score.predicted} of {score.items}</td>'
        rows.append(f'<tr><th scope="row">{escape(name)}</th>{predicted}{cells}</tr>')
    return _table(["System", "Predicted", *names], rows)


def _with_bounds(figure: Figure | None) -> str:
    if figure is None or figure.value is None:
        return "-"
    bounds = "" if figure.low is None or figure.high is None else f"{figure.low:.3f}-{figure.high:.3f}"
    return f'{figure.value:.3f}<br><span class="quiet">{bounds}</span>' if bounds else f"{figure.value:.3f}"


def _counts(name: str, score: Score) -> str:
    verdicts = ", ".join(f"{number} {escape(verdict)}" for verdict, number in score.verdicts.items())
    levels = ", ".join(f"{number} {escape(level)}" for level, number in score.levels.items())
    return f"<p>{escape(name)}: runs by verdict {verdicts}; by level {levels}.</p>"


def _comparisons(scores: Sequence[tuple[str, Score]], mark: str) -> list[str]:
    rows = []
    for (left, one), (right, other) in combinations(scores, 2):
        test = compare_systems(one.graded, other.graded, mark)
        numbers = (test.both, test.only_first, test.only_second, test.neither)
        cells = "".join(f'<td class="number">{number}</td>' for number in numbers)
        rows.append(
            f'<tr><th scope="row">{escape(left)} and {escape(right)}</th>{cells}'
            f'<td class="number">{test.p_value:.3g}</td></tr>'
        )
    if not rows:
        return []
    head = ["Systems", "Both right", "Only the first", "Only the second", "Neither", "McNemar p"]
    return [f"<h2>Compared, by {escape(mark)}</h2>", _table(head, rows)]


def _published(scores: Sequence[tuple[str, Score]]) -> list[str]:
    """The table by library as the crash-detection experiments publish it: accuracy and F1, system by system."""
    tables = [published_table(score.graded) for _, score in scores]
    if not tables[0]:
        return []
    names = [(system, figure) for system, _ in scores for figure in ("accuracy", "f1")]
    rows = []
    for place, row in enumerate(tables[0]):
        own = [{figure.name: figure for figure in table[place].figures} for table in tables]
        cells = "".join(
            f'<td class="number">{_plain(figures.get(name))}</td>' for figures in own for name in ("accuracy", "f1")
        )
        counts = f'<td class="number">{row.crashing}</td><td class="number">{row.running}</td>'
        rows.append(f'<tr><th scope="row">{escape(row.group)}</th>{counts}{cells}</tr>')
    head = ["Library", "Crash", "Run", *(f"{system}, {figure}" for system, figure in names)]
    return ["<h2>By library, as published</h2>", _table(head, rows)]


def _plain(figure: Figure | None) -> str:
    return "-" if figure is None or figure.value is None else f"{figure.value:.3f}"


def _charts(scores: Sequence[tuple[str, Score]], mark: str) -> list[str]:
    parts = []
    groups = [row.library for row in scores[0][1].by_library]
    if groups:
        shares = [(name, [_share(_of_library(score, group), mark) for group in groups]) for name, score in scores]
        parts += [f"<h2>By library: {escape(mark)}</h2>", _bars(groups, shares)]
    dimensions = list(dict.fromkeys(row.dimension for row in scores[0][1].by_label))
    for dimension in dimensions:
        labels = [row.label for row in scores[0][1].by_label if row.dimension == dimension and row.support]
        values = []
        for name, score in scores:
            own = {row.label: row.f1 for row in score.by_label if row.dimension == dimension}
            values.append((name, [own.get(label) for label in labels]))
        parts += [f"<h2>F1 by {escape(dimension.replace('_', ' '))}</h2>", _bars(labels, values)]
    return parts


def _of_library(score: Score, library: str) -> list[Graded]:
    return [graded for graded in score.graded if (graded.library or NO_LIBRARY) == library]


def _share(graded: Sequence[Graded], mark: str) -> float | None:
    marks = [one.marks[mark] for one in graded if mark in one.marks]
    return sum(marks) / len(marks) if marks else None


def _bars(groups: Sequence[str], systems: Sequence[tuple[str, Sequence[float | None]]]) -> str:
    """A table whose numbers stand beside bars, so that it reads without the picture."""
    rows = []
    for place, group in enumerate(groups):
        for number, (name, values) in enumerate(systems):
            value = values[place]
            head = f'<th scope="rowgroup" rowspan="{len(systems)}">{escape(group)}</th>' if number == 0 else ""
            rows.append(
                f"<tr>{head}<td>{escape(name)}</td><td>{_bar(value, _SHADES[number % len(_SHADES)])}</td>"
                f'<td class="number">{"-" if value is None else f"{value:.3f}"}</td></tr>'
            )
    return _table(["", "System", "", "Value"], rows)


_SHADES = (0.85, 0.55, 0.35, 0.2)
"""Opacity of the bars of the first system, the second, and so on."""


def _bar(value: float | None, shade: float) -> str:
    width = round(_BAR * (value or 0.0), 1)
    return (
        f'<svg width="{_BAR}" height="{_THICK}" role="presentation">'
        f'<rect width="{_BAR}" height="100%" fill="var(--band)"/>'
        f'<rect width="{width}" height="100%" fill="currentColor" opacity="{shade}"/></svg>'
    )


def _items(scores: Sequence[tuple[str, Score]], mark: str) -> str:
    by_system = [{graded.item: graded for graded in score.graded} for _, score in scores]
    rows = []
    for graded in scores[0][1].graded:
        cells = "".join(f"<td>{_mark(own[graded.item].marks.get(mark))}</td>" for own in by_system)
        about = f'<span class="quiet">{escape(graded.variant)}, {escape(graded.library or NO_LIBRARY)}</span>'
        rows.append(f'<tr><th scope="row">{escape(graded.instance)}<br>{about}</th>{cells}</tr>')
    return _table(["Instance", *(name for name, _ in scores)], rows)


def _mark(value: float | None) -> str:
    if value is None:
        return '<span class="quiet">-</span>'
    return '<span class="good">✓ right</span>' if value == 1 else '<span class="bad">✗ wrong</span>'


def _table(head: Sequence[str], rows: Sequence[str]) -> str:
    titles = "".join(f'<th scope="col">{escape(title)}</th>' for title in head)
    body = "\n".join(rows)
    return f'<div class="scroll"><table><thead><tr>{titles}</tr></thead><tbody>\n{body}\n</tbody></table></div>'

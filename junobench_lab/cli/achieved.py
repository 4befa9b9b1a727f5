"""``progress``: what a person did and how far they got."""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import options

if TYPE_CHECKING:
    from ..practice.progress.models import Progress, ProgressChart, State
    from ..practice.progress.store import ProgressStore

_BAR = 24
"""Columns of the longest bar."""

_SIGNS: Mapping["State", str] = {"equals": "=", "passes": "#", "runs": "/", "tried": "-", "new": "."}
"""From the furthest on; characters that any terminal has."""


def progress(
    by: Annotated[
        str, typer.Option("--by", metavar="LABEL", help="library, crash_type, root_cause, stage or pattern.")
    ] = "library",
    export_to: Annotated[
        Path | None,
        typer.Option(
            "--export", metavar="FILE", help="Write all of it to a .csv or .json file instead.", show_default=False
        ),
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Forget your progress, with --bench that in one.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Don't ask before removing.")] = False,
    bench: options.Bench = None,
    as_json: options.Json = False,
) -> None:
    """Show how far you got: instances that are new, tried, run, pass or equal the reference; attempts, hints, time.

    A CSV file has a line for each attempt; a JSON file has every entry. Removing takes no attempt and no record away.
    """
    from ..practice.progress.store import ProgressStore
    from ..practice.progress.summary import progress as progress_of
    from .benches import chosen_bench
    from .choices import label_named
    from .printing import print_json

    store = ProgressStore()
    if remove:
        _remove(store, chosen_bench(bench).name if bench is not None else None, yes or as_json, as_json)
        return
    if export_to is not None:
        _export(store, export_to)
        return
    dimension = label_named(by)
    opened = chosen_bench(bench)
    made = progress_of(opened.name, opened.filterable()[0], store.events(opened.name), store.note)
    if as_json:
        print_json(made)
    else:
        _print(made, next(chart for chart in made.charts if chart.dimension == dimension))


def _print(made: "Progress", chart: "ProgressChart") -> None:
    from rich.text import Text

    from .printing import console, table

    out = console()
    out.print("  ".join(f"{sign} {made.counts[state]} {state}" for state, sign in _SIGNS.items()))
    longest = max((group.total for group in chart.groups), default=1)
    scale = min(1.0, _BAR / longest)
    rows = table(chart.title, "", "Solved", whole=[""], right=["Solved"])
    for group in chart.groups:
        # However long the bench, nothing that was done is too little to show.
        bar = "".join(sign * math.ceil(scale * group.counts.get(state, 0)) for state, sign in _SIGNS.items())
        rows.add_row(Text(group.value), Text(bar), f"{group.solved} of {group.total}")
    out.print(rows)
    out.print(made.sentence)
    if made.note:
        out.print(made.note, soft_wrap=True)


def _export(store: "ProgressStore", file: Path) -> None:
    from ..errors import InvalidRequest
    from ..practice.progress.export import export
    from .output_files import write_whole
    from .printing import console

    form = file.suffix.removeprefix(".").lower()
    if form not in ("csv", "json"):
        raise InvalidRequest(f"{file} has to end in .csv or .json, which says what is written.")
    write_whole(file, export(store.events(), "csv" if form == "csv" else "json").text)
    console().print(f"Written to {file}.", soft_wrap=True)


def _remove(store: "ProgressStore", bench: str | None, sure: bool, as_json: bool) -> None:
    from .printing import console, print_json

    what = "all your progress" if bench is None else f"your progress in {bench}"
    if not sure:
        typer.confirm(f"Remove {what}? It can't be had back; --export keeps it.", abort=True)
    removed = store.remove(bench)
    if as_json:
        print_json(removed)
    else:
        console().print(removed.sentence)

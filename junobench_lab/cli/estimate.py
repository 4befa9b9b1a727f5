"""``estimate``: labels for a crash that has none, and the cases of a bench that are like it."""

from typing import TYPE_CHECKING, Annotated

import typer

from . import options

if TYPE_CHECKING:
    from ..research.estimators.models import NotebookEstimate


def estimate(
    what: Annotated[
        str,
        typer.Argument(
            metavar="NOTEBOOK|ID", help="The path to a notebook that crashed, or an instance.", show_default=False
        ),
    ],
    bench: options.Bench = None,
    as_json: options.Json = False,
) -> None:
    """Estimate library cause, crash type, root cause and stage of a notebook's crash, and show similar cases.

    The rules read the traceback, the code and the recorded order; nothing is run. Each estimate comes with its reasons.
    Similar cases come from --bench; of an instance, the reproduced variant is taken.
    """
    from pathlib import Path

    from ..errors import InvalidRequest
    from ..instances.notebooks import read_notebook
    from ..research.estimators.bench_cases import cases_of
    from ..research.estimators.notebook_estimate import estimate_notebook
    from .benches import chosen_bench
    from .printing import print_json
    from .references import is_file

    opened = chosen_bench(bench)
    if is_file(what):
        notebook, own = read_notebook(Path(what).expanduser()), None
    else:
        notebook, own = opened.notebook(what, "reproduced"), what
    cases = [case for case in cases_of(opened) if case.id != own]
    estimated = estimate_notebook(notebook, cases, title=what)
    if estimated is None:
        raise InvalidRequest(f"{what} holds no crash: run it until it stops with an exception, save it, and ask again.")
    if as_json:
        print_json(estimated)
    else:
        _print(estimated)


def _print(estimated: "NotebookEstimate") -> None:
    from ..instances.labels import TITLES
    from ..instances.models import DIMENSIONS
    from ..research.estimators.frames import plain_text
    from .printing import console, facts, first_line

    out = console()
    message = first_line(plain_text([estimated.crash.evalue]))
    out.print(f"{estimated.notebook}: cell {estimated.cell + 1}", style="bold")
    if text := f"{first_line(estimated.crash.ename)}: {message}".removesuffix(": "):
        out.print(text)
    if estimated.line:
        out.print(f"  {first_line(estimated.line)}", no_wrap=True, overflow="ellipsis")
    out.print()
    grid = facts()
    for dimension in DIMENSIONS:
        found = getattr(estimated.estimates, dimension)
        grid.add_row(TITLES[dimension], f"{found.value or 'none'} ({found.confidence:.0%})")
        for reason in found.reasons:
            grid.add_row("", f"  {first_line(reason)}")
    out.print(grid)
    if estimated.similar:
        out.print()
        out.print("Similar cases", style="bold")
        cases = facts()
        for case in estimated.similar:
            cases.add_row(case.id, " ".join(case.why))
        out.print(cases)

"""``attempts``: a person's attempts, and beginning anew."""

from typing import TYPE_CHECKING, Annotated

import typer

from . import options

if TYPE_CHECKING:
    from ..instances.bench import Bench
    from ..practice.models import Attempt
    from ..practice.progress.models import AttemptProgress


def attempts(
    id: Annotated[
        str | None,
        typer.Argument(metavar="[ID]", help="The instance; without it, all that were begun.", show_default=False),
    ] = None,
    reset: Annotated[
        bool,
        typer.Option("--reset", help="Begin anew with the notebook as it was given; earlier attempts are kept."),
    ] = False,
    kernel: options.Kernel = None,
    bench: options.Bench = None,
    as_json: options.Json = False,
) -> None:
    """List your attempts, oldest first, with the best check, the hints and the time of each.

    They are those among the files of the current folder, or of the running Jupyter server that shows it.
    `open ID` takes the latest up again. With --reset nothing is taken away: the new attempt gets the next number.
    """
    from ..errors import InvalidRequest
    from ..practice.models import AttemptList
    from .benches import chosen_bench
    from .contents import attempts_at, place_for_attempt
    from .printing import console, print_json

    opened = chosen_bench(bench)
    if id is not None:
        opened.folder(id)
    elif reset:
        raise InvalidRequest("Name the instance to begin anew: `junobench-lab attempts ID --reset`.")
    if reset:
        assert id is not None
        root, _ = place_for_attempt(opened, id)
        attempt = attempts_at(opened, root).start(opened.name, id, kernel, new=True)
        if as_json:
            print_json(attempt)
        else:
            console().print(f"Attempt {attempt.number} at {id}: {root / attempt.path}", soft_wrap=True)
        return
    found = _all(opened, id)
    if as_json:
        print_json(AttemptList(attempts=found))
    else:
        _print(opened, found, id)


def _all(bench: "Bench", id: str | None) -> "list[Attempt]":
    from pathlib import Path

    from .contents import attempts_at
    from .servers import server_showing

    here = Path.cwd()
    server = server_showing(here)
    places = [attempts_at(bench, here)]
    if server is not None and server.root != here.resolve():
        places.append(attempts_at(bench, server.root))
    found: list[Attempt] = []
    for place in places:
        for one in [id] if id is not None else sorted(place.attempted(bench.name)):
            found += place.list(bench.name, one)
    return found


def _print(bench: "Bench", found: "list[Attempt]", id: str | None) -> None:
    from rich.text import Text

    from ..practice.progress.store import ProgressStore
    from ..practice.progress.summary import duration, instance_progress
    from .printing import console, table

    out = console()
    if not found:
        out.print(f"There is no attempt here yet: start one with `junobench-lab open {id or 'ID'}`.")
        return
    known: dict[tuple[str, int], AttemptProgress] = {
        (one.id, attempt.attempt): attempt
        for one in instance_progress(ProgressStore().events(bench.name))
        for attempt in one.attempts
    }
    rows = table("Instance", "Attempt", "Started", "Best check", "Hints", "Time", whole=["Instance"], right=["Attempt"])
    for attempt in found:
        progress = known.get((attempt.id, attempt.number))
        own = progress is not None and progress.started == attempt.started
        rows.add_row(
            Text(attempt.id),
            str(attempt.number),
            f"{attempt.started.astimezone():%Y-%m-%d %H:%M}",
            progress.state if progress is not None and own and progress.checks else "-",
            f"{len(progress.hints)} of 4" if progress is not None and own else "-",
            duration(progress.seconds) if progress is not None and own else "-",
        )
    out.print(rows)

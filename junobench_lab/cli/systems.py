"""``systems``: which systems the lab shows beside the instances."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import exit_codes, options

if TYPE_CHECKING:
    from ..research.loaded.models import LoadedSystem

systems = typer.Typer(
    help="The systems whose predictions the lab shows beside the instances: add, list, remove.", no_args_is_help=True
)


@systems.command("add")
def add(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE [FILE]",
            help="Predictions as `predict` writes them, the file of `score repair --runs`, or both.",
            show_default=False,
        ),
    ],
    name: Annotated[
        str | None,
        typer.Option("--name", metavar="NAME", help="Default: as the file says, else as it is called."),
    ] = None,
    bench: options.Bench = None,
    as_json: options.Json = False,
) -> None:
    """Load a system: its predictions of one task, of repairs with what running them came to.

    The files are read where they are, whenever they are shown. The exit code is 0 when all of them could be used.
    """
    from ..research.loaded.load import LoadedSystems
    from .benches import chosen_bench
    from .printing import print_json

    opened = chosen_bench(bench)
    places = [file.expanduser().absolute() for file in files]
    with _told(as_json) as step:
        system = LoadedSystems().add(opened, places, name, step)
    if as_json:
        print_json(system)
    else:
        typer.echo(f"{system.key}: {system.sentence}")
        for problem in system.problems:
            typer.echo(f"! {problem}")
    if system.problems:
        raise typer.Exit(exit_codes.NOT_WELL)


@systems.command("list")
def list_systems(bench: options.Bench = None, as_json: options.Json = False) -> None:
    """List the systems that are loaded for a bench; --json has their shares right by label, too.

    The exit code is 0 when they could be read.
    """
    from ..research.loaded.load import LoadedSystems
    from .benches import chosen_bench
    from .printing import print_json

    opened = chosen_bench(bench)
    with _told(as_json) as step:
        listed = LoadedSystems().listed(opened, step)
    if as_json:
        print_json(listed)
    elif listed.systems:
        _print(listed.systems)
    else:
        typer.echo(f"No system is loaded for the bench {listed.bench}.")


@contextlib.contextmanager
def _told(as_json: bool) -> "Iterator[Callable[[int, int], None]]":
    """Tells how far the grading is, which takes minutes for a large bench."""
    from .printing import progress_console

    if as_json:
        yield lambda done, total: None
        return
    with progress_console().status("Judging ...") as status:
        yield lambda done, total: status.update(f"Judging: {done:,} of {total:,} crashes looked at")


def _print(listed: "list[LoadedSystem]") -> None:
    from rich.text import Text

    from .printing import console, table

    out = console()
    rows = table("Key", "System", "Task", "Right", "Wrong", "Files", whole=["Key"], right=["Right", "Wrong"])
    for system in listed:
        files = Text("\n".join(system.files))
        rows.add_row(Text(system.key), Text(system.name), system.task, str(system.right), str(system.wrong), files)
    out.print(rows)
    for system in listed:
        for problem in system.problems:
            out.print(f"! {system.name}: {problem}")


@systems.command("remove")
def remove(
    key: Annotated[str, typer.Argument(metavar="KEY", help="As `systems list` shows it.", show_default=False)],
) -> None:
    """Show a system no longer; its files stay."""
    from ..research.loaded.load import LoadedSystems

    typer.echo(LoadedSystems().remove(key))

"""``fetch``: get instances of the published data set."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..fetching.hub import SOURCE
from . import exit_codes, options

if TYPE_CHECKING:
    from ..fetching.hub import Hub
    from ..fetching.models import FetchPlan, FetchResult, InstanceDownload


def fetch(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID]...", help="Instances to fetch, such as pandas_3.", show_default=False),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Fetch every instance.")] = False,
    notebooks_only: Annotated[
        bool, typer.Option("--notebooks-only", help="Leave input data out: enough to read, trace and compare.")
    ] = False,
    folder: Annotated[
        Path | None,
        typer.Option("--folder", metavar="PATH", help="Where to.  [default: in Jupyter's data folder]"),
    ] = None,
    source: Annotated[str, typer.Option("--source", metavar="NAME", help="Data set on the hub.")] = SOURCE,
    offline: Annotated[
        bool, typer.Option("--offline", help="Use no network: say what is missing or damaged of what was fetched.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Don't ask first.")] = False,
    as_json: options.Json = False,
) -> None:
    """Fetch instances of JunoBench from the Hugging Face hub, and keep them as the bench "junobench".

    Sizes and licences are shown first. What was fetched before isn't fetched again, and every file is checked against
    the hub's checksum. Break it off with Ctrl-C and call it again to go on. HF_ENDPOINT and HF_TOKEN are honoured.
    The exit code is 0 when all files asked for are here and whole.
    """
    from ..errors import InvalidRequest
    from ..fetching.fetch import default_folder, plan_fetch, plan_offline
    from ..fetching.hub import Hub
    from .printing import print_json

    if bool(ids) == everything and not (notebooks_only and not ids):
        raise InvalidRequest("Name the instances to fetch, or say --all or --notebooks-only.")
    place = (folder or default_folder()).expanduser().absolute()
    if offline:
        plan = plan_offline(place, ids or [], notebooks_only=notebooks_only)
        if as_json:
            print_json(plan)
        else:
            _show(plan)
        if plan.files:
            raise typer.Exit(exit_codes.NOT_WELL)
        return
    hub = Hub(source)
    plan = plan_fetch(hub, place, ids or [], notebooks_only=notebooks_only)
    if not as_json:
        _show(plan)
        if plan.files and not yes:
            typer.confirm("Fetch them?", abort=True)
    elif not yes and plan.files:
        # A program can't be asked: it learns what it would take.
        print_json(plan)
        raise typer.Exit(exit_codes.NOT_WELL)
    result = _follow(hub, plan, quiet=as_json)
    if as_json:
        print_json(result)
    else:
        for sentence in result.failed:
            typer.echo(f"✗ {sentence}")
        typer.echo(result.sentence)
        if result.bench is not None:
            typer.echo(f"Use it with --bench {result.bench}, or choose it in the side panel.")
    if result.cancelled:
        raise typer.Exit(exit_codes.CANCELLED)
    if result.failed:
        raise typer.Exit(exit_codes.NOT_WELL)


def _show(plan: "FetchPlan") -> None:
    from ..sizes import bytes_in_words
    from .printing import console, table

    out = console()
    rows = table(
        "Instance", "Files", "Size", "To fetch", "Licence of the data", whole=["Instance"], right=["Files", "Size"]
    )
    for instance in plan.instances:
        missing = bytes_in_words(instance.missing) if instance.missing else "is here"
        rows.add_row(instance.id, str(instance.files), bytes_in_words(instance.size), missing, _licences(instance))
    out.print(rows)
    out.print()
    what = " (notebooks only: enough to read and trace, not to run)" if plan.notebooks_only else ""
    out.print(f"{bytes_in_words(plan.size)} to fetch{what}, {bytes_in_words(plan.free)} free in {plan.folder}")
    out.print("Each data set keeps its own licence: where it says unknown, don't pass the data on.")


def _licences(instance: "InstanceDownload") -> str:
    said = dict.fromkeys(source.licence or "unknown" for source in instance.sources)
    return ", ".join(said) or "no data"


def _follow(hub: "Hub", plan: "FetchPlan", *, quiet: bool) -> "FetchResult":
    import asyncio
    from threading import Event

    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    from ..fetching.fetch import carry_out
    from ..fetching.models import FetchStep
    from .interrupts import run_until_cancelled
    from .printing import progress_console

    out = progress_console()
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=out, transient=True, disable=quiet or not out.is_terminal) as progress:
        bar = progress.add_task("Fetching", total=plan.size)

        def show(step: FetchStep) -> None:
            progress.update(bar, completed=step.done, description=step.path.rpartition("/")[2])

        async def work(cancel: asyncio.Event) -> "FetchResult":
            stop = Event()
            fetching = asyncio.ensure_future(asyncio.to_thread(carry_out, hub, plan, show, stop))
            asked = asyncio.ensure_future(cancel.wait())
            await asyncio.wait({fetching, asked}, return_when=asyncio.FIRST_COMPLETED)
            stop.set()
            asked.cancel()
            return await fetching

        return run_until_cancelled(work)

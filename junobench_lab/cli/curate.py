"""``curate``: instances made of one's own crashes, and the labels that people give them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from . import exit_codes, options

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from ..research.curation.models import Curated, CurationEvent, Label
    from ..research.curation.own_bench import OwnBench


class _MakeUnlessNamed(TyperGroup):
    """`curate NOTEBOOK` makes an instance; what else there is to do has a name."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = ["make", *args]
        return super().parse_args(ctx, args)


curate = typer.Typer(
    cls=_MakeUnlessNamed,
    help="Make instances of your own crashes: `curate NOTEBOOK --bench FOLDER`; label and settle them with others.",
    no_args_is_help=True,
)

Bench = Annotated[Path, typer.Option("--bench", metavar="FOLDER", help="Folder of your own bench.", show_default=False)]
KeptBench = Annotated[
    Path,
    typer.Option(
        "--bench", metavar="PATH|NAME", help="Folder of your own bench, or its name in `list`.", show_default=False
    ),
]
Library = Annotated[str | None, typer.Option("--library", help="The library that causes it.", show_default=False)]
CrashType = Annotated[str | None, typer.Option("--crash-type", help="Its crash type.", show_default=False)]
RootCause = Annotated[str | None, typer.Option("--root-cause", help="Its root cause.", show_default=False)]
Stage = Annotated[str | None, typer.Option("--stage", help="Its stage of the pipeline.", show_default=False)]
MlBug = Annotated[str | None, typer.Option("--ml-bug", help="`ML bug` or `python bug`.", show_default=False)]


@curate.command("make")
def make(
    notebook: Annotated[Path, typer.Argument(help="The notebook that crashed, as it was saved.", show_default=False)],
    bench: Bench,
    id: Annotated[str | None, typer.Option("--id", help="Default: made from the notebook's name.")] = None,
    inputs: Annotated[
        list[str] | None,
        typer.Option(
            "--inputs",
            metavar="PATH",
            help="A file, folder or pattern that it reads, relative to it; may be repeated. Default: as in its code.",
            show_default=False,
        ),
    ] = None,
    fixed: Annotated[
        Path | None, typer.Option("--fixed", metavar="NOTEBOOK", help="The same, repaired.", show_default=False)
    ] = None,
    synthetic: Annotated[bool, typer.Option("--synthetic", help="Make up data of the same schema.")] = False,
    whole_data: Annotated[bool, typer.Option("--whole-data", help="Keep the data as they are.")] = False,
    rows: Annotated[int, typer.Option("--rows", min=1, help="Rows or files that are few enough.")] = 50,
    max_runs: Annotated[int, typer.Option("--max-runs", min=1, help="Kernels to start for the search, at most.")] = 80,
    minutes: Annotated[float, typer.Option("--minutes", min=0.1, help="Time for the search, at most.")] = 15.0,
    diagnosis: Annotated[
        str | None, typer.Option("--diagnosis", metavar="TEXT", help="Why it crashes, in your words.")
    ] = None,
    library: Library = None,
    crash_type: CrashType = None,
    root_cause: RootCause = None,
    stage: Stage = None,
    ml_bug: MlBug = None,
    data_title: Annotated[str | None, typer.Option("--data-title", help="Name of the data.")] = None,
    data_licence: Annotated[str | None, typer.Option("--data-licence", help="Licence of the data.")] = None,
    data_url: Annotated[str | None, typer.Option("--data-url", help="Where the data are from.")] = None,
    kernel: options.Kernel = None,
    cold: options.Cold = False,
    as_json: options.Json = False,
) -> None:
    """Make an instance of a notebook's crash.

    The recorded order is run, then shortened as long as it crashes alike, and the data with it. The notebook itself
    isn't changed; the instance holds it as it is. Labels are proposed by the estimators. The instance is verified
    before it joins the bench; until then it is a draft, and what it lacks is said. The exit code is 0 when it joined.
    """
    from ..errors import InvalidRequest
    from ..research.curation.make import curate as made
    from ..research.curation.models import CurationBounds, CurationWish
    from ..running.environments.choice import environment_of
    from .kernels import require_environment

    if synthetic and whole_data:
        raise InvalidRequest("Data are made up (--synthetic) or kept as they are (--whole-data), not both.")
    _, chosen_kernel = require_environment("local", kernel)
    wish = CurationWish(
        notebook=notebook,
        bench=bench,
        id=id,
        inputs=inputs or None,
        fixed=fixed,
        data="synthetic" if synthetic else "whole" if whole_data else "sampled",
        diagnosis=diagnosis,
        labels=_labels(library, crash_type, root_cause, stage, ml_bug),
        data_title=data_title,
        data_licence=data_licence,
        data_url=data_url,
        bounds=CurationBounds(runs=max_runs, seconds=60 * minutes, rows=rows),
    )
    environment = environment_of("local", chosen_kernel, cold=cold, patient=True)
    _finish(lambda cancel: made(wish, environment=environment, cancel=cancel), as_json=as_json)


@curate.command("accept")
def accept(
    id: Annotated[str, typer.Argument(help="The draft.", show_default=False)],
    bench: KeptBench,
    fixed: Annotated[
        Path | None, typer.Option("--fixed", metavar="NOTEBOOK", help="Your repair of it.", show_default=False)
    ] = None,
    kernel: options.Kernel = None,
    cold: options.Cold = False,
    as_json: options.Json = False,
) -> None:
    """Verify a draft again, with a repair where you have one, and take it into the bench.

    The exit code is 0 when it joined.
    """
    from ..research.curation.accept import accept_with_repair
    from ..running.environments.choice import environment_of
    from .kernels import require_environment

    own = _own(bench)
    _, chosen_kernel = require_environment("local", kernel)
    environment = environment_of("local", chosen_kernel, cold=cold, patient=True)
    _finish(lambda cancel: accept_with_repair(own, id, fixed, environment=environment, cancel=cancel), as_json=as_json)


@curate.command("discard")
def discard(
    id: Annotated[str, typer.Argument(help="The draft.", show_default=False)],
    bench: KeptBench,
) -> None:
    """Throw a draft away, with its copy of the notebook and of the data; what is accepted can't be."""
    from ..research.curation.accept import discard_draft

    discard_draft(_own(bench), id)
    typer.echo(f"Discarded: the draft {id}.")


@curate.command("annotate")
def annotate(
    id: Annotated[str, typer.Argument(help="An instance of the bench.", show_default=False)],
    bench: KeptBench,
    by: Annotated[str, typer.Option("--by", metavar="NAME", help="Who says so.", show_default=False)],
    library: Library = None,
    crash_type: CrashType = None,
    root_cause: RootCause = None,
    stage: Stage = None,
    ml_bug: MlBug = None,
) -> None:
    """Note your labels of an instance; what others said isn't shown.

    Without labels you are asked for each. Look at the instance first: `junobench-lab show ID --bench FOLDER`.
    """
    import sys

    from ..errors import InvalidRequest
    from ..research.curation.annotations import annotate as note
    from ..research.curation.annotations import require_annotation

    labels = _labels(library, crash_type, root_cause, stage, ml_bug)
    if not labels and not sys.stdin.isatty():
        raise InvalidRequest("Say at least one label, such as --root-cause 'API misuse'.")
    own = _own(bench)
    require_annotation(own, by, id)
    note(own, by, id, labels or _asked())
    typer.echo(f"Noted: {id}, by {by}.")


@curate.command("agreement")
def agreement(
    bench: KeptBench,
    by: Annotated[
        list[str] | None,
        typer.Option("--by", metavar="NAME", help="One of the two, given twice. Default: the two that there are."),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Say how far two annotators agree: Cohen's kappa of each label, and where they don't.

    Kappa isn't defined where both give one and the same value throughout. What one of them labelled alone counts for
    nothing and is listed. The exit code is 0 when nothing is left to be settled.
    """
    from ..research.curation.annotations import agreement as compared
    from .printing import console, print_json, table

    found = compared(_own(bench), by or [])
    if as_json:
        print_json(found)
    else:
        out = console()
        rows = table("Label", "Instances", "Agreed", "Kappa", right=["Instances", "Agreed", "Kappa"])
        for each in found.labels:
            kappa = "not defined" if each.kappa is None else f"{each.kappa:.2f}"
            rows.add_row(_title(each.label), str(each.cases), str(each.agreed), kappa)
        out.print(f"{found.annotators[0]} and {found.annotators[1]}", style="bold")
        if found.labels:
            out.print(rows)
        else:
            out.print("They have labelled nothing in common yet.")
        if found.disagreements:
            out.print()
            differing = table("Instance", "Label", *found.annotators, "Settled")
            for one in found.disagreements:
                differing.add_row(one.id, _title(one.label), *one.values, one.settled or "-")
            out.print(differing)
        if found.alone:
            out.print()
            single = table("Instance", "Labelled by one alone", "Labels")
            for left in found.alone:
                single.add_row(left.id, left.annotator, ", ".join(map(_title, left.labels)))
            out.print(single)
    if any(one.settled is None for one in found.disagreements):
        raise typer.Exit(exit_codes.NOT_WELL)


@curate.command("settle")
def settle(
    bench: KeptBench,
    id: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="Default: all that two people agree on.", show_default=False)
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option("--by", metavar="NAME", help="One of the two, given twice."),
    ] = None,
    library: Library = None,
    crash_type: CrashType = None,
    root_cause: RootCause = None,
    stage: Stage = None,
    ml_bug: MlBug = None,
    diagnosis: Annotated[
        str | None, typer.Option("--diagnosis", metavar="TEXT", help="Why it crashes.", show_default=False)
    ] = None,
) -> None:
    """Write settled labels into the bench: those of one instance, or without ID all that two annotators agree on."""
    from ..errors import InvalidRequest
    from ..research.curation.annotations import settle as write
    from ..research.curation.annotations import settle_agreed

    labels = _labels(library, crash_type, root_cause, stage, ml_bug)
    own = _own(bench)
    if id is not None:
        if not labels and diagnosis is None:
            raise InvalidRequest("Say what was settled, such as --root-cause 'API misuse'.")
        write(own, id, labels, diagnosis)
        typer.echo(f"Settled: {id}.")
        return
    if labels or diagnosis is not None:
        raise InvalidRequest("Name the instance whose labels these are.")
    found = settle_agreed(own, by or [])
    number = sum(map(len, found.values()))
    labelled = "1 label" if number == 1 else f"{number} labels"
    instances = "1 instance" if len(found) == 1 else f"{len(found)} instances"
    typer.echo(f"Settled: {labelled} of {instances}, on which both agree.")


def _own(bench: Path) -> "OwnBench":
    """The bench in a folder, or where there is none the one that is kept under that name."""
    from ..instances.registry import open_catalog
    from ..research.curation.own_bench import OwnBench

    if not bench.expanduser().exists():
        catalog = open_catalog()
        if str(bench) in catalog.names():
            return OwnBench(catalog.bench(str(bench)).path)
    return OwnBench(bench)


def _asked() -> "dict[Label, str]":
    """Ask for each label until its value is known; an empty answer leaves it out."""
    from ..errors import InvalidRequest
    from ..research.curation.models import LABELS
    from ..research.curation.proposals import checked_labels, known_values

    given: dict[Label, str] = {}
    for label in LABELS:
        typer.echo(f"{_title(label)}: {', '.join(known_values(label))}")
        while answer := typer.prompt("  (Enter: leave it out)", default="", show_default=False).strip():
            try:
                given |= checked_labels({label: answer})
                break
            except InvalidRequest as error:
                typer.echo(f"  {error}")
    return given


def _title(label: str) -> str:
    from ..instances.labels import TITLES

    titles = {**{str(name): title for name, title in TITLES.items()}, "ml_bug": "Kind of bug"}
    return titles[label]


def _labels(
    library: str | None, crash_type: str | None, root_cause: str | None, stage: str | None, ml_bug: str | None
) -> "dict[Label, str]":
    given: dict[Label, str | None] = {
        "library": library,
        "crash_type": crash_type,
        "root_cause": root_cause,
        "stage": stage,
        "ml_bug": ml_bug,
    }
    return {label: value for label, value in given.items() if value is not None}


def _finish(events: Any, *, as_json: bool) -> None:
    """Follow the making of an instance to its end, and say what it came to."""
    import shlex

    from ..errors import InvalidRequest
    from ..research.curation.own_bench import keep
    from ..research.curation.trials import CurationCancelled
    from .group import Cancelled
    from .interrupts import run_until_cancelled
    from .printing import print_json

    try:
        curated = run_until_cancelled(lambda cancel: _followed(events(cancel), quiet=as_json))
    except CurationCancelled:
        raise Cancelled("Cancelled; a draft stays as far as it was written.") from None
    try:
        bench, problem = keep(Path(curated.bench)).name, ""
    except InvalidRequest as error:
        # The instance is there all the same.
        bench, problem = shlex.quote(curated.bench), str(error)
    if as_json:
        print_json(curated)
    else:
        _print(curated, bench, problem)
    if not curated.accepted:
        raise typer.Exit(exit_codes.NOT_WELL)


async def _followed(events: "AsyncGenerator[CurationEvent, None]", *, quiet: bool) -> "Curated":
    import contextlib

    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from ..research.curation.models import Curated
    from .printing import progress_console

    out = progress_console()
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    progress = Progress(*columns, console=out, transient=True, disable=quiet or not out.is_terminal)
    with progress:
        bar = progress.add_task("Beginning")
        async with contextlib.aclosing(events):
            async for event in events:
                if isinstance(event, Curated):
                    return event
                progress.update(bar, description=f"{event.sentence} ({event.runs} runs)")
    raise AssertionError("The making of an instance ends with its result.")


def _print(curated: "Curated", bench: str, problem: str) -> None:
    """``bench`` is what commands take for it; the ``problem`` is why that isn't its name in the list."""
    from .printing import console, facts

    out = console()
    record = curated.record
    mark, what = ("✓", "is part of the bench") if curated.accepted else ("✗", "stays a draft")
    out.print(f"{mark} {curated.id} {what}: {curated.bench}", style="bold")
    out.print(curated.sentence)
    out.print()
    grid = facts()
    order = record.order
    unsure = "" if order.minimal else ", maybe not all needed"
    guessed = ", partly guessed, as counts are missing" if order.assumed else ""
    grid.add_row("Order", f"{order.kept} of {order.recorded} executions{unsure}{guessed}")
    for change in record.data:
        made_up = ", made up" if change.synthetic else ""
        grid.add_row(
            "Data", f"{change.path}: {change.after} of {change.before} {change.what}{made_up} {change.note}".rstrip()
        )
    for label, estimate in record.proposed.items():
        chosen = record.chosen.get(label)
        why = " ".join(estimate.reasons[:1])
        if chosen:
            said = f"{chosen} (as you said)"
        elif estimate.value is None:
            said = f"none proposed. {why}"
        else:
            said = f"{estimate.value} (proposed, {estimate.confidence:.0%}. {why})"
        grid.add_row(_title(label), said.rstrip())
    if "ml_bug" in record.chosen:
        grid.add_row(_title("ml_bug"), record.chosen["ml_bug"])
    if record.data_choice == "synthetic":
        grid.add_row("Note", "The original notebook is kept as it was saved, with its outputs.")
    grid.add_row(
        "Diagnosis",
        record.diagnosis
        or f"none proposed: say it by `junobench-lab curate settle {curated.id} --bench {bench} --diagnosis TEXT`",
    )
    show = f"junobench-lab show {curated.id} --bench {bench}"
    if problem:
        grid.add_row("Not listed", f"{problem} Until then: {show}")
    else:
        grid.add_row("Listed", f"as the bench {bench}, here and in the lab: {show}")
    out.print(grid)

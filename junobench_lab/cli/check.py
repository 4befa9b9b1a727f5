"""``check``: whether an attempt is a repair, in four levels, with the conditions in words."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import exit_codes, options

if TYPE_CHECKING:
    import asyncio

    from ..instances.bench import Bench
    from ..practice.check import CheckJob
    from ..practice.models import CheckResult
    from ..running.environments.base import EnvironmentName


def check(
    id: Annotated[str, typer.Argument(metavar="ID", help="The instance, as `list` names it.", show_default=False)],
    attempt: Annotated[
        int | None,
        typer.Option("--attempt", metavar="N", min=1, help="Your attempt N. Default: the latest.", show_default=False),
    ] = None,
    document_order: Annotated[
        bool,
        typer.Option("--document-order", help="Run all code cells from the top through the crash cell."),
    ] = False,
    notebook: Annotated[
        Path | None,
        typer.Option(
            "--notebook",
            metavar="FILE",
            help="A repaired notebook from anywhere, instead of an attempt; its saved counts are its order.",
            show_default=False,
        ),
    ] = None,
    kernel: options.Kernel = None,
    environment: options.Environment = "local",
    allow_network: options.AllowNetwork = False,
    bench: options.Bench = None,
    as_json: options.Json = False,
) -> None:
    """Check an attempt of yours: run it in a fresh kernel through the crash cell, and say how far it got.

    Does not run, runs (which doesn't show yet that the repair is right), passes the check, equals the reference fix.
    The cells run in the recorded order, with yours where you put them. The exit code is 0 when it passes the check.
    """
    from ..errors import InvalidRequest
    from ..running.network import grants_network
    from .benches import chosen_bench
    from .group import Cancelled
    from .interrupts import run_until_cancelled
    from .kernels import require_environment
    from .printing import print_json

    opened = chosen_bench(bench)
    if notebook is None:
        job = _job(opened, id, attempt, document_order)
    elif attempt is not None:
        raise InvalidRequest("--notebook and --attempt both say what to check: leave out one of them.")
    else:
        job = _file_job(opened, id, notebook, document_order)
    place, chosen = require_environment(environment, kernel)
    network = grants_network(job.run, place, agreed=allow_network)
    result = run_until_cancelled(lambda cancel: _carry_out(job, place, chosen, network, cancel, quiet=as_json))
    if result.cancelled:
        raise Cancelled(result.sentence)
    if as_json:
        print_json(result)
    else:
        _print(result)
    if result.level not in ("passes_check", "equals_reference"):
        raise typer.Exit(exit_codes.NOT_WELL)


def _job(bench: "Bench", id: str, number: int | None, document_order: bool) -> "CheckJob":
    from ..practice.check import check_job
    from ..practice.progress.store import AttemptRecorder, ProgressStore
    from ..practice.reveals import RevealStore
    from .contents import find_attempt, latest_attempt

    attempts, attempt = find_attempt(bench, id, number) if number is not None else latest_attempt(bench, id)
    edited = attempts.edited(attempt)
    code = [cell.id for cell in edited.now.cells if cell.type == "code" and cell.id is not None and cell.source.strip()]
    return check_job(
        bench,
        id,
        attempt.number,
        edited,
        order=code if document_order else None,
        folder=attempts.file(attempt).parent,
        hints=RevealStore().revealed(bench.name, id).revealed,
        prediction=attempts.prediction(attempt),
        recorder=AttemptRecorder(ProgressStore(), attempt),
    )


def _file_job(bench: "Bench", id: str, file: Path, document_order: bool) -> "CheckJob":
    from ..instances.notebooks import read_notebook
    from ..practice.beginning import as_attempt, beginning, order_of_counts
    from ..practice.check import check_job

    given = beginning(bench, id)
    repaired = read_notebook(file.expanduser())
    attempt = as_attempt(repaired.cells, given.start)
    code = [cell.id for cell in attempt.cells if cell.type == "code" and cell.id is not None and cell.source.strip()]
    return check_job(
        bench,
        id,
        1,
        given.edited(attempt),
        order=code if document_order else order_of_counts(repaired.cells, attempt, given.given),
        folder=file.expanduser().parent,
    )


async def _carry_out(
    job: "CheckJob",
    environment: "EnvironmentName",
    kernel: str | None,
    network: bool,
    cancel: "asyncio.Event",
    *,
    quiet: bool,
) -> "CheckResult":
    import contextlib

    from ..practice.check import run_check
    from ..practice.models import CheckResult
    from ..running.environments.choice import environment_of
    from ..running.models import RunRecord
    from ..running.records import RecordStore
    from .progress import CellProgress

    result: CheckResult | None = None
    place = environment_of(environment, kernel, cold=True, network=network)
    items = run_check(job, store=RecordStore(), environment=place, cancel=cancel)
    with contextlib.ExitStack() as stack:
        progress = None if quiet else stack.enter_context(CellProgress(job.run.plan))
        async with contextlib.aclosing(items):
            async for item in items:
                if isinstance(item, CheckResult):
                    result = item
                elif not isinstance(item, RunRecord) and progress is not None:
                    progress.show(item)
    assert result is not None, "A check ends with its result."
    return result


def _print(result: "CheckResult") -> None:
    from ..practice.levels import LEVEL_WORDS, reached_levels
    from .printing import console

    out = console()
    out.print()
    reached = reached_levels(result.level)
    for level, words in LEVEL_WORDS.items():
        out.print(f"{'✓' if level in reached else '·'} {words}", style="bold" if level == result.level else "")
    out.print()
    out.print(result.sentence, style="bold")
    for condition in result.conditions:
        found = f" ({condition.detail})" if condition.detail else ""
        out.print(f"  {'✓' if condition.ok else '✗'} {condition.text}{found}")
    for evasion in result.evasions:
        out.print(f"  ✗ {evasion.sentence}")
    for sentence in [*([result.prediction] if result.prediction else []), *result.more, result.order_note]:
        out.print(f"  {sentence}")
    executed = sum(cell.ran != "not_run" for cell in result.cells)
    planned = sum(cell.planned for cell in result.cells)
    out.print(
        f"  {executed} of {planned} executions in {result.seconds:.1f} s of {result.budget:.0f} s. Record: {result.run}"
    )

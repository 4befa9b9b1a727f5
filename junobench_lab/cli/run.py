"""``run``: one run, with the progress of every cell and the verdict in words."""

from typing import TYPE_CHECKING, Annotated

import typer

from . import exit_codes, options

if TYPE_CHECKING:
    import asyncio

    from ..instances.bench import Bench
    from ..running.environments.base import EnvironmentName
    from ..running.models import RunRecord
    from ..running.session import RunJob


def run(
    id: Annotated[str, typer.Argument(metavar="ID", help="The instance, as `list` names it.", show_default=False)],
    variant: options.Variant = None,
    attempt: Annotated[
        int | None,
        typer.Option("--attempt", metavar="N", min=1, help="Run your attempt N instead.", show_default=False),
    ] = None,
    kernel: options.Kernel = None,
    environment: options.Environment = "local",
    allow_network: options.AllowNetwork = False,
    timeout_cell: Annotated[
        float | None,
        typer.Option("--timeout-cell", metavar="S", help="Seconds that one cell may take.  [default: 300]"),
    ] = None,
    bench: options.Bench = None,
    as_json: options.Json = False,
) -> None:
    """Run a variant, or an attempt of yours, through the crash cell, and say what it came to.

    The exit code is 0 when it came to what is expected: the original and the reproduced variant crash as labelled, a
    fixed one and an attempt run without a crash (which doesn't show yet that the repair is right).
    """
    from ..errors import InvalidRequest
    from ..running.network import grants_network
    from ..running.verdicts import as_expected
    from .benches import chosen_bench
    from .group import Cancelled
    from .interrupts import run_until_cancelled
    from .kernels import require_environment
    from .printing import print_json

    if (variant is None) == (attempt is None):
        raise InvalidRequest("Say what to run: either --variant (such as reproduced) or --attempt N.")
    if timeout_cell is not None and not 0 < timeout_cell < float("inf"):
        raise InvalidRequest("--timeout-cell has to be a number of seconds above 0.")
    job = _job(chosen_bench(bench), id, variant, attempt)
    place, chosen = require_environment(environment, kernel)
    network = grants_network(job, place, agreed=allow_network)
    record = run_until_cancelled(
        lambda cancel: _carry_out(job, place, chosen, network, timeout_cell, cancel, quiet=as_json)
    )
    outcome = record.outcome
    assert outcome is not None
    if outcome.cancelled:
        raise Cancelled(outcome.sentence)
    if as_json:
        print_json(record)
    else:
        _print(record)
    if not as_expected(variant, outcome):
        raise typer.Exit(exit_codes.NOT_WELL)


def _job(bench: "Bench", id: str, variant: str | None, number: int | None) -> "RunJob":
    from ..running.session import attempt_job, variant_job

    if variant is not None:
        return variant_job(bench, id, variant)
    from .contents import find_attempt

    assert number is not None
    attempts, attempt = find_attempt(bench, id, number)
    return attempt_job(bench, id, number, attempts.edited(attempt))


async def _carry_out(
    job: "RunJob",
    environment: "EnvironmentName",
    kernel: str | None,
    network: bool,
    timeout_cell: float | None,
    cancel: "asyncio.Event",
    *,
    quiet: bool,
) -> "RunRecord":
    import contextlib

    from ..running.environments.choice import environment_of
    from ..running.models import Limits, RunRecord
    from ..running.records import RecordStore
    from ..running.session import run_target
    from .progress import CellProgress

    limits = Limits()
    if timeout_cell is not None:
        limits = Limits(cell=timeout_cell, run=max(limits.run, timeout_cell))
    # One run is over before a process is ready that kernels could be forked from.
    chosen = environment_of(environment, kernel, cold=True, network=network)
    items = run_target(job, store=RecordStore(), environment=chosen, limits=limits, cancel=cancel)
    with contextlib.ExitStack() as stack:
        progress = None if quiet else stack.enter_context(CellProgress(job.plan))
        async with contextlib.aclosing(items):
            async for item in items:
                if isinstance(item, RunRecord):
                    return item
                if progress is not None:
                    progress.show(item)
    raise AssertionError("A run ends with its record.")


def _print(record: "RunRecord") -> None:
    from ..running.records import RecordStore
    from ..running.verdicts import as_expected, verdict_words
    from .printing import console, exception_line

    out = console()
    outcome = record.outcome
    assert outcome is not None
    well = as_expected(record.target.variant, outcome)
    # An attempt that runs isn't thereby right, so it gets no tick.
    mark = "✗" if not well else "✓" if record.target.attempt is None else "·"
    out.print()
    out.print(f"{mark} Verdict: {verdict_words(outcome)}", style="bold")
    out.print(f"  {outcome.sentence}")
    if outcome.ename and outcome.evalue:
        out.print(f"  {exception_line(outcome.ename, outcome.evalue)}")
    if record.plan.note:
        out.print(f"  {record.plan.note}")
    out.print(f"  {outcome.executed} of {outcome.planned} executions in {outcome.seconds:.1f} s. Record: {record.run}")
    out.print(f"  in {RecordStore().folder}")

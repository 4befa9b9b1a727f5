"""``verify``: whether instances do what their labels say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import exit_codes, options

if TYPE_CHECKING:
    import asyncio

    from rich.progress import Progress

    from ..instances.bench import Bench
    from ..running.environments.base import EnvironmentName
    from ..running.models import InstanceVerification, Outcome, Verification
    from ..running.verified_runs import VerifiedRuns
    from .clusters import Choice


def verify(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID]...", help="Instances; all where none is named.", show_default=False),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "-j",
            metavar="N",
            min=1,
            help="Runs at a time.  [default: one a processor; on a cluster, all that its workers can do]",
        ),
    ] = None,
    repeat: Annotated[int, typer.Option("--repeat", metavar="N", min=1, help="How often each variant runs.")] = 1,
    kernel: options.Kernel = None,
    environment: options.Environment = "local",
    cold: options.Cold = False,
    allow_network: options.AllowNetwork = False,
    runs: Annotated[
        Path | None,
        typer.Option(
            "--runs",
            metavar="FILE",
            help="Keeps every run as it ends; what is on file isn't run again.",
            show_default=False,
        ),
    ] = None,
    cluster: options.Cluster = None,
    cluster_wait: options.ClusterWait = 300.0,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE.html", help="Write a page with the results.")
    ] = None,
    bench: options.Bench = None,
    as_json: options.Json = False,
) -> None:
    """Run instances and say whether they do what their labels say.

    That is: the reproduced variant crashes as labelled, the fixed ones run without a crash, and they differ in their
    code or its order. Whatever is wrong with an instance is said, and the others go on.
    The exit code is 0 when all of them do. With --runs, a verification that was broken off goes on where it stopped:
    say the same again.
    """
    from datetime import datetime, timezone

    from ..html_page import require_place, write_report
    from ..running.claims import claimed
    from ..running.report import report_page
    from ..running.verified_runs import VerifiedRuns
    from .benches import chosen_bench
    from .clusters import chosen
    from .group import Cancelled
    from .interrupts import run_until_cancelled
    from .kernels import require_environment
    from .printing import print_json
    from .records import require_records

    if report is not None:
        require_place(report)
    require_records()
    opened = chosen_bench(bench)
    summaries = opened.summaries()
    choice = chosen(cluster, cluster_wait)
    place, named = require_environment(environment, kernel, here=choice is None)
    total = len(dict.fromkeys(ids or [])) or len(summaries)
    with claimed(runs):
        on_file = VerifiedRuns(runs) if runs is not None else None
        work = _Work(opened, ids or [], total, jobs, repeat, place, named, cold, allow_network, on_file, choice)
        verification, done = run_until_cancelled(lambda cancel: _carry_out(work, cancel, quiet=as_json))
    if verification is None:
        kept = f"{runs} keeps them: the same command goes on from there" if runs is not None else _KEPT
        raise Cancelled(f"Cancelled after {done}; {kept}.")
    if as_json:
        print_json(verification)
    else:
        _print(verification)
    if report is not None:
        made = datetime.now(timezone.utc)
        page = report_page(verification, title=opened.title, kernel=named or place, made=made, labels=summaries)
        write_report(report, page)
    if not verification.ok:
        raise typer.Exit(exit_codes.NOT_WELL)


_KEPT = "the records of their runs are kept (with --runs FILE it could go on from there)"


@dataclass(frozen=True)
class _Work:
    """What is to be verified, and where."""

    bench: "Bench"
    ids: Sequence[str]
    total: int
    """Instances."""
    jobs: int | None
    repeat: int
    environment: "EnvironmentName"
    kernel: str | None
    cold: bool
    allow_network: bool
    runs: "VerifiedRuns | None"
    cluster: "Choice | None"


async def _carry_out(work: _Work, cancel: "asyncio.Event", *, quiet: bool) -> "tuple[Verification | None, str]":
    """The verification, ``None`` where it was cancelled, and what was done before, in words."""
    import contextlib

    from ..running.environments.processors import processors
    from ..running.models import Verification
    from ..running.verify import verify_bench
    from .clusters import joined

    done = 0
    ended = planned = 0
    async with contextlib.AsyncExitStack() as stack:
        progress = None if quiet else stack.enter_context(_progress())
        told = _Told(progress, work.total)
        cluster = await stack.enter_async_context(joined(work.cluster, cancel, told.say))

        def on_run(number: int, of: int) -> None:
            nonlocal ended, planned
            if not cancel.is_set():
                ended, planned = number, of
                told.runs(number, of, cluster.runs_at_a_time if cluster is not None else None)

        items = verify_bench(
            work.bench,
            work.ids,
            jobs=work.jobs if cluster is not None else work.jobs or processors(),
            kernel=work.kernel,
            environment=work.environment,
            cold=work.cold,
            allow_network=work.allow_network,
            repeat=work.repeat,
            cancel=cancel,
            cluster=cluster,
            runs=work.runs,
            on_run=on_run,
        )
        async with contextlib.aclosing(items):
            async for item in items:
                if isinstance(item, Verification):
                    verification = None if cancel.is_set() else item
                    return verification, f"{done} of {work.total} instances ({ended} of {planned} runs)"
                if not cancel.is_set():
                    done += 1
                    told.instance(f"{_mark(item)} {item.id}")
    raise AssertionError("A verification ends with its result.")


class _Told:
    """What a person sees pass by: instances and runs that have ended."""

    def __init__(self, progress: "Progress | None", total: int) -> None:
        self._progress = progress
        self._bar = progress.add_task("Verifying", total=total, runs="") if progress is not None else None

    def say(self, sentence: str) -> None:
        self._update(description=sentence)

    def instance(self, name: str) -> None:
        self._update(advance=1, description=name)

    def runs(self, ended: int, planned: int, at_a_time: int | None) -> None:
        places = f", {at_a_time} at a time" if at_a_time is not None else ""
        self._update(runs=f"{ended:,} of {planned:,} runs{places}")

    def _update(self, **fields: Any) -> None:
        if self._progress is not None and self._bar is not None:
            self._progress.update(self._bar, **fields)


def _progress() -> "Progress":
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from .printing import progress_console

    out = progress_console()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[runs]}"),
        TimeElapsedColumn(),
    )
    return Progress(*columns, console=out, transient=True, disable=not out.is_terminal)


def _print(verification: "Verification") -> None:
    from rich.text import Text

    from ..running.report import usage_words
    from ..running.verify import VERIFIED
    from .printing import console, table

    out = console()
    shown = [
        variant
        for variant in VERIFIED
        if variant != "fixed2" or any(instance.fixed2 is not None for instance in verification.instances)
    ]
    rows = table(
        "", "Instance", *(variant.capitalize() for variant in shown), "Seconds", whole=["Instance"], right=["Seconds"]
    )
    for instance in verification.instances:
        outcomes = _outcomes(instance)
        seconds = sum(outcome.seconds for outcome in outcomes.values() if outcome is not None)
        rows.add_row(
            _mark(instance),
            Text(instance.id),
            *(_words(outcomes[variant]) for variant in shown),
            f"{seconds:.1f}",
            style="" if instance.ok else "bold",
        )
    out.print(rows)
    out.print()
    for sentence, ids in _by_sentence(verification.instances).items():
        out.print(f"{', '.join(ids)}: {sentence}")
    for line in _totals(verification.totals):
        out.print(line)
    well = sum(instance.ok for instance in verification.instances)
    total = len(verification.instances)
    not_run = sum(_mark(instance) == _NOT_RUN for instance in verification.instances)
    out.print(
        f"{'✓' if verification.ok else '✗'} {well} of {total} instances do what their labels say"
        f"{f', {not_run} could not be run' if not_run else ''} ({verification.seconds:.0f} s).",
        style="bold",
    )
    if verification.usage is not None:
        out.print(usage_words(verification.usage))


_NOT_RUN = "-"


def _mark(instance: "InstanceVerification") -> str:
    """Whether it does what its labels say; what could not be run says nothing against it."""
    if instance.ok:
        return "✓"
    outcomes = [outcome for outcome in _outcomes(instance).values() if outcome is not None]
    untold = outcomes and all(outcome.verdict == "infrastructure" for outcome in outcomes)
    return _NOT_RUN if untold else "✗"


def _outcomes(instance: "InstanceVerification") -> "dict[str, Outcome | None]":
    return {"reproduced": instance.reproduced, "fixed": instance.fixed, "fixed2": instance.fixed2}


def _words(outcome: "Outcome | None") -> str:
    from ..running.verdicts import verdict_words

    return verdict_words(outcome) if outcome is not None else "-"


def _by_sentence(instances: "Sequence[InstanceVerification]") -> dict[str, list[str]]:
    """What is wrong, each sentence once: where no kernel starts, all instances have the same."""
    found: dict[str, list[str]] = {}
    for instance in instances:
        if not instance.ok:
            found.setdefault(instance.sentence, []).append(instance.id)
    return found


def _totals(totals: Mapping[str, int]) -> list[str]:
    from ..running.verdicts import VERDICT_WORDS

    lines: dict[str, list[str]] = {}
    for key, number in totals.items():
        variant, _, verdict = key.partition(".")
        words = next((words for name, words in VERDICT_WORDS.items() if name == verdict), verdict)
        lines.setdefault(variant, []).append(f"{number} {words}")
    return [f"{variant.capitalize()}: {', '.join(parts)}" for variant, parts in lines.items()]

"""``score``: how good predictions are, from saved files alone."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import exit_codes, options

if TYPE_CHECKING:
    from rich.console import Console

    from ..research.scoring.models import Figure, Score


def score(
    task: Annotated[
        str,
        typer.Argument(metavar="TASK", help="What was predicted, as for `tasks`.", show_default=False),
    ],
    predictions: Annotated[
        Path, typer.Argument(metavar="PREDICTIONS", help="JSON lines, one prediction each.", show_default=False)
    ],
    against: Annotated[
        Path | None,
        typer.Option(
            "--against",
            metavar="FILE",
            help="Predictions of a second system, to compare with; of repairs, its file of runs.",
            show_default=False,
        ),
    ] = None,
    answers: Annotated[
        Path | None,
        typer.Option(
            "--answers",
            metavar="FILE",
            help="Reference answers that `tasks` wrote. Default: those of the bench.",
            show_default=False,
        ),
    ] = None,
    resamples: Annotated[
        int,
        typer.Option("--bootstrap", metavar="N", min=0, max=100_000, help="Resamples for the 95 % intervals; 0: none."),
    ] = 1000,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Of the resamples.")] = 0,
    runs: Annotated[
        Path | None,
        typer.Option("--runs", metavar="FILE", help="Of repairs: keeps what running them came to.", show_default=False),
    ] = None,
    no_run: Annotated[
        bool, typer.Option("--no-run", help="Of repairs: run nothing, what has no run on file counts as not passed.")
    ] = False,
    verdicts: Annotated[
        Path | None,
        typer.Option(
            "--verdicts", metavar="FILE", help="Of diagnoses: what `judge` said of their texts.", show_default=False
        ),
    ] = None,
    by: Annotated[
        str,
        typer.Option(
            "--by",
            metavar="library|published",
            help="The table by library; of detection as published, too: few instances in one group.",
        ),
    ] = "library",
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "-j",
            metavar="N",
            min=1,
            help="Repairs that run at a time.  [default: 1; on a cluster, all that its workers can do]",
        ),
    ] = None,
    kernel: options.Kernel = None,
    environment: options.Environment = "local",
    unconfined: options.Unconfined = False,
    cluster: options.Cluster = None,
    cluster_wait: options.ClusterWait = 300.0,
    bench: options.Bench = None,
    as_json: options.Json = False,
) -> None:
    """Score the predictions of a system; several runs of an item vote.

    Items without a prediction count as wrong and stay in every denominator. Repairs are run and checked as attempts
    are, once: what is in the file of --runs isn't run again. Nothing else is run, and every figure can be computed
    again from the files; --json has every graded item. The exit code is 0 when every item has a prediction and all of
    them could be used.
    """
    from ..errors import InvalidRequest
    from ..research.scoring.models import Interval
    from ..research.scoring.predictions import task_of
    from ..research.scoring.score import score_predictions
    from ..research.tasks.jsonl import read_text
    from .answers import answers_of
    from .printing import print_json

    interval = Interval(level=0.95, resamples=resamples, seed=seed) if resamples else None
    known, text = answers_of(task, answers, bench), read_text(predictions)
    if runs is not None and task_of(known) != "repair":
        raise InvalidRequest("--runs keeps runs of repairs; other predictions are scored without running anything.")
    if by not in ("library", "published"):
        raise InvalidRequest(f"There is no table by {by[:80]!r}: choose library or published.")
    if by == "published" and task_of(known) != "detection":
        raise InvalidRequest("The published table is of detection: leave out --by for other tasks.")
    if no_run and runs is None:
        raise InvalidRequest("--no-run scores repairs from a file of runs: name it with --runs.")
    if verdicts is not None and task_of(known) != "diagnosis":
        raise InvalidRequest("--verdicts are of the texts of diagnoses: leave it out for other tasks.")
    if cluster is not None and (runs is None or no_run):
        raise InvalidRequest("--cluster runs repairs: say with --runs where to keep what comes of it.")
    if runs is not None:
        from .clusters import chosen
        from .score_repairs import Place, score_repairs

        choice = chosen(cluster, cluster_wait)
        place = Place(jobs, kernel, environment, unconfined, cluster=choice, run=not no_run)
        scored = score_repairs(known, text, runs, against, interval, bench, place, quiet=as_json)
    else:
        second = None if against is None else read_text(against)
        judged = None if verdicts is None else _judged(verdicts)
        scored = score_predictions(known, text, against=second, interval=interval, verdicts=judged)
    if as_json:
        print_json(scored)
    else:
        _print(scored, by)
    if scored.problems:
        raise typer.Exit(exit_codes.NOT_WELL)


def _judged(file: Path) -> dict[str, bool]:
    from ..errors import InvalidRequest
    from ..research.judging.verdicts_file import read_verdicts, right_by_case

    if not file.exists():
        raise InvalidRequest(f"{file} isn't there: write it with `junobench-lab judge PREDICTIONS --verdicts {file}`.")
    return right_by_case(read_verdicts(file))


def _print(score: "Score", by: str) -> None:
    from .printing import console

    out = console()
    runs = f", majority of {score.runs} runs" if score.runs > 1 else ""
    out.print(f"{score.task}: {score.predicted} of {score.items} items have a prediction{runs}", style="bold")
    out.print()
    _print_figures(out, score)
    _print_labels(out, score)
    if by == "published":
        _print_published(out, score)
    else:
        _print_libraries(out, score)
    for title, counts in (("Runs by verdict", score.verdicts), ("Runs by level", score.levels)):
        if counts:
            out.print()
            out.print(f"{title}: {', '.join(f'{number} {name}' for name, number in counts.items())}")
    if score.comparison is not None:
        out.print()
        out.print(score.comparison.sentence)
    for problem in score.problems:
        out.print(f"! {problem}")


def _print_figures(out: "Console", score: "Score") -> None:
    from .printing import table

    rows = table("Figure", "Value", "95 % interval", "Items", right=["Value", "Items"])
    for figure in score.figures:
        bounds = "-" if figure.low is None or figure.high is None else f"{figure.low:.3f} to {figure.high:.3f}"
        rows.add_row(figure.name, _value(figure), bounds, str(figure.items))
    out.print(rows)


def _print_labels(out: "Console", score: "Score") -> None:
    from rich.text import Text

    from .printing import table

    if not score.by_label:
        return
    numbers = ["Precision", "Recall", "F1", "Items"]
    rows = table("Dimension", "Label", *numbers, right=numbers)
    for row in score.by_label:
        values = (f"{value:.3f}" for value in (row.precision, row.recall, row.f1))
        rows.add_row(row.dimension, Text(row.label), *values, str(row.support))
    out.print()
    out.print(rows)


def _print_libraries(out: "Console", score: "Score") -> None:
    from rich.text import Text

    from .printing import table

    # Macro F1 over the few items of one library says nothing.
    names = [figure.name for figure in score.figures if not figure.name.endswith("macro F1")]
    rows = table("Library", "Items", *names, right=["Items", *names])
    for row in score.by_library:
        own = {figure.name: figure for figure in row.figures}
        cells = [_value(own[name]) if name in own else "-" for name in names]
        rows.add_row(Text(row.library), str(row.items), *cells)
    out.print()
    out.print(rows)


def _print_published(out: "Console", score: "Score") -> None:
    from .printing import table

    names = [figure.name for figure in score.figures]
    rows = table("Library", "Crash", "Run", *names, right=["Crash", "Run", *names])
    for row in score.published:
        own = {figure.name: figure for figure in row.figures}
        rows.add_row(row.group, str(row.crashing), str(row.running), *(_value(own[name]) for name in names))
    out.print()
    out.print(rows)


def _value(figure: "Figure") -> str:
    return "-" if figure.value is None else f"{figure.value:.3f}"

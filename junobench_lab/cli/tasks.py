"""``tasks``: the instances of a bench as tasks for detectors and repair tools, one JSON object a line."""

from pathlib import Path
from typing import Annotated

import typer

from . import options


def tasks(
    task: Annotated[
        str,
        typer.Argument(
            metavar="TASK",
            help="detection, diagnosis, localisation, repair, order or labels.",
            show_default=False,
        ),
    ],
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="Instances. Default: all.", show_default=False)
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Where to write. Default: the terminal.", show_default=False
        ),
    ] = None,
    answers: Annotated[
        Path | None,
        typer.Option("--answers", metavar="FILE", help="Write the reference answers there.", show_default=False),
    ] = None,
    with_answers: Annotated[
        bool, typer.Option("--with-answers", help="Put the reference answer into every item.")
    ] = False,
    comments: Annotated[
        str,
        typer.Option(
            "--comments",
            metavar="all|no-hints|none",
            help="Which comments are shown; hints are those that speak of the fault or its repair.",
        ),
    ] = "no-hints",
    baseline: Annotated[
        str | None,
        typer.Option(
            "--baseline",
            metavar="trace-rules|estimators|preflight|pylint|pyright",
            help="Write the predictions of this built-in system instead of the items.",
            show_default=False,
        ),
    ] = None,
    runtime_facts: options.RuntimeFacts = False,
    jobs: Annotated[int, typer.Option("--jobs", "-j", metavar="N", min=1, help="Runs for facts at a time.")] = 1,
    kernel: options.Kernel = None,
    environment: options.Environment = "local",
    bench: options.Bench = None,
) -> None:
    """Export the instances of a bench as items of a task, in JSON lines.

    Without answers, an item tells neither its instance nor its side. Instances that can't be an item are named on
    stderr. Nothing is run but for --runtime-facts, whose runs are kept, so that an export can be repeated.
    The exit code is 0 when at least one item was written.
    """
    from ..errors import InvalidRequest
    from ..research.tasks import jsonl
    from ..research.tasks.items import make_tasks
    from .benches import chosen_bench
    from .choices import baseline_for, comments_named, task_named
    from .output_files import write_whole
    from .runtime_facts import require_detection, with_facts

    name = task_named(task)
    system = None if baseline is None else baseline_for(name, baseline)
    if system is not None and with_answers:
        raise InvalidRequest("Predictions carry no answers: leave out --with-answers, or write them with --answers.")
    if answers is not None and output is not None and answers.resolve() == output.resolve():
        raise InvalidRequest(f"{output} can't hold both the items and the answers: name two files, or --with-answers.")
    if runtime_facts:
        require_detection(name)
    chosen = chosen_bench(bench)
    made = make_tasks(chosen, name, ids or None, comments=comments_named(comments))
    for problem in made.problems:
        typer.echo(problem, err=True)
    if not made.items:
        raise InvalidRequest("No instance makes an item of this task: nothing was written.")
    if runtime_facts:
        made = with_facts(chosen, made, jobs=jobs, kernel=kernel, environment=environment)
    if answers is not None:
        write_whole(answers, jsonl.json_lines(made.answers))
    if system is not None:
        predict = system.system(chosen, made.answers)
        said = (predict(item) for item in made.items)
        write_whole(output, jsonl.json_lines(one for one in said if one is not None))
    else:
        write_whole(
            output, jsonl.with_answers(made.items, made.answers) if with_answers else jsonl.json_lines(made.items)
        )
    _say(len(made.items), "prediction" if system is not None else "item", output)


def _say(number: int, noun: str, output: Path | None) -> None:
    if output is not None:
        typer.echo(f"{number} {noun}{'' if number == 1 else 's'} in {output}.", err=True)

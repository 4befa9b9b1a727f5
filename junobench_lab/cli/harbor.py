"""``harbor``: crashes as tasks for agent runners."""

from pathlib import Path
from typing import Annotated

import typer

from . import options


def harbor(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID]...", help="Instances; all where none is named.", show_default=False),
    ] = None,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where to write a folder for each task.")
    ] = Path("harbor-tasks"),
    image: Annotated[
        str | None,
        typer.Option("--image", metavar="NAME", help="Image that has the libraries.  [default: python:3.11-slim]"),
    ] = None,
    wheel: Annotated[
        Path | None,
        typer.Option(
            "--wheel",
            metavar="FILE",
            exists=True,
            dir_okay=False,
            help="Wheel of junobench-lab for the verifier.  [default: the published release]",
        ),
    ] = None,
    bench: options.Bench = None,
) -> None:
    """Write crashes as tasks in Harbor's format: task.toml, instruction, environment, tests, solution.

    The reward is 1 for a repair that passes the check, else 0. The answer is in tests and solution only, which an agent
    doesn't see.
    """
    from ..research.agents.harbor import export_task
    from .benches import chosen_bench

    opened = chosen_bench(bench)
    chosen = list(dict.fromkeys(ids or [])) or [summary.id for summary in opened.summaries()]
    for id in chosen:
        # Before anything is written: a name that is misspelt at the end of a list leaves no half of it.
        opened.summary(id)
    for id in chosen:
        export_task(opened, id, output, image=image, wheel=wheel)
    typer.echo(f"{len(chosen)} task{'s' if len(chosen) != 1 else ''} in {output}.")

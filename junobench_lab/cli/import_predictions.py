"""``import``: results of other tools as predictions."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import exit_codes, options

if TYPE_CHECKING:
    from ..instances.bench import Bench
    from ..research.importing.models import Imported
    from ..research.tasks.models import Answer, TaskName

_SHOWN = 10
"""Problems that are told one by one."""


def import_predictions(
    task: Annotated[str, typer.Argument(metavar="TASK", help="detection, diagnosis or repair.", show_default=False)],
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where the other tool's results are.", show_default=False)
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where to write.")] = Path(
        "predictions.jsonl"
    ),
    system: Annotated[
        str | None,
        typer.Option("--system", metavar="NAME", help="The system's name.  [default: that of the folder]"),
    ] = None,
    bench: options.Bench = None,
) -> None:
    """Make predictions of another tool's results: files that are named after instances.

    Detection and diagnosis: JSON lists of runs, one for each side (pandas_3_reproduced.json), as the published
    experiments keep them. Repair: patched notebooks, or scripts with cells between `# %%` (pandas_3.ipynb,
    run-1/pandas_3.py). What can't be used is named on stderr. The exit code is 0 when everything could be used.
    """
    import json

    from ..errors import InvalidRequest
    from ..research.tasks.items import make_tasks
    from .benches import chosen_bench
    from .choices import task_named
    from .output_files import write_whole

    name, place = task_named(task), folder.expanduser()
    if not place.is_dir():
        raise InvalidRequest(f"{folder} is no folder: name the one with the results.")
    opened = chosen_bench(bench)
    called = system or place.resolve().name
    imported = _imported(name, place, make_tasks(opened, name).answers, called, opened)
    if not imported.lines:
        first = f" ({imported.problems[0]})" if imported.problems else ""
        raise InvalidRequest(f"{folder} holds nothing that is a prediction of {name}{first}: nothing was written.")
    write_whole(output, "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in imported.lines))
    for problem in imported.problems[:_SHOWN]:
        typer.echo(problem, err=True)
    if len(imported.problems) > _SHOWN:
        typer.echo(f"... and {len(imported.problems) - _SHOWN} more.", err=True)
    number = len(imported.lines)
    typer.echo(f"{number} prediction{'' if number == 1 else 's'} of {called} in {output}.", err=True)
    if imported.problems:
        raise typer.Exit(exit_codes.NOT_WELL)


def _imported(task: "TaskName", folder: Path, answers: "list[Answer]", system: str, bench: "Bench") -> "Imported":
    from ..errors import InvalidRequest
    from ..research.importing.detection import import_detection, import_diagnosis
    from ..research.importing.repair import import_repairs

    if task == "repair":
        return import_repairs(folder, answers, system, bench)
    if task == "detection":
        return import_detection(folder, answers, system)
    if task == "diagnosis":
        return import_diagnosis(folder, answers, system)
    raise InvalidRequest(f"Results of detection, diagnosis and repair can be imported, not of {task}.")

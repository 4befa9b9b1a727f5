"""``show``: all about one instance but the answer."""

from typing import TYPE_CHECKING, Annotated

import typer

from . import exit_codes, options

if TYPE_CHECKING:
    from ..instances.models import DataSource, Instance


def show(
    id: Annotated[str, typer.Argument(metavar="ID", help="The instance, as `list` names it.", show_default=False)],
    diagnosis: Annotated[bool, typer.Option("--diagnosis", help="Show the answer, too: why it crashes.")] = False,
    bench: options.Bench = None,
    as_json: options.Json = False,
) -> None:
    """Show an instance: its labels, crash, variants, input data and their licence, and what is wrong with it.

    The exit code is 0 when nothing is wrong with it.
    """
    from .benches import chosen_bench
    from .models import DiagnosedInstance
    from .printing import print_json

    opened = chosen_bench(bench)
    instance = opened.instance(id)
    if diagnosis:
        text = opened.diagnosis(id).text
        instance = DiagnosedInstance(**dict(instance), diagnosis=text)
    if as_json:
        print_json(instance)
    else:
        _print(instance)
    if not instance.summary.ok:
        raise typer.Exit(exit_codes.NOT_WELL)


def _print(instance: "Instance") -> None:
    from rich.text import Text

    from ..sizes import bytes_in_words
    from .models import DiagnosedInstance
    from .printing import console, exception_line, facts

    out = console()
    summary, labels = instance.summary, instance.summary.labels
    grid = facts()

    def say(title: str, *lines: str | None) -> None:
        said = [line for line in lines if line]
        if said:
            grid.add_row(title, Text("\n".join(said)))

    say("Instance", summary.id)
    say("Library", labels.library)
    say("Crash type", labels.crash_type)
    say("Root cause", labels.root_cause)
    say("Stage", labels.stage)
    say("Pattern", labels.pattern)
    if summary.crash is not None:
        say("Exception", exception_line(summary.crash.ename, summary.crash.evalue))
    say("Variants", *(f"{info.name} ({info.file}, {bytes_in_words(info.size)})" for info in instance.variants))
    say(
        "Data",
        *(
            f"{file.path} ({bytes_in_words(file.size)}{f', {file.files} files' if file.files > 1 else ''})"
            for file in instance.data
        ),
    )
    say("Source", *(_source(source) for source in instance.sources))
    say("Notebook", instance.notebook_url)
    for column, value in instance.extra.items():
        say(column, value)
    if isinstance(instance, DiagnosedInstance):
        say("Diagnosis", instance.diagnosis or "The bench has no diagnosis for it.")
    say("Problems", *(f"! {problem.message}" for problem in summary.problems))
    out.print(grid)


def _source(source: "DataSource") -> str:
    licence = f"licence: {source.licence}" if source.licence else "licence unknown"
    return f"{source.title} ({licence}){f', {source.url}' if source.url else ''}"

"""``list``: the instances of a bench."""

from typing import TYPE_CHECKING, Annotated

import typer

from . import options

if TYPE_CHECKING:
    from ..instances.models import InstancePage

_Values = list[str] | None

_SHOWN_PROBLEMS = 20
"""Of a bench whose instances weren't downloaded yet, every one has a problem."""


def list_instances(
    library: Annotated[_Values, typer.Option(help="Such as pandas or notebook-specific.")] = None,
    crash_type: Annotated[_Values, typer.Option(help="Such as 'key error'.")] = None,
    root_cause: Annotated[_Values, typer.Option(help="Such as 'API misuse'.")] = None,
    stage: Annotated[_Values, typer.Option(help="Stage of the pipeline, such as training.")] = None,
    pattern: Annotated[_Values, typer.Option(help="Recurring mistake behind it, such as 'wrong axis'.")] = None,
    query: Annotated[
        str, typer.Option(metavar="WORDS", help="Words that all occur in the id, the exception or the labels.")
    ] = "",
    bench: options.Bench = None,
    as_json: options.Json = False,
) -> None:
    """List the instances of a bench.

    A filter may be given several times: values of one kind are alternatives, kinds add up.
    The exit code is 0 when the bench could be read, whatever is wrong with single instances.
    """
    from ..instances.facets import filter_instances
    from ..instances.models import InstancePage
    from .benches import chosen_bench
    from .filters import instance_filter
    from .printing import print_json

    opened = chosen_bench(bench)
    summaries = opened.summaries()
    chosen = instance_filter(
        summaries,
        query,
        {
            "library": library or [],
            "crash_type": crash_type or [],
            "root_cause": root_cause or [],
            "stage": stage or [],
            "pattern": pattern or [],
        },
    )
    matched, facets = filter_instances(summaries, chosen)
    page = InstancePage(
        bench=opened.name,
        instances=matched,
        matched=len(matched),
        total=len(summaries),
        offset=0,
        facets=facets,
        problems=opened.problems(),
    )
    if as_json:
        print_json(page)
    else:
        _print(page, opened.title)


def _print(page: "InstancePage", title: str) -> None:
    from rich.text import Text

    from .printing import console, table

    out = console()
    if page.instances:
        rows = table("Instance", "Library", "Crash type", "Exception", whole=["Instance"])
        for instance in page.instances:
            labels = instance.labels
            rows.add_row(
                Text(instance.id),
                Text(labels.library or "-"),
                Text(labels.crash_type or "-"),
                Text(instance.crash.ename if instance.crash is not None else "-"),
            )
        out.print(rows)
        out.print()
    of = f" of {page.total}" if page.matched != page.total else ""
    out.print(f"{page.matched}{of} {'instance' if not of and page.matched == 1 else 'instances'} in {title}.")
    problems = [problem.message for problem in page.problems]
    problems += [f"{instance.id}: {problem.message}" for instance in page.instances for problem in instance.problems]
    for problem in problems[:_SHOWN_PROBLEMS]:
        out.print(f"! {problem}")
    if len(problems) > _SHOWN_PROBLEMS:
        out.print(f"! and {len(problems) - _SHOWN_PROBLEMS} more problems; --json has all, `show ID` those of one.")

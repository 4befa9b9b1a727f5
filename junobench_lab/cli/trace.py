"""``trace``: the recorded session of a variant, or of any notebook."""

from typing import TYPE_CHECKING, Annotated

import typer

from . import options

if TYPE_CHECKING:
    from ..trace.models import Execution, Trace


def trace(
    what: Annotated[
        str, typer.Argument(metavar="ID|FILE", help="An instance, or the path to any notebook.", show_default=False)
    ],
    variant: options.Variant = None,
    bench: options.Bench = None,
    as_json: options.Json = False,
) -> None:
    """Show in which order the cells of a notebook ran, where it crashed, and why.

    The order is read from the saved execution counts; nothing is run. Of an instance, the reproduced variant is shown
    unless --variant names another.
    """
    from pathlib import Path

    from ..errors import InvalidRequest
    from ..instances.notebooks import read_notebook
    from ..trace.explain import explain
    from ..trace.order import trace_notebook
    from .benches import chosen_bench
    from .printing import print_json
    from .references import is_file

    if is_file(what):
        if variant is not None:
            raise InvalidRequest(f"{what} is a file, and only instances have variants: leave out --variant.")
        notebook, title = read_notebook(Path(what).expanduser()), what
    else:
        name = variant or "reproduced"
        notebook, title = chosen_bench(bench).notebook(what, name), f"{what}, {name}"
    recorded = trace_notebook(notebook)
    recorded = recorded.model_copy(update={"findings": explain(recorded, notebook.cells)})
    if as_json:
        print_json(recorded)
    else:
        _print(recorded, title)


def _print(trace: "Trace", title: str) -> None:
    from rich.text import Text

    from .printing import console, exception_line, table

    out = console()
    out.print(
        f"{title}: {_count(trace.cell_total, 'cell')}, {_count(len(trace.executions), 'execution')}", style="bold"
    )
    by_cell = {cell.cell: cell for cell in trace.cells}
    if trace.executions:
        out.print()
        rows = table(
            "#",
            "Count",
            "Cell",
            "What happened",
            "First line",
            right=["#", "Count", "Cell"],
            whole=["#", "Count", "Cell"],
            cut="First line",
        )
        for execution in trace.executions:
            rows.add_row(
                str(execution.place),
                "?" if execution.count is None else f"[{execution.count}]",
                str(execution.cell + 1),
                Text(_what_happened(execution, trace)),
                Text(by_cell[execution.cell].first_line),
                style="bold" if execution.crash else "",
            )
        out.print(rows)
    out.print()
    for sentence in _summary(trace):
        out.print(sentence)
    if trace.crash is not None:
        out.print()
        what = exception_line(trace.crash.ename, trace.crash.evalue)
        out.print(f"Crash in cell {trace.crash.cell + 1}: {what}")
        if trace.crash.line is not None:
            lines = by_cell[trace.crash.cell].source.split("\n")
            text = lines[trace.crash.line - 1].strip() if trace.crash.line <= len(lines) else ""
            out.print(f"  line {trace.crash.line}: {text}")
    never = [by_cell[cell] for cell in trace.never_ran]
    if never:
        out.print()
        out.print("Cells before the crash that never ran:" if trace.crash else "Cells that never ran:")
        for cell in never:
            out.print(f"  cell {cell.cell + 1}: {cell.first_line}", no_wrap=True, overflow="ellipsis")
    if trace.findings:
        out.print()
        out.print("Why it crashed", style="bold")
        for finding in trace.findings:
            out.print(f"  {finding.sentence}")


def _what_happened(execution: "Execution", trace: "Trace") -> str:
    parts = []
    if execution.lost_before:
        parts.append(f"after {execution.lost_before} lost")
    if execution.jump_back:
        parts.append("jump back")
    if execution.nth > 1:
        parts.append(f"run {execution.nth} of the cell")
    if execution.crash:
        line = trace.crash.line if trace.crash is not None else None
        parts.append(f"CRASH in line {line}" if line is not None else "CRASH")
    return ", ".join(parts)


def _summary(trace: "Trace") -> list[str]:
    if not trace.executions:
        return ["No cell of this notebook has run: there is no saved execution count."]
    said = []
    if trace.jumps_back:
        said.append(f"{_count(trace.jumps_back, 'jump')} back to a cell above.")
    if trace.repeats:
        said.append(f"{_count(trace.repeats, 'execution')} of a cell that had run before.")
    if trace.lost:
        said.append(
            f"{_count(trace.lost, 'execution')} left no cell: the cell was deleted, or run again under a later count."
        )
    if trace.crash is None:
        said.append("No crash is on record.")
    return said


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"

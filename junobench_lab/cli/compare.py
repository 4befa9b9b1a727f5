"""``compare``: two notebooks, first by what ran, then by what the cells say."""

from typing import TYPE_CHECKING, Annotated

import typer

from . import options

if TYPE_CHECKING:
    from rich.console import Console

    from ..practice.models import CellPair, Comparison, ResultRow, SequenceStep
    from ..practice.sides import SideWithCrash

_HELP = "The path to a notebook, or ID:variant, or ID:attempt-N."


def compare(
    left: Annotated[str, typer.Argument(metavar="A", help=_HELP, show_default=False)],
    right: Annotated[str, typer.Argument(metavar="B", help=_HELP, show_default=False)],
    bench: options.Bench = None,
    as_json: options.Json = False,
) -> None:
    """Compare two notebooks, such as ferry-reviews:reproduced and ferry-reviews:fixed.

    Outputs, counts, ids and metadata are left aside; where both have been run as they are now, what their names stood
    for at the end is compared, too. The exit code is 0 when they could be compared.
    """
    from ..practice.sides import compare_sides
    from .printing import print_json

    one, other = _side(left, bench), _side(right, bench)
    if one[0].title == other[0].title:
        one, other = _told_apart(one, left), _told_apart(other, right)
    comparison = compare_sides(one, other)
    if as_json:
        print_json(comparison)
    else:
        _print(comparison)


def _side(text: str, bench: str | None) -> "SideWithCrash":
    from ..practice.sides import RunHistory, attempt_side, file_side, variant_side
    from ..running.records import RecordStore
    from .benches import chosen_bench
    from .contents import find_attempt
    from .references import parse_reference

    reference = parse_reference(text)
    if reference.file is not None:
        return file_side(reference.file, text)
    opened = chosen_bench(bench)
    store = RecordStore()
    history = RunHistory(summaries=store.list, record=store.load)
    if reference.attempt is not None:
        attempts, attempt = find_attempt(opened, reference.id, reference.attempt)
        return attempt_side(attempts, attempt, history)
    assert reference.variant is not None
    return variant_side(opened, reference.id, reference.variant, history)


def _told_apart(side: "SideWithCrash", text: str) -> "SideWithCrash":
    return side[0].model_copy(update={"title": text}), side[1]


def _print(comparison: "Comparison") -> None:
    from .printing import console, facts

    out = console()
    grid = facts()
    for sign, side in (("-", comparison.left), ("+", comparison.right)):
        executions = "1 execution" if side.executions == 1 else f"{side.executions} executions"
        grid.add_row(f"{sign} {side.title}", f"{side.detail}, {executions}")
    out.print(grid)
    out.print()
    sentences = facts()
    sentences.add_row("Sequence", _sentence(comparison.sequence_sentence))
    sentences.add_row("Source", _sentence(comparison.source_sentence))
    if comparison.results is not None:
        sentences.add_row("Results", _sentence(comparison.results_sentence))
    out.print(sentences)
    _print_sequence(out, comparison.sequence)
    for pair in comparison.cells:
        if pair.relation != "unchanged":
            _print_pair(out, pair)
    _print_results(out, comparison.results or [])


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _print_sequence(out: "Console", sequence: list["SequenceStep"]) -> None:
    from .printing import table

    if all(step.relation == "same" for step in sequence):
        return
    rows = table("-", "+", "Difference in the sequence", right=["-", "+"])
    for step in sequence:
        if step.relation != "same":
            rows.add_row(_step(step.left, step.left_nth), _step(step.right, step.right_nth), _RELATIONS[step.relation])
    out.print()
    out.print(rows)


_RELATIONS = {
    "only_left": "run only on the left",
    "only_right": "run only on the right",
    "moved": "run at another place",
    "repeated_left": "run once more on the left",
    "repeated_right": "run once more on the right",
}


def _step(cell: int | None, nth: int) -> str:
    if cell is None:
        return ""
    return f"cell {cell + 1}" if nth == 1 else f"cell {cell + 1} ({nth})"


def _print_results(out: "Console", results: list["ResultRow"]) -> None:
    from rich.text import Text

    from .printing import table

    if not results:
        return
    rows = table("- Name", "+ Name", "- Stands for", "+ Stands for")
    for row in results:
        rows.add_row(*(Text(text or "") for text in (row.left_name, row.right_name, row.left, row.right)))
    out.print()
    out.print(rows)


def _print_pair(out: "Console", pair: "CellPair") -> None:
    import difflib

    from rich.text import Text

    out.print()
    names = [str(cell + 1) for cell in (pair.left, pair.right) if cell is not None]
    where = f"Cell {names[0]}" if len(set(names)) == 1 else f"Cell {names[0]} -> {names[1]}"
    marks = [pair.relation, *([_SOURCES[pair.source]] if pair.source in _SOURCES else [])]
    if pair.renamed:
        marks.append(", ".join(f"{old} is {new}" for old, new in pair.renamed.items()))
    if pair.type != "code":
        marks.append(pair.type)
    if pair.crash:
        marks.append("the crash cell")
    out.print(f"{where}: {', '.join(marks)}", style="bold")
    lines = difflib.unified_diff(pair.left_source.splitlines(), pair.right_source.splitlines(), n=1, lineterm="")
    for line in list(lines)[2:]:
        style = {"+": "green", "-": "red"}.get(line[:1], "dim")
        out.print(Text(f"  {'...' if line.startswith('@@') else line}", style=style), soft_wrap=True)


_SOURCES = {
    "same_but_comments": "only comments differ",
    "same_syntax_tree": "only the layout differs",
    "same_but_names": "only names differ",
}

"""The check of an instance that has none of its own: what the crash cell leaves agrees with the reference run."""

from collections.abc import Sequence

from ..instances.models import Cell
from ..running.models import Condition, NameState
from ..trace.dataflow import cell_flow
from .models import ResultRow
from .results import compare_results


def compared_names(cells: Sequence[Cell], crash_cell: int) -> list[str]:
    """Names that the crash cell writes or changes and a later cell of the reference fix reads.

    Where no later cell reads any, all that it writes or changes; where it does neither, as a cell that only draws,
    those that it reads. Modules aren't among them.
    """
    flow = cell_flow(cells[crash_cell].source)
    made = [name for name in [*flow.writes, *flow.changes] if name not in flow.imports and name not in flow.functions]
    later: set[str] = set()
    for cell in cells[crash_cell + 1 :]:
        if cell.type == "code":
            later |= set(cell_flow(cell.source).reads)
    return list(dict.fromkeys([name for name in made if name in later] or made or flow.reads))


def agreement(attempt: Sequence[NameState], reference: Sequence[NameState], names: Sequence[str]) -> list[Condition]:
    """A condition for each name: type, shape, columns, dtypes and a sample of the values are those of the reference.

    Numbers are compared to nine digits, as a run keeps them. A name that the reference run itself can't tell, such as
    that of a function, is left out.
    """
    there = {state.name for state in reference}
    wanted = [name for name in names if name in there]
    ours = [state for state in attempt if state.name in wanted]
    theirs = [state for state in reference if state.name in wanted]
    rows = {row.right_name: row for row in compare_results(ours, theirs)}
    return [_condition(name, rows.get(name)) for name in wanted]


def _condition(name: str, row: ResultRow | None) -> Condition:
    text = f"After the crash cell {name} is what the reference fix makes of it."
    if row is None:
        return Condition(text=text, ok=True)
    if row.differs_in == "only_right":
        return Condition(text=text, ok=False, detail=f"There is no {name}.")
    # What the reference has in its place would give the answer away.
    return Condition(text=text, ok=False, detail=f"It differs in {_WORDS[row.differs_in]}: {row.left}.")


_WORDS = {
    "type": "its type",
    "shape": "its shape",
    "columns": "its columns",
    "dtype": "its type of data",
    "value": "its values",
    "only_left": "that it is there",
}

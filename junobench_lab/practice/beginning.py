"""What whoever repairs a crash begins with: the reproduced notebook without its hints, and its recorded session."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from ..instances.bench import Bench
from ..instances.models import Cell
from ..instances.notebooks import Notebook, parse_notebook, to_nbformat
from ..running.edited import EditedNotebook
from ..trace.align import align_cells
from ..trace.models import Trace
from ..trace.order import trace_notebook
from .attempts import retold
from .strip import strip_hints


@dataclass(frozen=True)
class Beginning:
    given: Notebook
    """The notebook with saved counts and outputs; every cell has an id."""
    start: Notebook
    """The same without outputs, with which a repair is compared."""
    trace: Trace
    """The recorded session in terms of its cells."""

    def edited(self, now: Notebook) -> EditedNotebook:
        return EditedNotebook(now, self.start, self.trace)


def beginning(bench: Bench, id: str) -> Beginning:
    """Raises `UnknownInstance`, `UnknownVariant` and `BrokenNotebook`."""
    reproduced = bench.notebook(id, "reproduced")
    stripped, _ = strip_hints(reproduced)
    plain = [cell.model_copy(update={"metadata": {}}) for cell in stripped.cells]
    document = to_nbformat(stripped.model_copy(update={"cells": plain, "metadata": {}}))
    given = parse_notebook(document, where=f"{id}, reproduced")
    start = given.model_copy(update={"cells": [cell.model_copy(update={"outputs": []}) for cell in given.cells]})
    return Beginning(given=given, start=start, trace=retold(trace_notebook(reproduced), start))


def as_attempt(repaired: Sequence[Cell], start: Notebook) -> Notebook:
    """A repaired notebook from elsewhere as an attempt: every cell has the id of the one that it was at the start.

    Cells are matched by what they say, as such notebooks have lost their ids; new ones get ids of their own.
    """
    ids = {
        right: start.cells[left].id
        for left, right in align_cells(start.cells, repaired)
        if left is not None and right is not None
    }
    taken = {cell.id for cell in start.cells}
    fresh = (name for number in count(1) if (name := f"new-{number}") not in taken)
    cells = [
        cell.model_copy(update={"cell": place, "id": ids.get(place) or next(fresh), "outputs": [], "count": None})
        for place, cell in enumerate(repaired)
    ]
    return start.model_copy(update={"cells": cells})


def order_of_counts(repaired: Sequence[Cell], attempt: Notebook, given: Notebook) -> list[str] | None:
    """Ids of the cells in the order of the saved counts; ``None`` where they are still those that were given, or there
    are none: then nobody has run the notebook anew. ``attempt`` is what `as_attempt` made of ``repaired``."""
    before = {cell.id: cell.count for cell in given.cells}
    counted = [
        (saved.count, cell.id)
        for saved, cell in zip(repaired, attempt.cells, strict=True)
        if saved.count is not None and saved.type == "code" and cell.id is not None
    ]
    if all(before.get(id) == number for number, id in counted):
        return None
    return [id for _, id in sorted(counted, key=lambda pair: pair[0])]

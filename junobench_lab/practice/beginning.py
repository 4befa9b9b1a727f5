"""What whoever repairs a crash begins with: the reproduced notebook without its hints, and its recorded session."""

from dataclasses import dataclass

from ..instances.bench import Bench
from ..instances.notebooks import Notebook, parse_notebook, to_nbformat
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


def beginning(bench: Bench, id: str) -> Beginning:
    """Raises `UnknownInstance`, `UnknownVariant` and `BrokenNotebook`."""
    reproduced = bench.notebook(id, "reproduced")
    stripped, _ = strip_hints(reproduced)
    plain = [cell.model_copy(update={"metadata": {}}) for cell in stripped.cells]
    document = to_nbformat(stripped.model_copy(update={"cells": plain, "metadata": {}}))
    given = parse_notebook(document, where=f"{id}, reproduced")
    start = given.model_copy(update={"cells": [cell.model_copy(update={"outputs": []}) for cell in given.cells]})
    return Beginning(given=given, start=start, trace=retold(trace_notebook(reproduced), start))

"""The fixed variant of an instance that is being made: the person's repair, without what the crash doesn't need."""

from collections.abc import Sequence
from pathlib import Path

from ...errors import InvalidRequest
from ...instances.models import Cell, Crash
from ...instances.notebooks import Notebook
from ...running.edited import EditedNotebook
from ...running.models import Plan
from ...running.plan import plan_attempt, plan_variant
from ...trace.align import align_cells
from ...trace.order import trace_notebook
from .shortest_order import headings
from .trials import Trial, Trials
from .written import written


class Repair:
    """A repaired notebook, in the forms that go with the crashing one as a whole and with its shorter forms.

    It may be a repair of the whole or of a shorter form. Making it raises `InvalidRequest` where nothing in it runs.
    """

    def __init__(self, fixed: Notebook, whole: Notebook, crash: Crash) -> None:
        # A repair that was made as an attempt names it, by which the lab would take the variant for one.
        metadata = {name: value for name, value in fixed.metadata.items() if name != "junobench_lab"}
        self._fixed = _silent(fixed.model_copy(update={"metadata": metadata}))
        self._whole = whole
        self._crash = crash
        self._order = [step.cell for step in _plan_of(self._fixed, whole, crash).steps]
        if not self._order:
            raise InvalidRequest("Nothing runs in the fixed notebook: repair the crashed one, and save it.")

    def whole(self) -> Notebook:
        """All that it runs.

        A repair that was run says by its counts in which order; one that wasn't runs in the recorded order, with the
        cells that are new in it.
        """
        return written(self._fixed, self._order)

    def edited_places(self) -> list[int]:
        """Places (0-based) of the whole's order, without the crash, whose cells the repair edits: without them it would
        be one that adds cells."""
        edited = {
            left
            for left, right in align_cells(self._whole.cells, self._fixed.cells)
            if left is not None
            and right is not None
            and self._whole.cells[left].source.strip() != self._fixed.cells[right].source.strip()
        }
        executions = trace_notebook(self._whole).executions[:-1]
        return [place for place, execution in enumerate(executions) if execution.cell in edited]

    def beside(self, reproduced: Notebook) -> Notebook:
        """The form without the cells that a shorter crashing notebook lacks."""
        kept = {cell.source for cell in reproduced.cells}
        ran = trace_notebook(self._whole).executions
        gone = {self._whole.cells[execution.cell].source for execution in ran} - kept
        order = [number for number in self._order if self._fixed.cells[number].source not in gone]
        if not order:
            return self.whole()
        above = headings(self._fixed, order)

        def stays(cell: Cell) -> bool:
            return cell.cell in above if cell.type == "markdown" else cell.source in kept

        return written(self._fixed, order, keep=stays)

    async def run(
        self, form: Notebook, reproduced: Notebook, trials: Trials, folder: Path, files: Sequence[Path]
    ) -> Trial:
        """Run a form of it as the fixed variant of ``reproduced``; ``files`` lie below ``folder``."""
        plan = plan_variant(_silent(form), reproduced=reproduced, crash=self._crash)
        return await trials.run(plan, folder, files)


def with_outputs(notebook: Notebook, trial: Trial) -> Notebook:
    """The notebook with what its cells said in a run of its plan; of a cell that ran twice what it said last."""
    outputs = trial.outputs()
    said = {step.cell: outputs.get(step.index, []) for step in trial.plan.steps}
    cells = [cell.model_copy(update={"outputs": said.get(cell.cell, [])}) for cell in notebook.cells]
    return notebook.model_copy(update={"cells": cells})


def _plan_of(fixed: Notebook, whole: Notebook, crash: Crash) -> Plan:
    if any(cell.type == "code" and cell.count is not None for cell in fixed.cells):
        return plan_variant(fixed, reproduced=whole, crash=crash)
    # A repair that was made as an attempt at a draft has ids of its own, by which no cell has a counterpart.
    start = _without_ids(whole)
    return plan_attempt(EditedNotebook(_without_ids(fixed), start, trace_notebook(start)), crash=crash, order=None)


def _without_ids(notebook: Notebook) -> Notebook:
    return notebook.model_copy(update={"cells": [cell.model_copy(update={"id": None}) for cell in notebook.cells]})


def _silent(notebook: Notebook) -> Notebook:
    return notebook.model_copy(update={"cells": [cell.model_copy(update={"outputs": []}) for cell in notebook.cells]})

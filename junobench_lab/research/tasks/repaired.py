"""The notebook that a predicted repair makes, in whichever of the accepted forms it comes."""

from ...errors import InvalidRequest
from ...instances.notebooks import parse_notebook
from .edits import apply_edits
from .models import RepairItem, RepairPrediction, TaskCell
from .percent_script import cells_of_script


def repaired_cells(item: RepairItem, prediction: RepairPrediction) -> list[TaskCell]:
    """The cells after the repair.

    Raises `InvalidRequest` for a prediction with no form of a repair or more than one, or edits that make no sense, and
    `BrokenNotebook` for a document that is no notebook.
    """
    forms = [form for form in (prediction.edits, prediction.notebook, prediction.script) if form is not None]
    if len(forms) != 1:
        raise InvalidRequest(
            f"The repair of {item.item} needs one of `edits`, `notebook` and `script`; it has {len(forms)} of them."
        )
    if prediction.edits is not None:
        return apply_edits(item.cells, prediction.edits)
    if prediction.script is not None:
        return cells_of_script(prediction.script)
    assert prediction.notebook is not None
    notebook = parse_notebook(prediction.notebook, where=f"The repair of {item.item}")
    return [TaskCell(cell=cell.cell, type=cell.type, source=cell.source) for cell in notebook.cells]

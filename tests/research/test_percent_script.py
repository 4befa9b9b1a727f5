"""Scripts with `# %%` become cells, and predicted repairs become notebooks."""

import pytest

from junobench_lab.errors import BrokenNotebook, InvalidRequest
from junobench_lab.research.tasks.models import Edit, RepairItem, RepairPrediction, TaskCell, TaskCrash
from junobench_lab.research.tasks.percent_script import cells_of_script
from junobench_lab.research.tasks.repaired import repaired_cells
from tests.notebook_factory import code, notebook


def _plain(text: str) -> list[tuple[str, str]]:
    return [(cell.type, cell.source) for cell in cells_of_script(text)]


def test_cells_begin_at_marks_with_or_without_a_blank_and_a_title() -> None:
    text = "import os\n#%%\nx = 1\n\n# %% Load the data\ny = 2\n#%%\n"
    assert _plain(text) == [("code", "import os"), ("code", "x = 1"), ("code", "y = 2"), ("code", "")]


def test_nothing_above_the_first_mark_is_no_cell() -> None:
    assert _plain("\n# %%\r\nx = 1\r\n") == [("code", "x = 1")]
    assert _plain("") == []


def test_text_loses_its_comment_signs_or_quotes() -> None:
    text = '# %% [markdown]\n# # Tides\n#\n# by hour\n# %% [raw]\n# plain\n# %% [md]\n"""\nquoted\n"""\n'
    assert _plain(text) == [("markdown", "# Tides\n\nby hour"), ("raw", "plain"), ("markdown", "quoted")]


def test_commented_magics_are_magics_and_other_comments_stay() -> None:
    assert _plain("# %%\n# %matplotlib inline\n#!ls\n# note\n# % of all\nx = 1  # %% of all\n") == [
        ("code", "%matplotlib inline\n!ls\n# note\n# % of all\nx = 1  # %% of all")
    ]


ITEM = RepairItem(
    item="i",
    cells=[TaskCell(cell=0, type="code", source="y")],
    order=[0],
    crash=TaskCrash(cell=0, line=1, ename="NameError", evalue="name 'y' is not defined", traceback=[]),
)


@pytest.mark.parametrize(
    "form",
    [
        {"edits": [Edit(op="insert", cell=0, source="y = 1")]},
        {"notebook": notebook(code("y = 1"), code("y"))},
        {"script": "# %%\ny = 1\n# %%\ny\n"},
    ],
)
def test_every_form_of_a_repair_makes_the_same_notebook(form: dict[str, object]) -> None:
    prediction = RepairPrediction.model_validate({"item": "i", **form})
    assert [cell.source for cell in repaired_cells(ITEM, prediction)] == ["y = 1", "y"]


def test_a_repair_in_no_form_or_a_broken_one_is_refused() -> None:
    with pytest.raises(InvalidRequest, match="it has 0"):
        repaired_cells(ITEM, RepairPrediction(item="i"))
    with pytest.raises(InvalidRequest, match="it has 2"):
        repaired_cells(ITEM, RepairPrediction(item="i", edits=[], script=""))
    with pytest.raises(BrokenNotebook, match="The repair of i"):
        repaired_cells(ITEM, RepairPrediction(item="i", notebook={}))

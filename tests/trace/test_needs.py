"""What a cell needs before it runs: the right cells, in a right order, and no others."""

import pytest

from junobench_lab.instances.notebooks import Notebook
from junobench_lab.trace.live import SessionExecution, SessionRecord
from junobench_lab.trace.needs import CellNeed, cell_needs
from tests.notebook_factory import code, parsed, traceback_of


def book(*sources: str) -> Notebook:
    """Code cells with the ids "0", "1", ..."""
    return parsed(*(code(source, id=str(place)) for place, source in enumerate(sources)))


def needs(notebook: Notebook, *ran: int | tuple[int, str]) -> list[CellNeed]:
    """Needs after these cells ran, each with its present source unless another is given."""
    steps = [(each, notebook.cells[each].source) if isinstance(each, int) else each for each in ran]
    record = SessionRecord(executions=[SessionExecution(id=str(c), source=s, ok=True) for c, s in steps])
    return cell_needs(notebook, record)


def missing(need: CellNeed) -> dict[str, list[int]]:
    return {each.name: each.cells for each in need.missing}


def stale(need: CellNeed) -> dict[str, int]:
    return {each.name: each.cell for each in need.stale}


CHAIN = book("import pandas as pd", "raw = pd.read_csv('a')", "df = raw.dropna()", "other = 1", "df.mean()")


def test_in_a_fresh_kernel_a_missing_name_comes_with_all_that_its_cell_needs_in_turn():
    need = needs(CHAIN)[4]
    assert missing(need) == {"df": [0, 1, 2]}
    assert need.run == [0, 1, 2, 4]


def test_what_has_run_is_not_run_again():
    need = needs(CHAIN, 0, 1)[4]
    assert missing(need) == {"df": [2]}
    assert need.run == [2, 4]


def test_a_cell_whose_names_all_exist_needs_nothing_but_itself():
    need = needs(CHAIN, 0, 1, 2)[4]
    assert (need.missing, need.stale, need.run) == ([], [], [4])


def test_a_name_that_no_cell_defines_comes_without_cells():
    assert missing(needs(book("print(nowhere)"))[0]) == {"nowhere": []}


def test_a_name_is_taken_from_the_nearest_cell_above_and_else_from_below():
    notebook = book("x = 1", "x = 2", "print(x, y)", "x = 3", "y = 1")
    assert missing(needs(notebook)[2]) == {"x": [1], "y": [4]}
    assert needs(notebook)[2].run == [1, 4, 2]


def test_cells_that_change_a_missing_frame_belong_to_it():
    notebook = book("df = load()", "df['rate'] = df.a / k", "k = 2", "df.rate.mean()")
    assert needs(notebook)[3].run == [0, 2, 1, 3]


def test_a_name_whose_cell_was_edited_since_it_ran_is_stale():
    need = needs(CHAIN, 0, (1, "raw = pd.read_csv('old')"), 2)
    assert stale(need[2]) == {"raw": 1}
    # Through what was made of it, too: both have to run again.
    assert stale(need[4]) == {"df": 1}
    assert need[4].run == [1, 2, 4]


def test_a_cell_that_ran_before_its_input_changed_is_to_be_run_again():
    notebook = book("scale = 2", "x = rows * scale", "print(x)")
    assert stale(needs(notebook, 0, 1, 0)[2]) == {"x": 1}
    assert needs(notebook, 0, 1, 0)[2].run == [1, 2]


def test_a_change_that_was_lost_when_the_frame_was_made_anew_is_to_be_made_again():
    notebook = book("df = read()", "df['a'] = 1", "df.a.mean()")
    need = needs(notebook, 0, 1, 0)[2]
    assert stale(need) == {"df": 1}
    assert need.run == [1, 2]


def test_a_cell_that_changes_its_own_input_is_run_again_only_from_a_fresh_input():
    notebook = book("df = read()", "df = df.drop(columns='id')", "k = 2", "df['b'] = k", "df.b.mean()")
    need = needs(notebook, 0, 1, (2, "k = 1"), 3)[4]
    assert stale(need) == {"df": 2}
    assert need.run == [0, 1, 2, 3, 4]


def test_a_change_of_spaces_around_the_source_is_no_edit():
    assert needs(book("x = 1\n", "x"), (0, "x = 1"))[1].stale == []


def test_a_function_brings_the_names_that_it_uses():
    notebook = book("def area(r):\n    return pi * r", "from math import pi", "area(2)")
    assert missing(needs(notebook)[2]) == {"area": [0], "pi": [1]}
    assert needs(notebook, 0)[2].run == [1, 2]


def test_a_deleted_name_is_missing_again():
    notebook = book("x = 1", "del x", "print(x)")
    assert missing(needs(notebook, 0, 1)[2]) == {"x": [0]}


def test_a_name_of_a_deleted_cell_exists_and_is_not_marked():
    notebook = book("print(x)")
    record = SessionRecord(executions=[SessionExecution(id="gone", source="x = 1", ok=True)])
    assert cell_needs(notebook, record)[0].missing == []


def test_names_below_the_failing_line_do_not_exist():
    notebook = book("a = 1\nb = 1 / 0\nc = 2", "print(a, c)")
    source, ename = notebook.cells[0].source, "ZeroDivisionError"
    traceback = traceback_of(ename, "", source, 1, 2)
    failed = SessionExecution(id="0", source=source, ok=False, ename=ename, count=1, traceback=traceback)
    assert missing(cell_needs(notebook, SessionRecord(executions=[failed]))[1]) == {"c": [0]}


@pytest.mark.parametrize("opener", ["from helpers import *", "%run setup.py"])
def test_after_code_that_may_have_bound_anything_an_unknown_name_is_not_marked(opener: str):
    notebook = book(opener, "print(x)")
    assert needs(notebook, 0)[1].missing == []


def test_a_guarded_read_needs_nothing():
    assert needs(book("try:\n    x\nexcept NameError:\n    x = 1"))[0].missing == []


def test_cells_that_need_each_other_are_run_once_each():
    notebook = book("a = b", "b = a", "print(a, b)")
    assert sorted(needs(notebook)[2].run) == [0, 1, 2]


def test_a_module_that_a_cell_configures_is_not_made_by_that_cell():
    notebook = book("import matplotlib.pyplot as plt", "plt.rcParams['figure.dpi'] = 90", "plt.show()")
    assert needs(notebook)[2].run == [0, 2]

"""The recorded order follows the six rules of the data set's format."""

import pytest

from junobench_lab.instances.notebooks import parse_notebook
from junobench_lab.trace.models import Trace
from junobench_lab.trace.order import first_line, runs_twice, trace_notebook
from tests.notebook_factory import code, markdown, notebook, parsed, raw

FAILED = ("NameError", "name 'y' is not defined")


def trace(*cells) -> Trace:
    return trace_notebook(parsed(*cells))


def order(traced: Trace) -> list[tuple[int, int]]:
    """(cell, which execution of it) in the recorded order."""
    return [(execution.cell, execution.nth) for execution in traced.executions]


def states(traced: Trace) -> list[str]:
    return [cell.state for cell in traced.cells]


def test_only_code_cells_with_a_count_run_in_the_order_of_their_counts():
    traced = trace(markdown("# Title"), code("b", 7), code("never"), raw("notes"), code("a", 2))
    assert [(e.cell, e.count, e.place) for e in traced.executions] == [(4, 2, 1), (1, 7, 2)]


def test_cells_with_one_count_ran_in_document_order():
    assert order(trace(code("a", 3), code("b", 1), code("c", 3))) == [(1, 1), (0, 1), (2, 1)]


def test_an_execution_above_the_one_before_it_is_a_jump_back():
    traced = trace(code("a", 3), code("b", 1), code("c", 2), code("d", 4))
    assert [e.jump_back for e in traced.executions] == [False, False, True, False]
    assert traced.jumps_back == 1


def test_missing_counts_are_lost_executions_before_the_next_one():
    traced = trace(code("a", 3), code("b", 4), code("c", 8))
    assert [e.lost_before for e in traced.executions] == [2, 0, 3]
    assert traced.lost == 5


def test_equal_counts_lose_nothing():
    assert trace(code("a", 1), code("b", 1), code("c", 2)).lost == 0


@pytest.mark.parametrize("mark", ["# [reexecute]", "# [re-execute] run once more", "x = 1  # [re-execute]"])
def test_a_marked_cell_runs_twice_in_a_row_and_its_first_count_is_not_lost(mark):
    traced = trace(code("a", 1), code(f"{mark}\nb", 3, error=FAILED))
    assert [(e.cell, e.count, e.nth, e.lost_before) for e in traced.executions] == [
        (0, 1, 1, 0),
        (1, None, 1, 0),
        (1, 3, 2, 0),
    ]
    assert (traced.lost, traced.repeats, traced.jumps_back) == (0, 1, 0)


def test_of_several_missing_counts_before_a_marked_cell_only_one_is_its_own():
    traced = trace(code("a", 1), code("# [reexecute]\nb", 5))
    assert [e.lost_before for e in traced.executions] == [0, 2, 0]


def test_a_marked_cell_without_a_missing_count_still_runs_twice():
    traced = trace(code("a", 1), code("# [reexecute]\nb", 2))
    assert order(traced) == [(0, 1), (1, 1), (1, 2)]
    assert traced.lost == 0


def test_a_marked_cell_that_never_ran_does_not_run():
    assert order(trace(code("a", 1), code("# [reexecute]\nb"))) == [(0, 1)]


def test_the_mark_counts_only_in_the_first_line():
    assert runs_twice("# [Re-Execute] twice\nx = 1")
    assert not runs_twice("x = 1\n# [re-execute]")
    assert not runs_twice("# reexecute")


def test_the_crash_of_a_marked_cell_is_its_second_execution():
    traced = trace(code("# [re-execute]\nb", 2, error=FAILED))
    assert [e.crash for e in traced.executions] == [False, True]
    assert traced.crash is not None
    assert traced.crash.place == 2


def test_the_trace_ends_at_the_crash():
    traced = trace(code("a", 1), code("y", 2, error=FAILED), code("after", 3), code("below"), code("before", 0))
    assert order(traced) == [(4, 1), (0, 1), (1, 1)]
    assert states(traced) == ["ran", "crashed", "after_crash", "after_crash", "ran"]
    assert traced.crash is not None
    assert (traced.crash.cell, traced.crash.place) == (1, 3)
    assert (traced.crash.ename, traced.crash.evalue) == FAILED


def test_of_several_errors_the_last_in_execution_order_is_the_crash():
    traced = trace(code("y", 5, error=FAILED), code("z", 2, error=("KeyError", "'z'")), code("x", 4))
    assert traced.crash is not None
    assert traced.crash.cell == 0
    assert [e.crash for e in traced.executions] == [False, False, True]
    assert states(traced) == ["crashed", "ran", "ran"]


def test_losses_after_the_crash_do_not_count():
    assert trace(code("y", 1, error=FAILED), code("after", 9)).lost == 0


def test_cells_without_a_count_above_the_crash_never_ran_and_blank_ones_are_empty():
    traced = trace(code("never"), code("  \n"), code("y", 1, error=FAILED), code(""), code("below"))
    assert states(traced) == ["never_ran", "empty", "crashed", "empty", "after_crash"]
    assert traced.never_ran == [0]


def test_without_a_crash_all_cells_without_a_count_never_ran():
    traced = trace(code("a", 1), code("b"))
    assert traced.crash is None
    assert states(traced) == ["ran", "never_ran"]


def test_a_crash_cell_without_a_count_ends_the_session():
    traced = trace(code("y", error=FAILED), code("a", 1), code("b", 2))
    assert order(traced) == [(1, 1), (2, 1), (0, 1)]
    assert traced.crash is not None
    assert (traced.crash.cell, traced.crash.place) == (0, 3)


def test_an_error_with_a_count_is_the_crash_rather_than_one_without():
    traced = trace(code("y", 2, error=FAILED), code("z", error=("KeyError", "'z'")))
    assert traced.crash is not None
    assert traced.crash.cell == 0
    assert states(traced) == ["crashed", "after_crash"]


def test_a_crash_in_the_only_cell_that_ran_has_an_order_of_one():
    traced = trace(markdown("# A"), code("a"), code("y", 15, error=FAILED))
    assert order(traced) == [(2, 1)]
    assert traced.lost == 14


def test_cells_carry_their_ids_places_and_number_among_all_cells():
    traced = trace(markdown("# A", id="m"), code("# [re-execute]\na", 2, id="c1"), code("b", 4, id="c2"))
    assert [(cell.cell, cell.id, cell.places) for cell in traced.cells] == [(1, "c1", [1, 2]), (2, "c2", [3])]
    assert traced.cell_total == 3


def test_the_crash_line_comes_from_the_traceback():
    traced = trace(code("x = 1\ny\nz = 2", 1, error=(*FAILED, ["Cell In[1], line 2\n      1 x = 1\n----> 2 y\n"])))
    assert traced.crash is not None
    assert traced.crash.line == 2


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("# load\n\nimport pandas as pd\nx", "import pandas as pd"),
        ("# only\n# comments", "# only"),
        ("%%time\nx = 1", "%%time"),
        ("  \n", ""),
    ],
)
def test_the_first_line_shown_is_code_where_there_is_any(source, shown):
    assert first_line(source) == shown


@pytest.mark.parametrize("traceback", [None, "text", [None, 3]])
def test_a_malformed_error_output_is_a_crash_all_the_same(traceback):
    cell = code("y", 1, outputs=[{"output_type": "error", "traceback": traceback}])
    crash = trace_notebook(parse_notebook(notebook(cell), where="n")).crash
    assert crash is not None
    assert (crash.ename, crash.evalue, crash.line) == ("", "", None)


def test_a_notebook_without_code_has_an_empty_trace():
    traced = trace(markdown("# A"))
    assert (traced.executions, traced.cells, traced.crash) == ([], [], None)

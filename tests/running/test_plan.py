"""Which cells a run executes; the expected orders follow the data set's rules of execution."""

from junobench_lab.instances.models import Crash
from junobench_lab.instances.notebooks import Notebook
from junobench_lab.running.edited import EditedNotebook
from junobench_lab.running.models import Plan
from junobench_lab.running.plan import crash_twin, plan_attempt, plan_variant
from junobench_lab.trace.order import trace_notebook
from tests.notebook_factory import code, markdown, parsed, raw

LABEL = Crash(ename="keyerror", evalue="fee")
ERROR = ("KeyError", "'fee'")


def cells(plan: Plan) -> list[int]:
    return [step.cell for step in plan.steps]


def order_of(notebook: Notebook, reproduced: Notebook | None = None) -> Plan:
    return plan_variant(notebook, reproduced=reproduced or notebook, crash=LABEL)


def test_the_reproduced_variant_runs_by_its_counts_through_the_crash():
    plan = order_of(
        parsed(
            markdown("# Fees"),
            code("a", count=7),
            code("b"),
            code("c", count=2),
            code("crash", count=9, error=ERROR),
            code("later", count=12),
        )
    )
    assert cells(plan) == [3, 1, 4]
    assert [step.source for step in plan.steps] == ["c", "a", "crash"]
    assert plan.crash is not None
    assert (plan.crash.step, plan.crash.ename, plan.crash.evalue) == (2, "keyerror", "fee")
    assert plan.note is None


def test_a_marked_cell_runs_twice_and_crashes_the_second_time():
    plan = order_of(parsed(code("a", count=1), code("# [re-execute] why\ndrop()", count=3, error=ERROR)))
    assert [(step.cell, step.nth) for step in plan.steps] == [(0, 1), (1, 1), (1, 2)]
    assert plan.crash is not None and plan.crash.step == 2


def test_an_earlier_error_on_record_does_not_end_the_run_but_the_last_one_does():
    plan = order_of(
        parsed(code("typo", count=1, error=("NameError", "x")), code("b", count=2), code("c", count=3, error=ERROR))
    )
    assert [step.may_crash for step in plan.steps] == [True, False, False]


def test_a_crash_that_is_not_the_labels_counts_as_recorded_beside_them():
    plan = order_of(parsed(code("c", count=1, error=("tf.errors.InvalidArgumentError", "shapes"))))
    assert plan.crash is not None
    assert (plan.crash.ename, plan.crash.recorded_ename) == ("keyerror", "tf.errors.InvalidArgumentError")


def test_without_labels_the_recorded_crash_is_expected():
    notebook = parsed(code("c", count=1, error=ERROR))
    plan = plan_variant(notebook, reproduced=notebook, crash=None)
    assert plan.crash is not None
    assert (plan.crash.ename, plan.crash.evalue) == ("KeyError", "'fee'")


REPRODUCED = parsed(code("a", count=1), code("b"), code("fees['fee']", count=2, error=ERROR), code("plot", count=3))


def test_a_fixed_variant_runs_by_its_own_counts_through_the_counterpart_of_the_crash_cell():
    fixed = parsed(code("a", count=1), code("b", count=2), code("fees['fee']", count=3), code("plot", count=4))
    plan = order_of(fixed, REPRODUCED)
    assert cells(plan) == [0, 1, 2]
    assert plan.crash is not None and plan.crash.step == 2
    assert not any(step.may_crash for step in plan.steps)


def test_a_repair_below_the_crash_cell_runs_where_its_count_says():
    fixed = parsed(
        code("a", count=1), code("b"), code("fees['fee']", count=4), code("fees = load()", count=3), code("plot")
    )
    assert cells(order_of(fixed, REPRODUCED)) == [0, 3, 2]


def test_a_fixed_variant_whose_outputs_are_old_runs_through_the_crash_cell_all_the_same():
    stale = parsed(
        code("a", count=1, error=("NameError", "old")), code("b"), code("fees['fee']", count=5), code("plot", count=6)
    )
    plan = order_of(stale, REPRODUCED)
    assert cells(plan) == [0, 2]
    assert not any(step.may_crash for step in plan.steps)


def test_a_fixed_variant_without_the_crash_cell_runs_whole_and_says_so():
    fixed = parsed(code("a", count=1), code("plot", count=2))
    plan = order_of(fixed, REPRODUCED)
    assert cells(plan) == [0, 1]
    assert plan.crash is not None and plan.crash.step is None
    assert plan.note == (
        "No cell here stands for the crash cell (cell 3 of the reproduced variant), so the whole recorded order runs."
    )


def test_a_fixed_variant_that_never_ran_the_crash_cell_runs_whole_and_says_so():
    fixed = parsed(code("a", count=1), code("b"), code("fees['fee']"), code("plot", count=2))
    plan = order_of(fixed, REPRODUCED)
    assert cells(plan) == [0, 3]
    assert plan.crash is not None and plan.crash.step is None
    assert plan.note is not None and plan.note.startswith("Cell 3 stands for the crash cell")


def test_a_notebook_in_which_nothing_ran_gives_no_steps_and_a_reason():
    for unrun in (parsed(code("a")), parsed(markdown("a")), parsed()):
        plan = order_of(unrun, REPRODUCED)
        assert plan.steps == []
        assert plan.note == "Nothing was run in this notebook, so there is no order to repeat."


def test_the_original_variant_is_expected_to_crash_where_the_reproduced_one_does():
    original = parsed(
        markdown("# Mine"), code("a", count=4), code("b"), code("fees['fee']", count=5, error=ERROR), code("plot")
    )
    plan = order_of(original, REPRODUCED)
    assert cells(plan) == [1, 3]
    assert plan.crash is not None and plan.crash.step == 1


START = parsed(
    code("load", id="load", count=1),
    code("clean", id="clean", count=2),
    code("extra", id="extra"),
    raw("joined = join()", id="raw"),
    code("crash", id="crash", count=3, error=ERROR),
    code("plot", id="plot"),
)
TRACE = trace_notebook(START)


def attempt_plan(*attempt_cells: dict, order: list[str] | None = None) -> Plan:
    return plan_attempt(EditedNotebook(parsed(*attempt_cells), START, TRACE), crash=LABEL, order=order)


def test_an_attempt_runs_the_recorded_order_with_the_persons_sources():
    plan = attempt_plan(
        code("load", id="load"),
        code("cleaner", id="clean"),
        code("extra", id="extra"),
        code("crash mended", id="crash"),
    )
    assert [(step.cell, step.source) for step in plan.steps] == [(0, "load"), (1, "cleaner"), (3, "crash mended")]
    assert plan.crash is not None and plan.crash.step == 2
    assert plan.attempt
    assert plan.note is None


def test_an_attempt_runs_as_its_person_did_in_this_session():
    attempt = [code(name, id=name) for name in ("load", "clean", "extra", "crash", "plot")]
    plan = attempt_plan(*attempt, order=["load", "extra", "crash", "clean", "extra", "crash", "plot"])
    assert cells(plan) == [0, 2, 3, 1, 2, 3]
    assert [step.nth for step in plan.steps] == [1, 1, 1, 1, 2, 2]
    assert plan.crash is not None and plan.crash.step == 5
    assert plan.note == "The cells run in the order of your own session."


def test_cells_that_a_person_ran_and_deleted_are_left_out_and_told():
    attempt = [code("load", id="load"), code("crash", id="crash")]
    plan = attempt_plan(*attempt, order=["load", "clean", "gone", "crash"])
    assert cells(plan) == [0, 1]
    assert plan.note is not None and "2 cells that you have deleted since are left out." in plan.note


def test_a_session_that_did_not_reach_the_crash_cell_is_not_taken():
    attempt = [code(name, id=name) for name in ("load", "clean", "crash")]
    assert cells(attempt_plan(*attempt, order=["clean", "load"])) == [0, 1, 2]


def test_new_cells_run_before_the_first_recorded_cell_below_them():
    plan = attempt_plan(
        code("load", id="load"),
        code("new 1", id="n1"),
        code("new 2", id="n2"),
        code("clean", id="clean"),
        code("", id="blank"),
        code("crash", id="crash"),
        code("below", id="n3"),
    )
    assert cells(plan) == [0, 1, 2, 3, 5]
    assert plan.note is not None
    assert "2 cells that you added run before" in plan.note
    assert "(cell 7)" in plan.note


def test_a_raw_cell_that_was_made_a_code_cell_runs_like_a_new_one():
    plan = attempt_plan(
        code("load", id="load"),
        code("clean", id="clean"),
        code("joined = join()", id="raw"),
        code("crash", id="crash"),
    )
    assert cells(plan) == [0, 1, 2, 3]


def test_deleted_cells_of_the_recorded_order_are_left_out_and_told():
    plan = attempt_plan(code("load", id="load"), code("crash", id="crash"))
    assert cells(plan) == [0, 1]
    assert plan.note is not None and "One cell of it that you deleted is left out." in plan.note


def test_an_attempt_without_its_crash_cell_expects_it_nowhere():
    plan = attempt_plan(code("load", id="load"), code("clean", id="clean"))
    assert plan.crash is not None and plan.crash.step is None


def test_an_attempt_without_cells_has_nothing_to_run_and_says_so():
    plan = attempt_plan(markdown("empty", id="x"))
    assert plan.steps == []
    assert plan.note is not None and "nothing to run" in plan.note


def test_an_attempt_that_lost_its_ids_is_matched_by_position_and_source():
    plan = attempt_plan(code("load"), code("cleaner"), code("extra"), raw("joined = join()"), code("crash"))
    assert cells(plan) == [0, 1, 4]


def test_a_cell_that_was_run_twice_runs_twice_in_an_attempt_whose_mark_was_stripped():
    marked = parsed(code("a", id="a", count=1), code("# [re-execute]\ndrop()", id="b", count=3, error=ERROR))
    attempt = parsed(code("a", id="a"), code("drop()", id="b"))
    plan = plan_attempt(EditedNotebook(attempt, attempt, trace_notebook(marked)), crash=LABEL, order=None)
    assert cells(plan) == [0, 1, 1]
    assert plan.crash is not None and plan.crash.step == 2


def test_a_new_cell_runs_after_the_cells_above_that_make_what_it_reads():
    start = parsed(
        code("a = 1", 3, id="a"), code("print(0)", 1, id="b"), code("c", 4, id="c", error=("NameError", "c"))
    )
    cells = [start.cells[0], start.cells[0].model_copy(update={"id": "new", "source": "c = a"}), *start.cells[1:]]
    attempt = start.model_copy(
        update={"cells": [cell.model_copy(update={"cell": place}) for place, cell in enumerate(cells)]}
    )
    plan = plan_attempt(EditedNotebook(attempt, start, trace_notebook(start)), crash=None, order=None)
    assert [step.source for step in plan.steps] == ["print(0)", "a = 1", "c = a", "c"]


def test_whoever_moves_cells_means_the_order_in_which_they_stand():
    crash = code("b", 3, id="b", error=("NameError", "b"))
    start = parsed(code("a = 1", 2, id="a"), crash, code("b = a", id="c"), code("d", 1, id="d"))
    moved = [start.cells[0], start.cells[2], start.cells[1], start.cells[3]]
    attempt = start.model_copy(
        update={"cells": [cell.model_copy(update={"cell": place}) for place, cell in enumerate(moved)]}
    )
    plan = plan_attempt(EditedNotebook(attempt, start, trace_notebook(start)), crash=None, order=None)
    assert [step.source for step in plan.steps] == ["a = 1", "b = a", "b"]


def test_a_crash_cell_that_was_cut_and_pasted_is_still_the_crash_cell():
    start = parsed(code("a = 1", 1, id="a"), code("a + b", 2, id="b", error=("NameError", "b")))
    pasted = start.cells[1].model_copy(update={"id": "other", "source": "b = 2\na + b"})
    attempt = start.model_copy(update={"cells": [start.cells[0], pasted]})
    assert crash_twin(EditedNotebook(attempt, start, trace_notebook(start))) == 1

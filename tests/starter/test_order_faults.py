"""The notebook-specific instances show the kinds of order fault that they are there to show."""

import pytest

from junobench_lab.instances.bench import Bench
from junobench_lab.trace.explain import explain
from junobench_lab.trace.models import Trace, TraceCrash, TracedCell
from junobench_lab.trace.order import trace_notebook


def traced(bench: Bench, id: str) -> tuple[Trace, TraceCrash]:
    trace = trace_notebook(bench.notebook(id, "reproduced"))
    assert bench.summary(id).notebook_specific
    assert trace.crash is not None
    return trace, trace.crash


def holding(trace: Trace, text: str) -> list[TracedCell]:
    return [cell for cell in trace.cells if text in cell.source]


def test_a_defining_cell_never_ran(bench: Bench) -> None:
    trace, crash = traced(bench, "ferry-reviews")
    assert crash.evalue == "name 'y' is not defined"
    (target,) = holding(trace, 'y = (df["stars"]')
    assert target.state == "never_ran"
    assert target.cell < crash.cell


def test_the_crash_cell_ran_twice_and_only_its_second_run_crashed(bench: Bench) -> None:
    trace, crash = traced(bench, "newsletter-subjects")
    runs = [execution for execution in trace.executions if execution.cell == crash.cell]
    assert [(run.nth, run.crash) for run in runs] == [(1, False), (2, True)]


def test_a_cell_below_overwrote_what_the_crash_cell_reads(bench: Bench) -> None:
    trace, crash = traced(bench, "district-heating")
    above, below = holding(trace, "X_train, X_test = ")
    assert above.cell < crash.cell < below.cell
    assert above.places < below.places < [crash.place]
    assert trace.executions[-1].jump_back


def test_a_defining_cell_is_gone_and_left_a_gap(bench: Bench) -> None:
    trace, crash = traced(bench, "clinic-waits")
    assert crash.evalue == "name 'waits' is not defined"
    assert holding(trace, "waits = ") == []
    assert trace.lost >= 1
    assert any(cell.source.startswith("waits = ") for cell in bench.notebook("clinic-waits", "fixed").cells)


def test_the_crash_cell_ran_before_a_cell_above_it(bench: Bench) -> None:
    trace, crash = traced(bench, "leaf-scans")
    (flatten,) = holding(trace, "X = X.reshape")
    count = {cell.cell: cell.count for cell in bench.notebook("leaf-scans", "reproduced").cells}
    assert flatten.cell < crash.cell
    assert flatten.state == "after_crash"
    assert (count[flatten.cell] or 0) > (count[crash.cell] or 0) > 0


def test_a_definition_stands_in_a_raw_cell(bench: Bench) -> None:
    _, crash = traced(bench, "orchard-frost")
    assert crash.evalue == "name 'night_table' is not defined"
    (cell,) = [cell for cell in bench.notebook("orchard-frost", "reproduced").cells if "def night_table" in cell.source]
    assert cell.type == "raw"


def test_a_cell_of_another_way_changed_what_the_crash_cell_reads(bench: Bench) -> None:
    trace, crash = traced(bench, "park-letters")
    (other_way,) = holding(trace, "texts.extend(rest)")
    assert crash.cell < other_way.cell
    assert other_way.places < [crash.place]
    assert other_way.cell not in {
        execution.cell for execution in trace_notebook(bench.notebook("park-letters", "fixed")).executions
    }


def test_two_cells_of_a_chain_never_ran(bench: Bench) -> None:
    trace, crash = traced(bench, "theatre-seats")
    assert crash.evalue == "name 'model' is not defined"
    (depths,), (fit,) = holding(trace, "best_depth = min("), holding(trace, "max_depth=best_depth")
    assert (depths.state, fit.state) == ("never_ran", "never_ran")
    assert depths.cell < fit.cell < crash.cell
    finding = explain(trace, bench.notebook("theatre-seats", "reproduced").cells)[0]
    assert finding.cells == [fit.cell, depths.cell]


def test_the_target_was_taken_out_of_the_table_twice(bench: Bench) -> None:
    trace, crash = traced(bench, "house-energy")
    runs = [execution for execution in trace.executions if execution.cell == crash.cell]
    assert [(run.nth, run.crash) for run in runs] == [(1, False), (2, True)]
    assert 'pop("kwh")' in next(cell.source for cell in trace.cells if cell.cell == crash.cell)


def test_the_result_of_a_function_took_its_name(bench: Bench) -> None:
    trace, crash = traced(bench, "parking-garages")
    (definition,), (call,) = holding(trace, "def mape("), holding(trace, "mape = mape(")
    assert definition.cell < crash.cell < call.cell
    assert definition.places < call.places < [crash.place]


def test_every_kind_of_order_fault_is_there(bench: Bench) -> None:
    kinds = set()
    for summary in bench.summaries():
        if summary.notebook_specific:
            trace, _ = traced(bench, summary.id)
            kinds |= {finding.kind for finding in explain(trace, bench.notebook(summary.id, "reproduced").cells)}
    assert kinds >= {
        "never_run",
        "run_too_early",
        "run_twice",
        "overwritten",
        "should_not_have_run",
        "never_defined",
        "raw_cell",
    }


@pytest.mark.parametrize(
    ("id", "kind"),
    [
        ("ferry-reviews", "never_run"),
        ("newsletter-subjects", "run_twice"),
        ("district-heating", "overwritten"),
        ("clinic-waits", "never_defined"),
        ("leaf-scans", "run_too_early"),
        ("orchard-frost", "raw_cell"),
        ("theatre-seats", "never_run"),
        ("house-energy", "run_twice"),
        ("parking-garages", "overwritten"),
        ("park-letters", "should_not_have_run"),
    ],
)
def test_the_explanation_names_the_fault(bench: Bench, id: str, kind: str) -> None:
    # A value that a cell below overwrote is also a cell that should not have run yet: either may come first.
    trace, _ = traced(bench, id)
    assert kind in {finding.kind for finding in explain(trace, bench.notebook(id, "reproduced").cells)}

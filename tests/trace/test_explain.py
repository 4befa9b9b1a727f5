"""The explanation names the kind of order fault and the cell; where order is not the cause it says so."""

import pytest

from junobench_lab.trace.explain import explain
from junobench_lab.trace.models import Finding
from junobench_lab.trace.order import trace_notebook
from tests.notebook_factory import code, markdown, parsed, raw

NO_Y = ("NameError", "name 'y' is not defined")


def findings(*cells) -> list[Finding]:
    notebook = parsed(*cells)
    return explain(trace_notebook(notebook), notebook.cells)


def first(*cells) -> Finding:
    return findings(*cells)[0]


def test_a_notebook_that_did_not_crash_has_no_findings():
    assert findings(code("x = 1", 1)) == []


def test_a_defining_cell_that_never_ran_is_named_with_what_it_needs_in_turn():
    found = first(
        markdown("# Ferries"),
        code("base = 1", 1),
        code("rate = base * 2"),
        code("y = rate + 1"),
        code("print(y)", 2, error=NO_Y),
    )
    assert (found.kind, found.name, found.cells) == ("never_run", "y", [3, 2])
    assert "cell 4, which never ran" in found.sentence
    assert "cell 3, which never ran either" in found.sentence


def test_of_several_defining_cells_the_nearest_above_the_crash_is_named():
    found = first(code("y = 1"), code("y = 2"), code("print(y)", 1, error=NO_Y), code("y = 3"))
    assert found.cells == [1]


def test_a_defining_cell_below_the_crash_is_named_where_none_stands_above():
    found = first(code("print(y)", 1, error=NO_Y), code("y = 3"))
    assert (found.kind, found.cells) == ("never_run", [1])


def test_a_missing_import_is_a_cell_that_never_ran():
    found = first(code("import seaborn as sns"), code("sns.set()", 1, error=("NameError", "name 'sns' is not defined")))
    assert (found.kind, found.name, found.cells) == ("never_run", "sns", [0])


def test_a_defining_cell_that_ran_only_after_the_crash_ran_too_late_for_it():
    found = first(code("print(y)", 1, error=NO_Y), code("y = 3", 2))
    assert (found.kind, found.cells) == ("run_too_early", [1])


def test_a_definition_in_a_raw_cell_cannot_run():
    found = first(raw("y = model.predict(x)"), code("print(y)", 1, error=NO_Y))
    assert (found.kind, found.cells) == ("raw_cell", [0])


def test_a_name_that_no_cell_makes_was_deleted_where_executions_are_lost():
    found = first(code("x = 1", 1), code("print(y)", 4, error=NO_Y))
    assert (found.kind, found.name) == ("never_defined", "y")
    assert "2 executions left no cell" in found.sentence


def test_a_misspelt_name_is_told_by_its_neighbours():
    found = first(code("reviews = 1", 1), code("review", 2, error=("NameError", "name 'review' is not defined")))
    assert found.kind == "never_defined"
    assert "reviews" in found.sentence


def test_a_name_deleted_by_a_cell_below_should_not_have_been():
    found = first(code("y = 1", 1), code("print(y)", 3, error=NO_Y), code("del y", 2))
    assert (found.kind, found.cells) == ("should_not_have_run", [2])


def test_a_column_dropped_by_the_first_of_two_runs_was_run_twice():
    found = first(
        code("df = load()", 1),
        code(
            "# [re-execute] tidy\ndf.drop('id', axis=1, inplace=True)",
            3,
            error=("KeyError", "\"['id'] not found in axis\""),
        ),
    )
    assert (found.kind, found.name, found.cells) == ("run_twice", "df", [1])
    assert "'id'" in found.sentence


def test_a_value_changed_by_the_first_of_two_runs_was_run_twice():
    found = first(
        code("x = load()", 1),
        code("# [reexecute]\nx = x.reshape(4, 2).mean(axis=1)", 3, error=("ValueError", "cannot reshape array")),
    )
    assert (found.kind, found.name, found.cells) == ("run_twice", "x", [1])


def test_a_column_whose_adding_cell_never_ran_is_named():
    found = first(
        code("df = load()", 1),
        code("df['long'] = df['words'] > 60"),
        code("df.groupby('long').size()", 2, error=("KeyError", "'long'")),
    )
    assert (found.kind, found.name, found.cells) == ("never_run", "long", [1])


def test_a_column_lost_when_the_frame_was_read_again_was_overwritten():
    found = first(
        code("df = load()", 3),
        code("df['long'] = df['words'] > 60", 2),
        code("df['long'].mean()", 4, error=("KeyError", "'long'")),
    )
    assert (found.kind, found.cells) == ("overwritten", [0, 1])


def test_a_column_removed_by_a_cell_below_should_not_have_been():
    found = first(
        code("df = load()", 1),
        code("df['fare'].mean()", 3, error=("KeyError", "'fare'")),
        code("df = df.drop(columns=['fare'])", 2),
    )
    assert (found.kind, found.cells) == ("should_not_have_run", [2])


def test_a_frame_turned_into_an_array_by_a_cell_below_should_not_have_been():
    found = first(
        code("train = load()", 1),
        code("check(train['power'])", 3, error=("IndexError", "only integers, slices (`:`) are valid indices")),
        code("train = train.values", 2),
    )
    assert (found.kind, found.name, found.cells) == ("should_not_have_run", "train", [2])


def test_a_value_made_anew_by_a_cell_below_was_overwritten_out_of_turn():
    found = findings(
        code("x = load(4)", 1),
        code("model.predict(x)", 3, error=("ValueError", "X has 2 features, but the model expects 4")),
        code("x = load(2)", 2),
    )
    assert [(each.kind, each.name, each.cells) for each in found] == [
        ("should_not_have_run", "x", [2]),
        ("overwritten", "x", [2, 0]),
    ]


def test_a_function_whose_result_took_its_name_was_overwritten():
    found = findings(
        code("def score(y):\n    return sum(y)", 1),
        code("print(score([1, 2]))", 3, error=("TypeError", "'int' object is not callable")),
        code("score = score([3])", 2),
    )
    assert [(each.kind, each.cells) for each in found] == [("should_not_have_run", [2]), ("overwritten", [2, 0])]


def test_a_value_made_anew_by_an_earlier_cell_was_overwritten():
    found = first(
        code("x = load()", 3),
        code("x = x.reshape(-1, 1)", 2),
        code("model.fit(x)", 4, error=("ValueError", "Expected 2D array, got 1D array instead")),
    )
    assert (found.kind, found.name, found.cells) == ("overwritten", "x", [0, 1])


def test_a_transforming_cell_that_was_skipped_never_ran():
    found = first(
        code("y_test, y_fit = split()", 1),
        code("y_fit = model.predict(x_test)"),
        code("sum(y_test - y_fit)", 2, error=("ValueError", "operands could not be broadcast together")),
    )
    assert (found.kind, found.name, found.cells) == ("never_run", "y_fit", [1])


def test_a_value_made_before_its_input_was_ready_was_run_too_early():
    found = first(
        code("scale = 10", 3),
        code("scale = 1", 1),
        code("scale = read_scale()", 4),
        code("x = load() * scale", 2),
        code("model.fit(x)", 5, error=("ValueError", "shapes do not fit")),
    )
    assert (found.kind, found.name, found.cells) == ("run_too_early", "x", [3, 2])


@pytest.mark.parametrize(
    "cells",
    [
        (code("x = load()", 1), code("model.fit(x)", 2, error=("ValueError", "could not convert string to float"))),
        (code("df = load()", 1), code("df['fare']", 2, error=("KeyError", "'fare'"))),
        (
            code("df = load()", 1),
            code("df.head()"),
            code("df.mean(axis=7)", 2, error=("ValueError", "No axis named 7")),
        ),
        (code("import nothing", 1, error=("ModuleNotFoundError", "No module named 'nothing'")),),
        (
            code("df = load()", 1),
            code("df = df.drop(columns=['fare'])", 2),
            code("df['fare'].mean()", 3, error=("KeyError", "'fare'")),
        ),
    ],
)
def test_a_crash_that_document_order_would_give_as_well_is_not_blamed_on_order(cells):
    assert first(*cells).kind == "not_order"

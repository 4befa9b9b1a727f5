"""Crashes whose cause is easy to mistake: order where it hides, and none where it only seems so."""

import pytest

from junobench_lab.trace.explain import explain
from junobench_lab.trace.models import Finding
from junobench_lab.trace.order import trace_notebook
from tests.notebook_factory import code, markdown, parsed, raw, traceback_of


def findings(*cells) -> list[Finding]:
    notebook = parsed(*cells)
    return explain(trace_notebook(notebook), notebook.cells)


def said(*cells) -> tuple[str, str | None, list[int]]:
    first = findings(*cells)[0]
    return first.kind, first.name, first.cells


def no_name(name: str) -> tuple[str, str]:
    return "NameError", f"name '{name}' is not defined"


def no_key(key: str) -> tuple[str, str]:
    return "KeyError", f"'{key}'"


# -- names


def test_a_chain_of_cells_that_never_ran_is_named_from_the_nearest_on():
    found = findings(
        code("import pandas as pd"),
        code("raw = pd.read_csv('a.csv')"),
        code("clean = raw.dropna()"),
        code("X = clean[['a']]"),
        code("model.fit(X)", 1, error=no_name("X")),
    )
    assert (found[0].kind, found[0].cells) == ("never_run", [3, 2, 1, 0])
    assert "cells 1, 2 and 3, which never ran either" in found[0].sentence


def test_a_name_that_a_called_function_reads_is_explained_by_the_cell_that_makes_it():
    assert said(
        code("embedding = Embed()"),
        code("def run(a):\n    return embedding.fit(a)", 1),
        code("run(3)", 2, error=no_name("embedding")),
    ) == ("never_run", "embedding", [0])


def test_a_name_that_only_a_function_knows_is_defined_by_no_cell():
    found = findings(code("def load():\n    frame = 1\n    return frame", 1), code("frame", 2, error=no_name("frame")))[
        0
    ]
    assert (found.kind, found.cells) == ("never_defined", [0])
    assert "only inside a function" in found.sentence


def test_a_definition_that_was_commented_out_is_pointed_at():
    found = findings(code("# y_pred = model.predict(X)\nx = 1", 1), code("y_pred", 2, error=no_name("y_pred")))[0]
    assert (found.kind, found.cells) == ("never_defined", [0])
    assert "commented out" in found.sentence


def test_a_star_import_that_never_ran_may_have_brought_the_name():
    assert said(code("from helpers import *"), code("prepare(1)", 1, error=no_name("prepare"))) == (
        "never_run",
        "prepare",
        [0],
    )


def test_a_script_that_was_never_run_may_have_brought_the_name():
    assert said(code("%run prepare.py"), code("frame", 1, error=no_name("frame"))) == ("never_run", "frame", [0])


def test_a_definition_below_a_fault_of_its_own_cell_is_still_seen():
    assert said(code("print 'x'\nrate = 3"), code("rate", 1, error=no_name("rate"))) == ("never_run", "rate", [0])


def test_a_definition_in_a_fenced_block_of_a_markdown_cell_cannot_run():
    assert said(markdown("Then:\n```python\nrate = 3\n```"), code("rate", 1, error=no_name("rate"))) == (
        "raw_cell",
        "rate",
        [0],
    )


def test_prose_in_a_markdown_cell_defines_nothing():
    assert said(markdown("rate = 3 per hour"), code("rate", 1, error=no_name("rate")))[0] == "never_defined"


def test_a_code_cell_that_never_ran_goes_before_a_raw_cell_further_away():
    assert said(raw("y = 1"), code("y = 2"), code("y", 1, error=no_name("y"))) == ("never_run", "y", [1])


def test_a_name_made_by_a_capturing_or_timed_cell_is_found():
    assert said(code("%%capture log\nmodel = fit()"), code("model", 1, error=no_name("model")))[2] == [0]
    assert said(code("%%time\nmodel = fit()"), code("log, model", 1, error=no_name("model")))[2] == [0]
    assert said(code("files = !ls"), code("files", 1, error=no_name("files")))[2] == [0]


def test_a_name_bound_by_a_loop_a_with_statement_or_a_walrus_is_found():
    for source in ("for row in rows: pass", "with open('a') as row: pass", "if (row := 1): pass", "def row(): pass"):
        assert said(code(source), code("row", 1, error=no_name("row"))) == ("never_run", "row", [0])


def test_a_name_that_a_cell_surely_made_and_that_is_gone_was_lost_with_the_kernel():
    found = findings(code("y = 1", 1), code("y", 2, error=no_name("y")))[0]
    assert (found.kind, found.cells) == ("never_run", [0])
    assert "restarted" in found.sentence


def test_a_name_made_on_a_way_that_was_not_taken_is_no_matter_of_order():
    assert said(code("if x:\n    y = 1", 1), code("y", 2, error=no_name("y")))[0] == "not_order"


def test_a_name_that_the_crash_cell_itself_makes_too_late_is_no_matter_of_order():
    source = "print(total)\ntotal = 1"
    cell = code(source, 1, error=(*no_name("total"), traceback_of(*no_name("total"), source, 1, line=1)))
    assert said(cell)[0] == "never_defined"


def test_a_name_whose_cell_stopped_with_an_error_before_it_is_explained_by_that_error():
    source = "raw = read()\nclean = raw['fare']\nX = clean"
    error = ("KeyError", "'fare'")
    stopped = code(source, 1, error=(*error, traceback_of(*error, source, 1, line=2)))
    found = findings(stopped, code("fit(X)", 2, error=no_name("X")))[0]
    assert (found.kind, found.name, found.cells) == ("never_run", "X", [0])
    assert "stopped with KeyError" in found.sentence


# -- columns, keys, attributes


@pytest.mark.parametrize(
    "adding",
    [
        "df['rate'] = df['a'] / df['b']",
        "df = df.assign(rate=lambda d: d.a)",
        "df = df.rename(columns={'a': 'rate'})",
        "df.rename(columns={'a': 'rate'}, inplace=True)",
        "df.loc[:, 'rate'] = 1",
        "df.insert(0, 'rate', 1)",
        "df.columns = ['a', 'rate']",
        "df = pd.DataFrame({'rate': x})",
        "df = df.groupby('a').agg(rate=('b', 'mean'))",
        "df = df.reset_index(name='rate')",
        "for c in ['rate', 'fare']:\n    df[c] = 0",
        "df['rate'], df['fare'] = 1, 2",
    ],
)
def test_a_cell_that_adds_the_column_and_never_ran_is_named(adding: str):
    assert said(code("df = load()", 1), code(adding), code("df.groupby('rate').size()", 2, error=no_key("rate"))) == (
        "never_run",
        "rate",
        [1],
    )


def test_dummy_columns_are_found_by_their_prefix():
    assert said(
        code("df = load()", 1),
        code("df = pd.get_dummies(df, columns=['sex'])"),
        code("df['sex_male']", 2, error=no_key("sex_male")),
    ) == ("never_run", "sex_male", [1])


def test_a_merge_that_never_ran_is_named_for_the_columns_that_it_brings():
    assert said(
        code("df = load()", 1),
        code("other['rate'] = 1\ndf = df.merge(other, on='id')"),
        code("df['rate']", 2, error=no_key("rate")),
    )[::2] == ("never_run", [1])


def test_a_column_spelt_as_an_attribute_is_a_column():
    assert said(
        code("df = load()", 1),
        code("df['rate'] = 1"),
        code("df.rate.mean()", 2, error=("AttributeError", "'DataFrame' object has no attribute 'rate'")),
    ) == ("never_run", "rate", [1])


def test_an_attribute_that_a_cell_sets_and_never_set_is_named():
    assert said(
        code("net = Net()", 1),
        code("net.scale = 3"),
        code("net.scale", 2, error=("AttributeError", "'Net' object has no attribute 'scale'")),
    ) == ("never_run", "scale", [1])


@pytest.mark.parametrize(
    "error",
    [
        ("KeyError", "\"None of [Index(['rate'], dtype='object')] are in the [columns]\""),
        ("KeyError", "\"['rate'] not in index\""),
        ("KeyError", "%rate'".replace("%", "")),
        ("KeyError", "'Column not found: rate'"),
        ("ValueError", "Could not interpret value `rate` for `x`. An entry with this name does not appear in `data`."),
    ],
)
def test_the_missing_column_is_read_off_every_wording(error):
    assert said(code("df = load()", 1), code("df['rate'] = 1"), code("plot(df, x='rate')", 2, error=error)) == (
        "never_run",
        "rate",
        [1],
    )


def test_a_column_that_a_cell_only_converts_is_not_made_by_it():
    assert (
        said(
            code("df = load()", 1),
            code("df['date'] = pd.to_datetime(df['date'])"),
            code("df['date'].min()", 2, error=no_key("date")),
        )[0]
        == "not_order"
    )


def test_a_dropped_column_with_a_gap_before_the_drop_was_dropped_twice():
    found = findings(
        code("df = load()", 1),
        code("df['id'].nunique()", 2),
        code("df.drop(columns='id', inplace=True)", 4, error=("KeyError", "\"['id'] not found in axis\"")),
    )[0]
    assert (found.kind, found.name, found.cells) == ("run_twice", "df", [2])
    assert "probably" in found.sentence


def test_a_dropped_column_that_never_was_there_is_no_matter_of_order():
    error = ("KeyError", "\"['id'] not found in axis\"")
    assert said(code("df = load()", 1), code("df.drop(columns='id', inplace=True)", 4, error=error))[0] == "not_order"


# -- values


def test_a_helper_redefined_by_a_cell_below_should_not_have_run():
    assert said(
        code("def scale(x): return x / 2", 1),
        code("scale(3)", 3, error=("TypeError", "scale() missing 1 required positional argument: 'factor'")),
        code("def scale(x, factor): return x * factor", 2),
    ) == ("should_not_have_run", "scale", [2])


def test_an_estimator_whose_fitting_cell_never_ran_is_named():
    assert said(
        code("model = Ridge()", 1),
        code("model.fit(X, y)"),
        code("model.predict(X)", 2, error=("NotFittedError", "This Ridge instance is not fitted yet.")),
    ) == ("never_run", "model", [1])


def test_a_step_that_the_input_of_a_value_lacks_is_named():
    assert said(
        code("image = read()", 1),
        code("image = image.transpose(1, 2, 0)"),
        code("bright = image + 1", 2),
        code("plt.imshow(bright)", 3, error=("TypeError", "Invalid shape (3, 224, 224) for image data")),
    ) == ("never_run", "image", [1])


def test_a_step_that_ran_only_after_the_crash_came_too_late():
    assert said(
        code("X = read()", 1),
        code("X = X.reshape(len(X), -1)", 3),
        code("model.fit(X)", 2, error=("ValueError", "Found array with dim 3")),
    ) == ("run_too_early", "X", [1])


@pytest.mark.parametrize(
    "cells",
    [
        # The same line twice, one of which ran.
        (code("x = load()", 1), code("x = load()"), code("fit(x)", 2, error=("ValueError", "bad"))),
        # A module that a skipped cell configures.
        (
            code("import matplotlib.pyplot as plt", 1),
            code("plt.rcParams['a'] = 1"),
            code("plt.plot(1, 2, 3, z=1)", 2, error=("AttributeError", "Line2D.set() got an unexpected keyword")),
        ),
        # A cell below that only adds a column can't be the reason why another is missing.
        (
            code("df = load()", 1),
            code("df['fare']", 3, error=no_key("fare")),
            code("df['rate'] = 1", 2),
        ),
        # An array that was taken for a frame: no cell can give it the attribute.
        (
            code("X = load()", 1),
            code("df.columns = ['a']"),
            code("X.columns", 2, error=("AttributeError", "'numpy.ndarray' object has no attribute 'columns'")),
        ),
        # Skipped cells that have nothing to do with the crash line.
        (
            code("df = load()", 1),
            code("other = 1"),
            code("fig, ax = plt.subplots()"),
            code("fig, ax = plt.subplots()\nax.hist(df)", 2, error=("ValueError", "no data")),
        ),
        # A helper that another cell would define anew, never run.
        (
            code("def f(x): return x.sum()", 1),
            code("def f(x): return 0"),
            code("f('a')", 2, error=("AttributeError", "'str' object has no attribute 'sum'")),
        ),
        # A name made below and nowhere else, run first on purpose.
        (
            code("plot(result)", 2, error=("TypeError", "plot() got a float")),
            code("result = 3.0", 1),
        ),
        (code("import torch\nx = torch.zeros(2) @ torch.zeros(3)", 1, error=("RuntimeError", "size mismatch")),),
        (code("open('nowhere')", 7, error=("FileNotFoundError", "No such file")),),
    ],
)
def test_what_only_looks_like_a_fault_of_order_is_not_called_one(cells):
    assert said(*cells)[0] == "not_order"


def test_every_finding_speaks_of_cells_as_people_count_them():
    found = findings(code("y = 1"), code("y", 1, error=no_name("y")))[0]
    assert found.cells == [0]
    assert "cell 1" in found.sentence

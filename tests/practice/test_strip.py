"""Comments that give the cause away are taken out of what a person gets; all others stay."""

import pytest

from junobench_lab.practice.strip import is_hint, strip_hints
from tests.notebook_factory import code, markdown, parsed


@pytest.mark.parametrize(
    "line",
    [
        "# [re-execute] this crash is because this cell was executed more than once",
        "#[reexecute]",
        "# fix ----",
        "# fix",
        "    # fixed: use the test set",
        "# Fixed version",
        "# bug: wrong axis",
        "# the bug is here",
        "# solution",
        "# fix the bug",
        "# fix for the error",
        "# this crash is because the column was dropped",
        "# this line crashes",
        "# it crashes here",
        "# causes the crash",
        "# Fix: keep the index",
        "# bugfix",
        "# fix - keep the index",
        "# fixing the crash",
        "#### error ####",
        "# this exception is raised when the column is gone",
        "# the error is because df is None",
    ],
)
def test_a_comment_on_the_fault_or_its_repair_is_a_hint(line: str):
    assert is_hint(line)


@pytest.mark.parametrize(
    "line",
    [
        "# fix the random seed",
        "# fixed effects model",
        "# fix missing ages with the median",
        "# bug reports per week",
        "# car crash data of 2019",
        "# crash severity by hour",
        "# error bars",
        "# prediction error on the test set",
        "# solutions of the quadratic",
        "# repairs per machine",
        "# fixed-width file",
        "# fix = 1",
        "# fix the error bars",
        "# fix errors in the ages",
        "# error = y - y_pred",
        "# error: mean of squares",
        "# the error is normally distributed",
        "# the error is small here",
        "# crash: accidents a day",
        "# this dataset holds cars that crashed",
        "# every fold is executed twice",
        "# what causes a crash?",
        "# execute the next cell",
        'print("# fix ----")',
        "x = 1  # fix",
        "",
    ],
)
def test_any_other_line_stays(line: str):
    assert not is_hint(line)


def test_line_numbers_go_on_fitting():
    source = "# [re-execute] run twice\ndf = df.drop(columns=['id'])"
    notebook = parsed(markdown("# fix"), code(source, 3, error=("KeyError", "'id'")))
    stripped, cells = strip_hints(notebook)
    assert cells == [1]
    assert stripped.cells[1].source == "\ndf = df.drop(columns=['id'])"
    assert stripped.cells[0].source == "# fix"


def test_the_traceback_does_not_show_what_was_taken_out():
    source = "# fix ----\nx = y"
    notebook = parsed(code(source, 1, error=("NameError", "name 'y' is not defined")))
    stripped, _ = strip_hints(notebook)
    text = "\n".join(stripped.cells[0].outputs[0]["traceback"])
    assert "fix" not in text
    assert "----> 2 x = y" in text


def test_a_line_that_only_begins_like_a_hint_stays_in_the_traceback():
    source = "# fix\n# fix the seed\nx = y"
    notebook = parsed(code(source, 1, error=("NameError", "name 'y' is not defined")))
    stripped, _ = strip_hints(notebook)
    traceback = "\n".join(stripped.cells[0].outputs[0]["traceback"])
    assert [line.strip() for line in traceback.split("\n") if line.strip().startswith(("1", "2"))] == [
        "1",
        "2 # fix the seed",
    ]


def test_colours_do_not_keep_a_hint_in_the_traceback():
    shown = "\x1b[1;32m----> 1\x1b[0m \x1b[38;5;66;03m# fix ----\x1b[39;00m"
    error = ("NameError", "name 'y' is not defined", ["Cell In[1], line 2\n" + shown])
    stripped, _ = strip_hints(parsed(code("# fix ----\ny", 1, error=error)))
    assert stripped.cells[0].outputs[0]["traceback"] == ["Cell In[1], line 2\n----> 1"]


def test_text_in_a_string_is_no_comment():
    source = 'page = """\n# fix ----\n"""\n# fix ----\nx'
    stripped, _ = strip_hints(parsed(code(source)))
    assert stripped.cells[0].source == 'page = """\n# fix ----\n"""\n\nx'


def test_a_cell_with_a_magic_is_stripped_too():
    stripped, cells = strip_hints(parsed(code("%%bash\n# fix ----\necho 'it")))
    assert (cells, stripped.cells[0].source) == ([0], "%%bash\n\necho 'it")


def test_a_notebook_without_hints_stays_as_it_is():
    notebook = parsed(code("x = 1  # one", 1))
    assert strip_hints(notebook) == (notebook, [])


def test_code_commented_out_below_a_hint_goes_with_it():
    source = "x = load()\n# fix ----\n# y = x.mean(\n#     axis=1)\n# z = 1\n# the mean by route\nprint(y)"
    stripped, _ = strip_hints(parsed(code(source, 1)))
    assert stripped.cells[0].source == "x = load()\n\n\n\n\n# the mean by route\nprint(y)"


@pytest.mark.parametrize("kept", ["# y = x.mean()", "# by route", "# done"])
def test_other_comments_stay(kept: str):
    below = f"# fix ----\nx = 1\n{kept}"
    stripped, _ = strip_hints(parsed(code(below, 1)))
    assert stripped.cells[0].source == f"\nx = 1\n{kept}"

"""A comparison says which executions and which cells differ, and in what."""

import pytest

from junobench_lab.practice.compare import SideInput, compare_notebooks
from junobench_lab.practice.models import Comparison
from junobench_lab.practice.sequence import cells_now, compare_sequences
from junobench_lab.practice.source_relation import relate_sources
from junobench_lab.running.models import Step
from tests.notebook_factory import code, markdown, parsed

SAME = {cell: cell for cell in range(10)}


def relations(left: list[int], right: list[int], counterparts: dict[int, int] = SAME) -> list[tuple]:
    return [(s.relation, s.left, s.right) for s in compare_sequences(left, right, counterparts)]


def test_equal_sequences_are_the_same_step_by_step():
    assert relations([0, 2, 1], [0, 2, 1]) == [("same", 0, 0), ("same", 2, 2), ("same", 1, 1)]


def test_an_execution_that_one_side_lacks_stands_alone():
    assert relations([0, 1, 3], [0, 2, 3]) == [
        ("same", 0, 0),
        ("only_left", 1, None),
        ("only_right", None, 2),
        ("same", 3, 3),
    ]


def test_a_second_run_that_the_other_side_lacks_is_a_repeat():
    assert relations([0, 1, 1], [0, 1]) == [("same", 0, 0), ("same", 1, 1), ("repeated_left", 1, None)]
    assert relations([1], [1, 0, 1]) == [("same", 1, 1), ("only_right", None, 0), ("repeated_right", None, 1)]


def test_an_execution_at_another_place_is_moved_on_both_sides():
    assert relations([2, 0, 1], [0, 1, 2]) == [
        ("moved", 2, None),
        ("same", 0, 0),
        ("same", 1, 1),
        ("moved", None, 2),
    ]


def test_cells_without_a_counterpart_are_never_the_same():
    assert relations([0], [0], {}) == [("only_left", 0, None), ("only_right", None, 0)]


@pytest.mark.parametrize(
    ("left", "right", "kind"),
    [
        ("x = 1", "x = 1", "same"),
        ("\nx = 1", "x = 1\n", "same"),
        ("x = 1\n\ny = 2", "x = 1\ny = 2", "same_but_comments"),
        ("x = 1  # one", "# set x\n\nx = 1", "same_but_comments"),
        ("x = (1)", "x = 1", "same_syntax_tree"),
        ('x = "a"', "x = 'a'", "same_syntax_tree"),
        ("x = f(a,\n      b)", "x = f(a, b)", "same_but_comments"),
        ("X_tr = load()\nfit(X_tr)", "X_train = load()\nfit(X_train)", "same_but_names"),
        ("a = 1\nb = a", "b = 1\na = b", "same_but_names"),
        ("a = 1\nb = 2", "b = 1\nb = 2", "differs"),
        ("x = load(df)", "x = load(other)", "differs"),
        ("x = mean(v)", "x = median(v)", "differs"),
        ("def f(a): return a", "def g(b): return b", "same_but_names"),
        ("%matplotlib inline\nx = 1", "%matplotlib inline\nx = 1  # one", "same_but_comments"),
        ("if a:\n    b = 1\nc = 2", "if a:\n    b = 1\n    c = 2", "differs"),
        ("x = '# not a comment'", "x = '# another'", "differs"),
        ("x = (", "x = [", "differs"),
        ("%%timeit\nx = 1", "x = 1", "differs"),
        ("%%time\nx = (1)", "%%time\nx = 1", "same_syntax_tree"),
        ("%%bash\nls a", "%%bash\nls b", "differs"),
        ("!pip install a", "!pip install b", "differs"),
        ("import numpy as np\nnp.ones(1)", "import numpy as n\nn.ones(1)", "same_but_names"),
        ("import numpy as x\nx.ones(1)", "import pandas as x\nx.ones(1)", "differs"),
    ],
)
def test_sources_are_related_by_what_they_mean(left: str, right: str, kind: str):
    assert relate_sources(left, right, code=True).kind == kind


def test_the_renamed_names_are_told():
    relation = relate_sources("X_tr = load()\nfit(X_tr)", "X_train = load()\nfit(X_train)", code=True)
    assert relation.renamed == {"X_tr": "X_train"}


def test_text_is_the_same_or_differs():
    assert relate_sources("# a", "# b", code=False).kind == "differs"


def compared(left: list, right: list, **more: int) -> Comparison:
    sides = [
        SideInput(
            notebook=notebook,
            title=title,
            sequence=[cell.cell for cell in notebook.cells if cell.count is not None],
        )
        for notebook, title in ((parsed(*left), "Your fix"), (parsed(*right), "Reference fix"))
    ]
    return compare_notebooks(*sides, **more)


def test_outputs_counts_and_empty_last_cells_are_no_difference():
    found = compared([code("x = 1", 1, error=("KeyError", "'a'"))], [code("x = 1", 7), code("")])
    assert [(pair.relation, pair.source) for pair in found.cells] == [("unchanged", "same")]
    assert found.sequence_sentence == "The same cells in the same order"
    assert found.source_sentence == "The one cell is the same"


def test_differences_are_named_and_counted_in_words():
    found = compared(
        [markdown("# T"), code("x = 1", 1), code("y = x", 2), code("z = y + 1", 3), code("old = 1")],
        [markdown("# T"), code("x = 1  # one", 1), code("y = x + 1", 2), code("new_one = 5", 3), code("z = y + 1", 4)],
        crash_cell=3,
    )
    assert found.source_sentence == "3 of 6 cells differ, 1 more only in its comments"
    assert found.sequence_sentence == "1 cell only in the reference fix"
    assert [pair.crash for pair in found.cells if pair.left == 3] == [True]


def test_a_moved_cell_is_one_difference():
    found = compared(
        [code("a = 1", 1), code("b = 2", 2), code("c = 3", 3)], [code("b = 2", 1), code("c = 3", 2), code("a = 1", 3)]
    )
    assert [(pair.relation, pair.left, pair.right) for pair in found.cells] == [
        ("moved", 0, 2),
        ("unchanged", 1, 0),
        ("unchanged", 2, 1),
    ]
    assert found.sequence_sentence == "1 cell at another place"


def test_a_second_run_is_counted_in_words():
    cells = [code("a = 1", 1), code("b = 2", 2)]
    sides = [
        SideInput(notebook=parsed(*cells), title=title, sequence=sequence)
        for title, sequence in (("Your fix", [0, 1, 1]), ("Reference fix", [0, 1]))
    ]
    assert compare_notebooks(*sides).sequence_sentence == "1 cell run twice in your fix"
    assert compare_notebooks(*reversed(sides)).sequence_sentence == "1 cell run twice in your fix"


def test_several_kinds_of_difference_are_one_sentence():
    cells = [code("a = 1", 1), code("b = 2", 2), code("c = 3", 3)]
    left = SideInput(notebook=parsed(*cells), title="mine.ipynb", sequence=[0, 0, 0])
    right = SideInput(notebook=parsed(*cells), title="Reference fix", sequence=[1, 2, 0])
    found = compare_notebooks(left, right)
    assert found.sequence_sentence == (
        "2 cells only in the reference fix, 1 run twice in mine.ipynb, 1 run more often in mine.ipynb"
    )


@pytest.mark.parametrize(
    ("left", "right", "sentence"),
    [
        ([], [], "No cells on either side"),
        (["a"], ["a"], "The one cell is the same"),
        (["a", "b"], ["a", "b"], "All 2 cells are the same"),
        (["a"], ["b"], "1 of 1 cell differs"),
        (["a", "x = 1"], ["a", "x = 1  # one"], "1 of 2 cells differs only in its comments"),
        (["a # 1", "x = 1"], ["a", "x = 1  # one"], "2 of 2 cells differ only in their comments"),
        (
            ["a", "b", "c # 1", "d"],
            ["a", "b + 1", "c", "d  # 2"],
            "1 of 4 cells differs, 2 more only in their comments",
        ),
    ],
)
def test_the_sources_are_summed_up_in_english(left: list[str], right: list[str], sentence: str):
    assert compared([code(cell) for cell in left], [code(cell) for cell in right]).source_sentence == sentence


def steps(*cells: tuple[int, str]) -> list[Step]:
    return [Step(index=index, cell=cell, source=source) for index, (cell, source) in enumerate(cells)]


def test_the_order_of_a_run_is_kept_as_long_as_the_cells_say_the_same():
    # The same source twice: only its place tells which of the two ran.
    cells = parsed(code("x.head()"), code("x = 1"), code("x.head()")).cells
    assert cells_now(steps((2, "x.head()"), (1, "x = 1")), cells) == [2, 1]


def test_the_order_of_a_run_follows_cells_that_were_edited_moved_down_or_deleted():
    cells = parsed(markdown("# New"), code("frame = read('a.csv')"), code("total = frame.sum() + 1")).cells
    ran = steps((1, "total = frame.sum()"), (0, "frame = read('a.csv')"), (2, "import os"))
    assert cells_now(ran, cells) == [2, 1]

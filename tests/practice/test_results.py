"""The results lane: names that stand for something else after both sides have run."""

import pytest

from junobench_lab.practice.results import compare_results, results_sentence
from junobench_lab.running.models import ColumnState, NameState


def name(name: str, type: str = "int", **details) -> NameState:
    return NameState(name=name, type=type, **details)


def frame(name: str, rows: int, *columns: tuple[str, str] | tuple[str, str, str]) -> NameState:
    """A frame with columns of (name, dtype) or (name, dtype, digest)."""
    states = [ColumnState(name=c[0], dtype=c[1], digest=c[2] if len(c) == 3 else None) for c in columns]
    return NameState(name=name, type="pandas.DataFrame", shape=[rows, len(columns)], columns=states)


@pytest.mark.parametrize(
    ("left", "right", "differs_in"),
    [
        (name("x", value="1"), name("x", "float", value="1"), "type"),
        (name("x", "list", length=3), name("x", "list", length=4), "shape"),
        (
            name("x", "numpy.ndarray", shape=[2, 3], dtype="float64"),
            name("x", "numpy.ndarray", shape=[3, 2], dtype="float64"),
            "shape",
        ),
        (
            name("x", "numpy.ndarray", shape=[2], dtype="float64"),
            name("x", "numpy.ndarray", shape=[2], dtype="int64"),
            "dtype",
        ),
        (frame("x", 3, ("a", "int64")), frame("x", 2, ("a", "int64"), ("b", "int64")), "columns"),
        (frame("x", 3, ("a", "int64")), frame("x", 2, ("a", "int64")), "shape"),
        (frame("x", 3, ("a", "int64")), frame("x", 3, ("a", "float64")), "dtype"),
        (frame("x", 3, ("a", "int64", "p")), frame("x", 3, ("a", "int64", "q")), "value"),
        (name("x", value="1"), name("x", value="2"), "value"),
        (name("x", "list", length=1, digest="p"), name("x", "list", length=1, digest="q"), "value"),
    ],
)
def test_the_first_difference_of_a_name_is_told(left: NameState, right: NameState, differs_in: str):
    assert [row.differs_in for row in compare_results([left], [right])] == [differs_in]


def test_names_that_stand_for_the_same_are_left_out():
    state = [name("n", value="3"), frame("df", 2, ("a", "int64", "p"))]
    assert compare_results(state, state) == []
    assert "every name" in results_sentence([])


def test_a_name_that_one_side_lacks_is_told_once():
    rows = compare_results([name("x", value="1"), name("a", value="1")], [name("x", value="1"), name("b", value="2")])
    assert [(row.left_name, row.right_name, row.differs_in) for row in rows] == [
        (None, "b", "only_right"),
        ("a", None, "only_left"),
    ]


def test_renamed_names_are_compared_with_each_other():
    rows = compare_results([name("frame", value="1")], [name("table", value="2")], {"frame": "table"})
    assert [(row.left_name, row.right_name, row.differs_in) for row in rows] == [("frame", "table", "value")]
    assert compare_results([name("frame", value="1")], [name("table", value="1")], {"frame": "table"}) == []


def test_a_name_that_both_sides_have_is_never_paired_with_another():
    left, right = [name("a", value="1"), name("b", value="2")], [name("a", value="1"), name("b", value="2")]
    assert compare_results(left, right, {"a": "b"}) == []


def test_the_words_show_what_differs():
    row = compare_results(
        [frame("x", 270, ("a", "int64"), ("old", "int64"))], [frame("x", 270, ("a", "int64"), ("new", "int64"))]
    )[0]
    assert (row.left, row.right) == ("DataFrame 270 x 2 with old", "DataFrame 270 x 2 with new")
    row = compare_results([frame("x", 2, ("day", "object"))], [frame("x", 2, ("day", "datetime64[ns]"))])[0]
    assert (row.left, row.right) == ("day: object", "day: datetime64[ns]")
    assert results_sentence([row]) == "After the crash cell 1 name differs: x"

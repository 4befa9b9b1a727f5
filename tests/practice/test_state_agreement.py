"""The check of an instance that has none of its own."""

from junobench_lab.practice.state_agreement import agreement, compared_names
from junobench_lab.running.models import ColumnState, NameState
from tests.notebook_factory import code, parsed


def names(*sources: str, crash: int) -> list[str]:
    return compared_names(parsed(*(code(source) for source in sources)).cells, crash)


def test_what_the_crash_cell_makes_and_a_later_cell_reads_is_compared():
    assert names("a = 1", "b = a\nc = a", "print(b)", crash=1) == ["b"]


def test_without_a_later_reader_all_that_it_makes_is_compared():
    assert names("a = 1", "import os\nb = a\nframe['x'] = b", crash=1) == ["b", "frame"]


def test_of_a_cell_that_makes_nothing_what_it_reads_is_compared():
    assert names("a = 1", "print(a)", crash=1) == ["a"]


def test_a_name_agrees_where_type_shape_columns_and_values_are_those_of_the_reference():
    frame = NameState(
        name="t", type="pandas.DataFrame", shape=[2, 1], columns=[ColumnState(name="x", dtype="int64", digest="d")]
    )
    assert [each.ok for each in agreement([frame], [frame], ["t"])] == [True]
    for change in (
        {"shape": [3, 1]},
        {"type": "pandas.Series"},
        {"columns": [ColumnState(name="y", dtype="int64", digest="d")]},
        {"columns": [ColumnState(name="x", dtype="float64", digest="d")]},
        {"columns": [ColumnState(name="x", dtype="int64", digest="e")]},
    ):
        assert [each.ok for each in agreement([frame.model_copy(update=change)], [frame], ["t"])] == [False], change


def test_a_missing_name_does_not_agree_and_one_that_the_reference_cannot_tell_is_left_out():
    known = NameState(name="n", type="int", value="3", digest="d")
    conditions = agreement([], [known], ["n", "function"])
    assert [(each.ok, each.detail) for each in conditions] == [(False, "There is no n.")]


def test_what_the_reference_has_instead_is_not_told():
    mine, theirs = (NameState(name="n", type="int", value=value, digest=value) for value in ("3", "8151"))
    assert "8151" not in agreement([mine], [theirs], ["n"])[0].model_dump_json()

"""What counts as the same crash, what may be left out by rule alone, and how a session is written."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from junobench_lab.instances.notebooks import parse_notebook
from junobench_lab.research.curation.alike import are_alike
from junobench_lab.research.curation.models import CrashSignature
from junobench_lab.research.curation.shortest_order import Reduction, needed_places, repair_places
from junobench_lab.research.curation.written import session_of, written
from junobench_lab.trace.live import SessionExecution, SessionRecord
from junobench_lab.trace.order import trace_notebook
from tests.notebook_factory import code, markdown, notebook, parsed
from tests.research.curation.making import NAME_ERROR, ran

# -- what is the same crash


def signature(**other: Any) -> CrashSignature:
    usual: dict[str, Any] = {"ename": "KeyError", "template": "'_'", "names": ["metres"], "line": 2}
    return CrashSignature(**{**usual, **other})


@pytest.mark.parametrize(
    "other", [{"ename": "IndexError"}, {"template": "'_' not in index"}, {"names": ["feet"]}, {"line": 3}]
)
def test_another_type_message_name_or_line_is_another_crash(other: dict[str, Any]) -> None:
    assert are_alike(signature(), signature())
    assert are_alike(signature(), signature(line=None))
    assert not are_alike(signature(), signature(**other))


# -- what is left out, by rule alone


def test_the_first_cut_keeps_what_the_crash_takes_its_names_from() -> None:
    session = session_of(
        parsed(
            code("a = 1", count=1),
            code("b = [a]", count=2),
            code("c = 3", count=3),
            code("b.append(c)", count=4),
            code("print(a)", count=5),
            code("b[9]", count=6, error=("IndexError", "list index out of range")),
        )
    )
    assert session is not None
    assert needed_places(session) == [0, 1, 2, 3]


def test_cells_whose_effect_nobody_can_read_are_a_second_cut() -> None:
    session = session_of(
        parsed(code("%run setup.py", count=1), code("a = 1", count=2), code("y", count=3, error=NAME_ERROR))
    )
    assert session is not None
    assert needed_places(session) == []
    assert needed_places(session, with_unseen=True) == [0]


def test_what_a_repair_needs_stays_where_none_is_known() -> None:
    session = session_of(
        parsed(
            code("gross = [1, 2]", count=1),
            code("other = 1", count=2),
            code("y = sum(gross)"),
            code("y", count=3, error=NAME_ERROR),
        )
    )
    assert session is not None
    assert repair_places(session) == [0]


def test_without_the_cell_that_deletes_a_name_it_is_another_crash() -> None:
    session = session_of(parsed(code("y = 1", count=1), code("del y", count=2), code("y", count=3, error=NAME_ERROR)))
    assert session is not None
    reduction = Reduction(session)
    assert reduction.is_of_the_same_kind(reduction.notebook([0, 1]))
    assert not reduction.is_of_the_same_kind(reduction.notebook([]))


def test_cells_that_never_ran_stay_with_all_that_they_would_need() -> None:
    session = session_of(
        parsed(
            code("rate = 2"),
            code("idle = 3"),
            code("scaled = [rate]"),
            code("y = scaled[0]"),
            code("y", count=1, error=NAME_ERROR),
        )
    )
    assert session is not None
    assert [cell.source for cell in Reduction(session).notebook([]).cells] == [
        "rate = 2",
        "scaled = [rate]",
        "y = scaled[0]",
        "y",
    ]


def test_texts_above_cells_that_stay_stay_and_others_go() -> None:
    session = session_of(
        parsed(
            markdown("# Title"),
            code("gone = 1", count=1),
            markdown("Why"),
            code("y", count=2, error=NAME_ERROR),
            markdown("The end"),
            code("never = 2"),
        )
    )
    assert session is not None
    assert [cell.source for cell in Reduction(session).notebook([]).cells] == ["Why", "y"]


# -- how a session is written


def order_of(cells: Sequence[dict[str, Any]], order: Sequence[int]) -> list[str]:
    book = parse_notebook(notebook(*cells), where="it")
    return ran(written(book, order))


def test_a_cell_that_ran_twice_in_a_row_gets_the_mark() -> None:
    cells = [code("a = 0"), code("a += 1")]
    book = written(parse_notebook(notebook(*cells), where="it"), [0, 1, 1])
    assert [execution.cell for execution in trace_notebook(book).executions] == [0, 1, 1]
    assert book.cells[1].source.startswith("# [reexecute]")


def test_a_mark_goes_without_moving_the_lines_where_the_cell_runs_once() -> None:
    cells = [code("# [re-execute] add\na += 1", count=2)]
    book = written(parse_notebook(notebook(*cells), where="it"), [0])
    assert [execution.cell for execution in trace_notebook(book).executions] == [0]
    assert book.cells[0].source == "#  add\na += 1"


def test_a_cell_that_ran_again_later_has_a_copy_above_it() -> None:
    assert order_of([code("a"), code("b")], [0, 1, 0]) == ["a", "b", "a"]
    assert order_of([code("%%time\na"), code("b")], [0, 0, 1]) == ["%%time", "%%time", "b"]


@given(some.lists(some.integers(0, 3), min_size=1, max_size=8), some.lists(some.booleans(), min_size=4, max_size=4))
def test_any_order_is_read_as_it_was_written(order: list[int], marked: list[bool]) -> None:
    sources = [f"{'# [reexecute]' if mark else '#'} {cell}\ncell_{cell}" for cell, mark in enumerate(marked)]
    book = written(parsed(*map(code, sources)), order)
    executions = trace_notebook(book).executions
    again = [book.cells[execution.cell].source.split("\n")[-1] for execution in executions]
    assert again == [f"cell_{cell}" for cell in order]


def executed(*runs: tuple[str, str, bool]) -> SessionRecord:
    return SessionRecord(
        executions=[
            SessionExecution(id=id, source=source, ok=ok, count=place, ename=None if ok else "NameError", evalue="y")
            for place, (id, source, ok) in enumerate(runs, 1)
        ]
    )


def test_what_ran_in_the_kernel_counts_unless_it_can_not_be_told_by_the_cells_of_now() -> None:
    book = parsed(code("a", count=7, id="a"), code("y", count=9, id="y", error=NAME_ERROR))
    for record, order in (
        (executed(("a", "a", True), ("a", "a", True), ("y", "y", False)), [0, 0, 1]),
        (executed(("a", "a", True), ("gone", "b", True), ("y", "y", False)), [0, 1]),
        (executed(("a", "A", True), ("a", "a", True), ("y", "y", False)), [0, 1]),
        (executed(("a", "a", True), ("y", "y", True)), [0, 1]),
    ):
        session = session_of(book, record)
        assert session is not None
        assert list(session.order) == order

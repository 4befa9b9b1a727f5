"""The trace of a kernel session, from the record of what ran in it."""

from junobench_lab.trace.explain import explain
from junobench_lab.trace.live import LiveSession, SessionExecution, SessionRecord, live_session
from tests.notebook_factory import code, markdown, parsed, traceback_of

NOTEBOOK = parsed(
    markdown("# Ferries", id="m"), code("x = 1", id="a"), code("y = x + 1", count=9, id="b"), code("print(y)", id="c")
)


def ran(*executions: tuple[str, str] | tuple[str, str, str, int]) -> LiveSession:
    """Read a session against the notebook: (id, source), with a failure's type and line."""
    record = [
        SessionExecution(id=each[0], source=each[1], ok=True)
        if len(each) == 2
        else SessionExecution(
            id=each[0],
            source=each[1],
            ok=False,
            ename=each[2],
            evalue="",
            count=count,
            traceback=traceback_of(each[2], "", each[1], count, each[3]),
        )
        for count, each in enumerate(executions, 1)
    ]
    return live_session(NOTEBOOK, SessionRecord(executions=record))


def test_the_saved_counts_say_nothing_about_this_kernel():
    session = ran(("a", "x = 1"))
    assert [(each.place, each.cell, each.count) for each in session.trace.executions] == [(1, 1, None)]
    assert [cell.state for cell in session.trace.cells] == ["ran", "never_ran", "never_ran"]


def test_every_execution_is_kept_with_the_source_that_ran():
    session = ran(("a", "x = 1"), ("a", "z = 1"), ("b", "y = x + 1"))
    assert [(each.cell, each.nth) for each in session.trace.executions] == [(1, 1), (1, 2), (2, 1)]
    assert [step.writes for step in session.flow.steps] == [["x"], ["z"], ["y"]]
    assert [(read.name, read.place) for read in session.flow.steps[2].reads] == [("x", 1)]


def test_a_session_whose_last_execution_failed_stands_at_a_crash():
    session = ran(("a", "x = 1"), ("c", "q = 2\nprint(y)", "NameError", 2))
    crash = session.trace.crash
    assert crash is not None
    assert (crash.cell, crash.place, crash.line, crash.ename) == (3, 2, 2, "NameError")
    assert session.cells[3].source == "q = 2\nprint(y)"


def test_a_crash_that_was_left_behind_is_an_execution_as_any_other():
    session = ran(("c", "print(y)", "NameError", 1), ("a", "x = 1"))
    assert session.trace.crash is None
    assert len(session.trace.executions) == 2


def test_of_a_failed_execution_only_what_stands_above_the_failing_line_was_written():
    session = ran(("a", "p = 1\nq = p / 0\nr = 3", "ZeroDivisionError", 2))
    assert session.flow.steps[0].writes == ["p"]


def test_executions_of_deleted_cells_are_lost():
    session = ran(("gone", "y = 1"), ("a", "x = 1"))
    assert session.trace.lost == 1
    assert session.trace.executions[0].lost_before == 1


def test_a_name_whose_cell_failed_in_this_session_is_explained_by_that_failure():
    session = ran(("b", "q = x\ny = q + 1", "NameError", 1), ("a", "x = 1"), ("c", "print(y)", "NameError", 1))
    crash = session.trace.crash
    assert crash is not None
    missed = crash.model_copy(update={"evalue": "name 'y' is not defined"})
    found = explain(session.trace.model_copy(update={"crash": missed}), session.cells)[0]
    assert (found.kind, found.cells) == ("never_run", [2])
    assert "stopped with NameError" in found.sentence


def test_the_line_of_a_failure_is_that_of_the_cell_itself_not_of_a_function_that_it_calls():
    source = "def f():\n    1 / 0\nf()"
    failed = SessionExecution(
        id="a",
        source=source,
        ok=False,
        ename="ZeroDivisionError",
        count=4,
        traceback=["Cell In[4], line 3\n----> 3 f()\n", "Cell In[4], line 2, in f()\n----> 2     1 / 0\n"],
    )
    assert failed.line == 3

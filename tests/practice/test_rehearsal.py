"""The order in which a person's cells are meant to run, from what they tried."""

from junobench_lab.practice.rehearsal import rehearsal
from junobench_lab.trace.live import SessionExecution
from tests.notebook_factory import code, parsed

NOTEBOOK = parsed(code("load", id="a"), code("clean", id="b"), code("crash", id="c"), code("later", id="d"))


def ran(id: str, ok: bool = True, source: str | None = None) -> SessionExecution:
    sources = {cell.id: cell.source for cell in NOTEBOOK.cells}
    return SessionExecution(id=id, source=sources[id] if source is None else source, ok=ok)


def test_a_session_without_trials_is_run_as_it_was():
    assert rehearsal([ran("a"), ran("b"), ran("b"), ran("c")], NOTEBOOK, "c") == ["a", "b", "b", "c"]


def test_what_failed_and_was_run_again_is_left_out():
    tried = [ran("c", ok=False), ran("a"), ran("b", ok=False), ran("b"), ran("c")]
    assert rehearsal(tried, NOTEBOOK, "c") == ["a", "b", "c"]


def test_an_execution_of_an_older_source_gives_way_to_the_newer_one():
    assert rehearsal([ran("a"), ran("b", source="old"), ran("b"), ran("c")], NOTEBOOK, "c") == ["a", "b", "c"]


def test_a_crash_cell_that_failed_last_runs_after_what_was_repaired_since():
    tried = [ran("a"), ran("b", source="old"), ran("c", ok=False), ran("b")]
    assert rehearsal(tried, NOTEBOOK, "c") == ["a", "b", "c"]


def test_what_ran_after_the_crash_cell_is_no_part_of_it():
    assert rehearsal([ran("a"), ran("b"), ran("c"), ran("b"), ran("d")], NOTEBOOK, "c") == ["a", "b", "c"]


def test_a_cell_that_was_changed_after_it_failed_is_run():
    assert rehearsal([ran("a"), ran("b", ok=False, source="old"), ran("c", ok=False)], NOTEBOOK, "c") == ["a", "b", "c"]


def test_without_an_execution_of_the_crash_cell_there_is_no_own_order():
    assert rehearsal([ran("a"), ran("b")], NOTEBOOK, "c") is None
    assert rehearsal([ran("a")], NOTEBOOK, None) is None

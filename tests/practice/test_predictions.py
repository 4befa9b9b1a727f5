"""A prediction is made before the first run, kept, and answered by where the cause really is."""

from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from junobench_lab.errors import InvalidRequest
from junobench_lab.instances.labels import ROOT_CAUSES
from junobench_lab.instances.registry import open_catalog
from junobench_lab.practice.attempts import Attempts
from junobench_lab.practice.hints import hints, next_hint
from junobench_lab.practice.models import Prediction, TrueCause
from junobench_lab.practice.predictions import (
    answered,
    cause_choices,
    cells_at_fault,
    has_been_run,
    require_sensible,
    true_cause,
)
from junobench_lab.practice.reveal_policy import Sight
from junobench_lab.running.models import RunSummary, Target
from junobench_lab.trace.models import Finding
from tests.notebook_factory import code, crash_and_fix, notebook, write_bench

TRUTH = TrueCause(cells=[3, 7], cause="data confusion")


def said(cell: int, cause: str, *, tells_cell: bool = True) -> str:
    answer = answered(Prediction(cell=cell, cause=cause), TRUTH, tells_cell=tells_cell)
    assert answer is not None
    return answer.sentence


def test_the_answer_says_what_was_right_and_what_it_was():
    wrong = "You thought cell 1: a function is used wrongly."
    assert said(0, "API misuse") == f"{wrong} It was cells 4 and 8: the data are not what the code takes them for."
    assert said(7, "data confusion").endswith("It was just that.")
    assert said(3, "API misuse").endswith(
        "The cell is right; the kind was another: the data are not what the code takes them for."
    )
    assert said(0, "data confusion").endswith("The kind is right; it was cells 4 and 8.")


def test_the_cell_stays_hidden_from_who_knows_the_kind_alone():
    for cell in (0, 3):
        told = said(cell, "API misuse", tells_cell=False)
        assert "cell 4" not in told.replace(f"cell {cell + 1}", "") and "cells" not in told
        assert told.endswith("Whether it is the cell is told when the check passes.")


def test_who_skipped_gets_no_answer():
    assert answered(Prediction(skipped=True), TRUTH, tells_cell=True) is None


def test_the_decisive_cell_of_the_explanation_comes_first():
    never_ran = Finding(kind="never_run", cells=[5, 2], sentence="")
    assert cells_at_fault([never_ran], [2, 9]) == [5, 2, 9]


def test_where_the_order_is_not_to_blame_the_fix_tells():
    not_order = Finding(kind="not_order", cells=[9], sentence="")
    assert cells_at_fault([not_order], [4]) == [4]


def test_every_root_cause_can_be_chosen_in_words_of_its_own():
    choices = cause_choices()
    assert [choice.cause for choice in choices] == list(ROOT_CAUSES)
    assert len({choice.words for choice in choices}) == len(choices)
    assert not any(choice.cause.casefold() in choice.words.casefold() for choice in choices)


@pytest.mark.parametrize(("cell", "cause"), [(None, "API misuse"), (5, "API misuse"), (0, None), (0, "bad luck")])
def test_a_prediction_that_makes_no_sense_is_refused(cell: int | None, cause: str | None):
    with pytest.raises(InvalidRequest, match="Name one of"):
        require_sensible(Prediction(cell=cell, cause=cause), 5)


def test_an_edited_cell_is_the_cause_where_order_is_not_to_blame(tmp_path: Path):
    crashed = notebook(code("x = '1'", 1), code("x + 1", 2, error=("TypeError", "can only concatenate str")))
    fixed = notebook(code("x = 1", 1), code("x + 1", 2))
    path = write_bench(
        tmp_path / "b",
        {"sum": {"original": crashed, "reproduced": crashed, "fixed": fixed}},
        {"sum": {"label_root_cause": "implementation error"}},
    )
    bench = open_catalog({"mini": str(path)}).bench("mini")
    assert true_cause(bench, "sum") == TrueCause(cells=[0], cause="implementation error")


def test_a_cell_that_never_ran_is_the_cause_where_it_is(tmp_path: Path):
    crashed = notebook(code("x = 1", None), code("x + 1", 1, error=("NameError", "name 'x' is not defined")))
    fixed = notebook(code("x = 1", 1), code("x + 1", 2))
    path = write_bench(tmp_path / "b", {"sum": {"original": crashed, "reproduced": crashed, "fixed": fixed}})
    bench = open_catalog({"mini": str(path)}).bench("mini")
    truth = true_cause(bench, "sum")
    assert truth is not None and truth.cells[0] == 0


def test_a_prediction_is_kept_with_its_attempt_and_made_once(tmp_path: Path):
    path = write_bench(tmp_path / "b", {"ferry": crash_and_fix()})
    attempts = Attempts(tmp_path / "files", open_catalog({"mini": str(path)}))
    first, second = attempts.start("mini", "ferry"), attempts.start("mini", "ferry", new=True)
    made = Prediction(cell=0, cause="API misuse")
    attempts.predict(first, made)
    assert (attempts.prediction(first), attempts.prediction(second)) == (made, None)
    with pytest.raises(InvalidRequest, match="already"):
        attempts.predict(first, Prediction(skipped=True))
    attempts.file(second).with_name(".prediction.json").write_text("{")
    assert attempts.prediction(second) is None


def test_only_a_run_of_the_attempt_since_its_beginning_comes_before_a_prediction(tmp_path: Path):
    path = write_bench(tmp_path / "b", {"ferry": crash_and_fix()})
    attempt = Attempts(tmp_path / "files", open_catalog({"mini": str(path)})).start("mini", "ferry")

    def ran(later: float, **target: object) -> RunSummary:
        return RunSummary(
            run="r",
            target=Target(bench="mini", id="ferry", **target),  # type: ignore[arg-type]
            environment="local",
            kernel="python3",
            started=attempt.started + timedelta(seconds=later),
            ended=datetime.now(timezone.utc),
            outcome=None,
        )

    others = [ran(5, variant="reproduced"), ran(5, attempt=2), ran(-5, attempt=1)]
    assert not has_been_run(attempt, others)
    assert has_been_run(attempt, [*others, ran(5, attempt=1)])


def test_hints_come_in_four_steps_of_which_only_those_seen_have_text(tmp_path: Path):
    path = write_bench(
        tmp_path / "b", {"ferry": crash_and_fix()}, diagnoses={"ferry": "The cell that makes y was left out."}
    )
    bench = open_catalog({"mini": str(path)}).bench("mini")
    steps = hints(bench, "ferry", Sight())
    assert [(step.step, step.what, step.lines) for step in steps] == [
        (1, "root_cause", []),
        (2, "explanation", []),
        (3, "diagnosis", []),
        (4, "fixed", []),
    ]
    steps = hints(bench, "ferry", Sight(revealed=("root_cause", "diagnosis")))
    assert steps[0].lines == [
        "Root cause: NB specific. Cells ran in the wrong order, twice or not at all.",
        "Crash type: variable not found.",
    ]
    assert steps[2].lines == ["The cell that makes y was left out."]
    following = next_hint(steps)
    assert following is not None and following.what == "explanation"
    everything = hints(bench, "ferry", Sight(revealed=("root_cause", "explanation", "diagnosis", "fixed")))
    assert next_hint(everything) is None and all(step.lines for step in everything)

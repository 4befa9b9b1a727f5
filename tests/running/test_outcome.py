"""The verdict on a run, from its plan and events alone."""

import pytest

from junobench_lab.running.models import (
    CellFinished,
    CellStarted,
    Ended,
    EndReason,
    Event,
    Expectation,
    KernelReady,
    Plan,
    Step,
)
from junobench_lab.running.outcome import judge

READY = KernelReady(at=0.5, kernel="python3", versions={})


def plan(*cells: int, step: int | None = None, ename: str = "keyerror", recorded: str | None = None, **more) -> Plan:
    return Plan(
        steps=[
            Step(index=index, cell=cell, source="", nth=cells[: index + 1].count(cell))
            for index, cell in enumerate(cells)
        ],
        crash=Expectation(step=step, ename=ename, recorded_ename=recorded),
        **more,
    )


def ran(wanted: Plan, steps: int, crash: str | None = None, line: int | None = None) -> list[Event]:
    """Events of a run that carried out some steps, the last of which may crash."""
    events: list[Event] = [READY]
    for step in wanted.steps[:steps]:
        failed = crash is not None and step.index == steps - 1
        events.append(CellStarted(at=1, step=step.index, cell=step.cell))
        events.append(
            CellFinished(
                at=2,
                step=step.index,
                cell=step.cell,
                ok=not failed,
                seconds=1,
                ename=crash if failed else None,
                evalue="'fee'" if failed else None,
                line=line if failed else None,
            )
        )
    reason: EndReason = "crashed" if crash is not None else "finished"
    return [*events, Ended(at=3.5, reason=reason)]


def test_the_labelled_exception_in_the_labelled_step_is_a_crash_as_labelled():
    wanted = plan(0, 4, 2, step=2)
    outcome = judge(wanted, ran(wanted, 3, "KeyError", line=4))
    assert outcome.verdict == "crash_as_labelled"
    assert (outcome.step, outcome.cell, outcome.line, outcome.ename, outcome.evalue) == (2, 2, 4, "KeyError", "'fee'")
    assert (outcome.executed, outcome.planned, outcome.seconds) == (3, 3, 3.5)
    assert outcome.sentence == "It crashes as labelled: KeyError in cell 3, line 4."


@pytest.mark.parametrize(
    "label, actual",
    [("keyerror", "KeyError"), ("errors.invalidargumenterror", "InvalidArgumentError"), ("ValueError", "x.ValueError")],
)
def test_exceptions_are_compared_by_their_last_part_whatever_the_case(label, actual):
    wanted = plan(0, step=0, ename=label)
    assert judge(wanted, ran(wanted, 1, actual)).verdict == "crash_as_labelled"


def test_the_type_in_the_notebooks_own_output_counts_as_labelled_too():
    wanted = plan(0, step=0, ename="error", recorded="ParserError")
    assert judge(wanted, ran(wanted, 1, "ParserError")).verdict == "crash_as_labelled"


def test_another_exception_in_the_labelled_step_is_another_crash():
    wanted = plan(0, 1, step=1, recorded="KeyError")
    outcome = judge(wanted, ran(wanted, 2, "ValueError"))
    assert outcome.verdict == "other_crash"
    assert outcome.sentence == "It crashes in the labelled cell, but with ValueError in cell 2, not with KeyError."


def test_the_labelled_exception_in_another_cell_is_a_crash_elsewhere():
    wanted = plan(0, 5, step=1)
    outcome = judge(wanted, ran(wanted, 1, "KeyError"))
    assert (outcome.verdict, outcome.cell) == ("crash_elsewhere", 0)
    assert "not in the labelled cell 6" in outcome.sentence


def test_an_earlier_execution_of_the_crash_cell_is_elsewhere():
    wanted = plan(0, 1, 1, step=2)
    outcome = judge(wanted, ran(wanted, 2, "KeyError"))
    assert outcome.verdict == "crash_elsewhere"
    assert "earlier execution" in outcome.sentence


def test_a_crash_where_no_cell_stands_for_the_labelled_one_is_elsewhere():
    wanted = plan(0, step=None)
    assert judge(wanted, ran(wanted, 1, "KeyError")).verdict == "crash_elsewhere"


def test_a_crash_without_any_record_to_compare_it_with_is_another_crash():
    wanted = plan(0).model_copy(update={"crash": None})
    assert judge(wanted, ran(wanted, 1, "KeyError")).verdict == "other_crash"


def test_a_run_to_the_end_is_no_crash():
    wanted = plan(0, 1, step=1)
    outcome = judge(wanted, ran(wanted, 2))
    assert (outcome.verdict, outcome.cell, outcome.executed) == ("no_crash", None, 2)
    assert outcome.sentence == "All 2 executions ran without a crash."


def test_an_attempt_that_runs_is_never_called_right():
    wanted = plan(0, 1, step=1, attempt=True)
    assert "doesn't show yet that the repair is right" in judge(wanted, ran(wanted, 2)).sentence


@pytest.mark.parametrize(
    "reason, verdict, cancelled",
    [
        ("timeout", "timeout", False),
        ("out_of_memory", "out_of_memory", False),
        ("kernel_died", "kernel_died", False),
        ("infrastructure", "infrastructure", False),
        ("cancelled", "infrastructure", True),
    ],
)
def test_an_end_within_a_cell_names_the_cell_and_counts_it_as_not_run(reason, verdict, cancelled):
    wanted = plan(3, 6, 7, step=2)
    events = [*ran(wanted, 1)[:-1], CellStarted(at=2, step=1, cell=6), Ended(at=9, reason=reason, detail="Why.")]
    outcome = judge(wanted, events)
    assert (outcome.verdict, outcome.cancelled) == (verdict, cancelled)
    assert (outcome.step, outcome.cell, outcome.executed, outcome.planned) == (1, 6, 1, 3)
    assert outcome.seconds == 9
    assert reason == "cancelled" or "Why." in outcome.sentence


def test_a_kernel_that_never_started_is_no_verdict_on_the_notebook():
    wanted = plan(0, step=0)
    outcome = judge(wanted, [Ended(at=1, reason="infrastructure", detail="There is no kernel named x.")])
    assert (outcome.verdict, outcome.executed) == ("infrastructure", 0)
    assert outcome.sentence == "There is no kernel named x."


def test_events_that_break_off_give_no_verdict():
    wanted = plan(0, 1, step=1)
    outcome = judge(wanted, ran(wanted, 1)[:-1])
    assert outcome.verdict == "infrastructure"
    assert "broken off" in outcome.sentence
    assert judge(wanted, []).verdict == "infrastructure"


def test_a_tolerated_error_is_not_the_crash():
    wanted = plan(0, 1, step=1)
    events = ran(wanted, 2)
    events[2] = CellFinished(at=2, step=0, cell=0, ok=False, seconds=1, ename="NameError", evalue="x")
    assert judge(wanted, events).verdict == "no_crash"

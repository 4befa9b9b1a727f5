"""What a run came to, computed from its plan and its events alone."""

from collections.abc import Sequence

from ..instances.exceptions import same_exception
from .models import CellFinished, CellStarted, Ended, Event, Expectation, Outcome, Plan, Verdict

UNFINISHED = "The run was broken off before its end, so there is no verdict."


def judge(plan: Plan, events: Sequence[Event]) -> Outcome:
    """The verdict on a run.

    A crash counts as labelled where it happens in the expected step with the labelled type of exception; the message
    is shown and not compared, as newer libraries word the same exception differently. Events without an end, as of a
    process that was killed, are `infrastructure`.
    """
    ended = next((event for event in reversed(events) if isinstance(event, Ended)), None)
    finished = [event for event in events if isinstance(event, CellFinished)]
    started = next((event for event in reversed(events) if isinstance(event, CellStarted)), None)
    crashed = finished[-1] if finished and ended is not None and ended.reason == "crashed" else None
    verdict, sentence = _verdict(plan, ended, started, crashed)
    where = crashed or (started if verdict != "no_crash" else None)
    return Outcome(
        verdict=verdict,
        sentence=sentence,
        cancelled=ended is not None and ended.reason == "cancelled",
        step=where.step if where is not None else None,
        cell=where.cell if where is not None else None,
        line=crashed.line if crashed is not None else None,
        ename=crashed.ename if crashed is not None else None,
        evalue=crashed.evalue if crashed is not None else None,
        executed=len(finished),
        planned=len(plan.steps),
        seconds=ended.at if ended is not None else max((event.at for event in events), default=0.0),
    )


def _verdict(
    plan: Plan, ended: Ended | None, started: CellStarted | None, crashed: CellFinished | None
) -> tuple[Verdict, str]:
    if ended is None:
        return "infrastructure", UNFINISHED
    if crashed is not None:
        return _crash_verdict(plan, crashed)
    place = f" in cell {started.cell + 1}" if started is not None else ""
    match ended.reason:
        case "finished":
            return "no_crash", _no_crash(plan)
        case "cancelled":
            return "infrastructure", f"The run was cancelled{place}; what was left did not run."
        case "timeout":
            return "timeout", f"{ended.detail or 'The run took too long.'} It was stopped; what was left did not run."
        case "out_of_memory":
            return "out_of_memory", f"The kernel ran out of memory{place}. {ended.detail}".strip()
        case "kernel_died":
            return "kernel_died", f"The kernel died{place}. {ended.detail}".strip()
        case _:
            return "infrastructure", ended.detail or "The run could not be carried out."


def _crash_verdict(plan: Plan, crashed: CellFinished) -> tuple[Verdict, str]:
    expected = plan.crash
    what = f"{crashed.ename} in cell {crashed.cell + 1}"
    if crashed.line is not None:
        what += f", line {crashed.line}"
    if expected is None:
        return "other_crash", f"It crashes with {what}; no crash is on record to compare it with."
    if crashed.step != expected.step:
        return "crash_elsewhere", f"It crashes with {what}, {_not_where(plan, expected, crashed)}."
    if any(same_exception(crashed.ename or "", name) for name in (expected.ename, expected.recorded_ename or "")):
        return "crash_as_labelled", f"It crashes as labelled: {what}."
    return "other_crash", f"It crashes in the labelled cell, but with {what}, not with {_labelled(expected)}."


def _not_where(plan: Plan, expected: Expectation, crashed: CellFinished) -> str:
    if expected.step is None:
        return "and no cell here stands for the labelled crash cell"
    step = plan.steps[expected.step]
    if step.cell == crashed.cell:
        return f"in an earlier execution of that cell than the labelled one (its execution {step.nth})"
    return f"not in the labelled cell {step.cell + 1}"


def _labelled(expected: Expectation) -> str:
    """The labelled type as a person would write it: the sheet has it in lower case."""
    if expected.recorded_ename is not None and same_exception(expected.ename, expected.recorded_ename):
        return expected.recorded_ename
    return expected.ename


def _no_crash(plan: Plan) -> str:
    steps = "1 execution" if len(plan.steps) == 1 else f"All {len(plan.steps)} executions"
    sentence = f"{steps} ran without a crash."
    if plan.attempt:
        sentence += " That doesn't show yet that the repair is right: many wrong repairs run."
    return sentence

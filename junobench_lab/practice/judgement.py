"""The judgement of an attempt from what its run left: pure, so that it can be made again from the records."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from ..running.edited import EditedNotebook
from ..running.models import CellFinished, CellStarted, Condition, Event, Outcome, RunRecord
from ..sizes import bytes_in_words
from ..trace.dataflow import cell_flow
from ..trace.order import first_line
from .equality import Equality
from .evasions import crash_cell_evasions, ends_the_kernel, evasion
from .models import CellRun, CheckedCell, CheckLevel, CheckResult, Evasion, Reveal
from .reference import LEAST_MEMORY, LEAST_SECONDS, Budget
from .tampering import tampering

NOT_YET_RIGHT = "this does not yet show that the repair is right"
"""Said together with every "it runs": on JunoBench 91 % of the wrong repairs run."""

_RECORDED = "The cells run in the recorded order."

_NOTHING_TO_CHECK_BY = "There is nothing to check it by: compare it with the reference fix yourself."
_UNCHECKED = "The kernel gave no answer to the check: check it again."


@dataclass(frozen=True)
class Evidence:
    """All that a judgement rests on."""

    record: RunRecord
    """Of the attempt's run, which has ended."""
    edited: EditedNotebook
    crash_cell: int | None
    """What the crash cell has become, 0-based; ``None`` where it is gone or no code any more."""
    conditions: Sequence[Condition] | None
    """``None`` where there is nothing to check by: no check, and no reference run to compare with."""
    has_check: bool
    """Whether the instance has a check of its own."""
    edited_files: Sequence[str]
    """Input files of the attempt's folder that are other than those of the instance."""
    equality: Equality | None
    budget: Budget
    reference: RunRecord | None
    """The run of the reference fix that the budget comes from."""
    checked: datetime
    hints: Sequence[Reveal] = field(default_factory=tuple)


def judge_attempt(evidence: Evidence) -> CheckResult:
    """The level, in words and as data. Who evades the crash gets no further than `runs`."""
    record, outcome = evidence.record, evidence.record.outcome
    assert outcome is not None and record.target.attempt is not None
    evasions = _evasions(evidence, outcome)
    level = _level(evidence, outcome, evasions)
    reached = level in ("passes_check", "equals_reference")
    return CheckResult(
        bench=record.target.bench,
        id=record.target.id,
        attempt=record.target.attempt,
        run=record.run,
        checked=evidence.checked,
        level=level,
        sentence=_sentence(evidence, outcome, level, evasions),
        more=_more(evidence, outcome, level),
        crash_cell=outcome.cell if level == "does_not_run" else None,
        crash_line=outcome.line if level == "does_not_run" else None,
        conditions=list(evidence.conditions or ()) if outcome.verdict == "no_crash" else [],
        evasions=evasions,
        order_note=record.plan.note or _RECORDED,
        cells=_cells(evidence),
        seconds=outcome.seconds,
        budget=evidence.budget.seconds,
        memory_budget=evidence.budget.memory,
        equality=evidence.equality.relation if evidence.equality is not None and reached else None,
        hints=list(evidence.hints),
        cancelled=outcome.cancelled,
    )


def _level(evidence: Evidence, outcome: Outcome, evasions: Sequence[Evasion]) -> CheckLevel | None:
    if outcome.verdict == "infrastructure":
        return None
    if outcome.verdict != "no_crash":
        return "does_not_run"
    if evasions or not evidence.conditions or not all(condition.ok for condition in evidence.conditions):
        return "runs"
    return "equals_reference" if evidence.equality is not None else "passes_check"


def _evasions(evidence: Evidence, outcome: Outcome) -> list[Evasion]:
    found: list[Evasion] = []
    crash = evidence.edited.trace.crash
    if crash is not None:
        imports = {name for cell in evidence.edited.now.cells if cell.type == "code" for name in _imports(cell.source)}
        after = evidence.edited.now.cells[evidence.crash_cell] if evidence.crash_cell is not None else None
        before = evidence.edited.start.cells[crash.cell]
        # The cell may still be there as text.
        as_text = next((cell for cell in evidence.edited.now.cells if before.id and cell.id == before.id), None)
        found += crash_cell_evasions(before, after or as_text, crash.ename, imports)
    given = [cell.source for cell in evidence.edited.start.cells if cell.type == "code"]
    what = tampering(given, [step.source for step in evidence.record.plan.steps if step.source not in given])
    if what is not None:
        found.append(evasion("judge_tampered", what=what[:80]))
    files = sorted({*evidence.record.changed_files, *evidence.edited_files})
    if files:
        found.append(evasion("data_edited", files=", ".join(files)))
    if outcome.cell is not None and (outcome.verdict == "kernel_died" or outcome.ename == "SystemExit"):
        ran = next(step.source for step in evidence.record.plan.steps if step.cell == outcome.cell)
        if outcome.ename == "SystemExit" or ends_the_kernel(ran):
            found.append(evasion("exit_called", outcome.cell))
    return found


def _imports(source: str) -> list[str]:
    return cell_flow(source).imports


def _sentence(evidence: Evidence, outcome: Outcome, level: CheckLevel | None, evasions: Sequence[Evasion]) -> str:
    if level is None:
        return f"The attempt could not be checked. {outcome.sentence}"
    if level == "does_not_run":
        if outcome.verdict == "crash_as_labelled":
            line = f", line {outcome.line}" if outcome.line is not None else ""
            return f"It crashes as before: {outcome.ename} in cell {(outcome.cell or 0) + 1}{line}."
        return outcome.sentence
    if level == "runs":
        return f"It runs, but {NOT_YET_RIGHT}. {_why_not_further(evidence, evasions)}"
    total = len(evidence.conditions or ())
    held = "its one condition holds" if total == 1 else f"all {total} conditions hold"
    passes = f"It runs and passes the check: {held}."
    return f"{passes} {evidence.equality.sentence}" if evidence.equality is not None else passes


def _why_not_further(evidence: Evidence, evasions: Sequence[Evasion]) -> str:
    if evasions:
        return evasions[0].sentence
    if not evidence.conditions:
        return _UNCHECKED if evidence.has_check else _NOTHING_TO_CHECK_BY
    failed = [condition for condition in evidence.conditions if not condition.ok]
    return f"{len(failed)} of {len(evidence.conditions)} conditions {'does' if len(failed) == 1 else 'do'} not hold."


def _more(evidence: Evidence, outcome: Outcome, level: CheckLevel | None) -> list[str]:
    more = _budget_words(evidence, outcome)
    if evidence.edited_files:
        names = ", ".join(evidence.edited_files)
        more.append(f"The check runs on the instance's own data, not on what you changed: {names}.")
    if level == "does_not_run" and any(step.may_crash for step in evidence.record.plan.steps):
        more.append("Cells that also failed in the recorded session may fail here.")
    return more


def _budget_words(evidence: Evidence, outcome: Outcome) -> list[str]:
    """Where the budget was exceeded: how it came about."""
    reference = evidence.reference
    if reference is None or reference.outcome is None:
        return []
    if outcome.verdict == "timeout":
        took = f"{reference.outcome.seconds:.1f} s"
        least = f"{LEAST_SECONDS:.0f} s"
    elif outcome.verdict == "out_of_memory" and reference.peak_memory is not None:
        took = f"{bytes_in_words(reference.peak_memory)} of memory"
        least = bytes_in_words(LEAST_MEMORY)
    else:
        return []
    return [f"An attempt may take ten times what the reference fix takes ({took}), and at least {least}."]


def _cells(evidence: Evidence) -> list[CheckedCell]:
    """The executions of the plan in their order, then the code cells that are no part of it."""
    finished = {event.step: event.ok for event in evidence.record.events if isinstance(event, CellFinished)}
    steps = evidence.record.plan.steps
    cells = [
        CheckedCell(
            cell=step.cell,
            ran=_ran(step.index, finished, evidence.record.events),
            first_line=first_line(step.source),
            planned=True,
        )
        for step in steps
    ]
    planned = {step.cell for step in steps}
    cells += [
        CheckedCell(cell=cell.cell, ran="not_run", first_line=first_line(cell.source), planned=False)
        for cell in evidence.edited.now.cells
        if cell.type == "code" and cell.source.strip() and cell.cell not in planned
    ]
    return cells


def _ran(step: int, finished: Mapping[int, bool], events: Sequence[Event]) -> CellRun:
    if step in finished:
        return "ok" if finished[step] else "crashed"
    started = any(isinstance(event, CellStarted) and event.step == step for event in events)
    return "stopped" if started else "not_run"

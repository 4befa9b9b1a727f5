"""Explaining a crash over a value: it came from another cell, or at another time, than document order suggests."""

from .crash_case import CrashCase, makes_anew, never_run, place_of, too_early
from .missing import missing_name
from .models import Finding

NO_ORDER_CAUSE = frozenset(
    {"modulenotfounderror", "importerror", "filenotfounderror", "syntaxerror", "indentationerror", "keyboardinterrupt"}
)
"""Exceptions that say nothing about values that other cells made."""

_MISSING = frozenset({"keyerror", "attributeerror"})
"""Exceptions that something lacks: a cell that only adds to it isn't the cause."""


def explain_value(case: CrashCase) -> list[Finding]:
    """Findings on a value that the crash line reads; empty where it is the one that document order suggests."""
    if case.kind in NO_ORDER_CAUSE or missing_name(case.crash.ename, case.crash.evalue):
        return []
    for rule in (_not_fitted, _from_below, _from_above, _changed_twice, _skipped, _stale, _skipped_input):
        for name in case.crash_names:
            if not case.is_imported(name):
                findings = rule(case, name)
                if findings:
                    return findings
    return []


def _not_fitted(case: CrashCase, name: str) -> list[Finding]:
    """The message asks for a call that another cell makes, and that cell never ran."""
    if case.kind != "notfittederror" and "is not fitted" not in case.crash.evalue:
        return []
    fitting = [cell for cell in case.touching(name) if name in case.flows[cell].changes and cell not in case.ran]
    cell = case.nearest(fitting, case.crash.cell)
    if cell is None:
        return []
    rule = too_early if cell in case.later else never_run
    return [rule(case, cell, f"{name} is fitted by", name)]


def _from_below(case: CrashCase, name: str) -> list[Finding]:
    """A cell that stands below the crash cell ran before it and gave the name its value."""
    last = case.last_touch(name)
    here = case.crash.cell
    if last is None or last.cell <= here:
        return []
    flow = case.flows[last.cell]
    if case.kind in _MISSING and _only_adds(case, last.cell, name):
        return []
    where = f"{place_of(last.cell)}, which stands below {place_of(here)} but ran before it"
    suggested = case.suggested(name, here)
    # A function is not changed by what it is asked: "score = score(y)" puts another value in its place.
    was_function = suggested is not None and name in case.flows[suggested].functions and name in flow.writes
    if not makes_anew(flow, name) and not was_function:
        sentence = f"{name} was already changed by {where}. It should not have run yet."
        return [Finding(kind="should_not_have_run", name=name, cells=[last.cell], sentence=sentence)]
    if suggested is None:
        # No cell above makes the name, so that running the one below first was meant.
        return []
    return [
        Finding(
            kind="should_not_have_run",
            name=name,
            cells=[last.cell],
            sentence=f"{name} was overwritten by {where}. It should not have run yet.",
        ),
        Finding(
            kind="overwritten",
            name=name,
            cells=[last.cell, suggested],
            sentence=f"In document order {name} comes from {place_of(suggested)}: run that cell again.",
        ),
    ]


def _only_adds(case: CrashCase, cell: int, name: str) -> bool:
    """Whether all that a cell does to a name is to add columns, keys or attributes."""
    flow = case.flows[cell]
    actions = {use.action for use in flow.keys if use.name == name and use.action != "read"}
    return name not in flow.writes and actions == {"add"}


def _from_above(case: CrashCase, name: str) -> list[Finding]:
    """The cell that should come last ran, but one above it ran again after it and made the name anew."""
    last, suggested = case.last_touch(name), case.suggested(name, case.crash.cell)
    if last is None or suggested is None or last.cell >= suggested or suggested not in case.ran:
        return []
    if not makes_anew(case.flows[last.cell], name):
        return []
    sentence = (
        f"{name} comes from {place_of(last.cell)}, which ran after {place_of(suggested)} "
        f"and overwrote what that had made. Run {place_of(suggested)} again."
    )
    return [Finding(kind="overwritten", name=name, cells=[last.cell, suggested], sentence=sentence)]


def _changed_twice(case: CrashCase, name: str) -> list[Finding]:
    for cell, executions in case.ran.items():
        flow = case.flows[cell]
        if len(executions) > 1 and name in flow.reads and name in flow.touches:
            sentence = f"{place_of(cell).capitalize()} ran {len(executions)} times, and each run changed {name} again."
            return [Finding(kind="run_twice", name=name, cells=[cell], sentence=sentence)]
    return []


def _skipped(case: CrashCase, name: str, above: int | None = None) -> list[Finding]:
    """The cell that should give the name its value never ran, or only after the crash."""
    last, suggested = case.last_touch(name), case.suggested(name, case.crash.cell if above is None else above)
    if last is None or suggested is None or last.cell >= suggested or suggested in case.ran:
        return []
    flow = case.flows[suggested]
    if name not in flow.writes or name in flow.functions:
        return []
    if case.cells[suggested].source.strip() == case.cells[last.cell].source.strip():
        # The same code twice: whichever of them ran, the value is the same.
        return []
    if suggested in case.later:
        return [too_early(case, suggested, f"{name} should come from", name)]
    return [never_run(case, suggested, f"{name} should come from", name)]


def _stale(case: CrashCase, name: str) -> list[Finding]:
    """The right cell made the name, but before one of its own inputs had its value."""
    last = case.last_touch(name)
    if last is None or last.cell != case.suggested(name, case.crash.cell):
        return []
    for source in last.reads:
        maker = case.suggested(source.name, last.cell)
        if maker is None or maker == last.cell or case.is_imported(source.name):
            continue
        runs = case.ran.get(maker)
        if runs and runs[0].place > last.place:
            sentence = (
                f"{name} was made by {place_of(last.cell)} before {place_of(maker)} gave {source.name} its value. "
                f"Run {place_of(last.cell)} again."
            )
            return [Finding(kind="run_too_early", name=name, cells=[last.cell, maker], sentence=sentence)]
    return []


def _skipped_input(case: CrashCase, name: str) -> list[Finding]:
    """What the name was made from lacks a step: a cell that turns it into another value of itself never ran."""
    last = case.last_touch(name)
    if last is None or last.cell != case.suggested(name, case.crash.cell):
        return []
    for source in last.reads:
        step = case.suggested(source.name, last.cell)
        if step is None or case.is_imported(source.name) or source.name in case.flows[last.cell].functions:
            continue
        flow = case.flows[step]
        made = [each.place for each in case.steps[:-1] if source.name in each.writes and each.cell < step]
        if made and step not in case.ran and source.name in flow.derived.get(source.name, ()):
            return [never_run(case, step, f"{name} is made from {source.name}, which should go through", source.name)]
    return []

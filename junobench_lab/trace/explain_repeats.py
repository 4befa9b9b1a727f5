"""Explaining a crash in a cell's second run: the first run undid what the cell needs."""

from .crash_case import CrashCase, place_of
from .missing import missing_keys
from .models import Finding


def explain_second_run(case: CrashCase) -> list[Finding]:
    """Findings where the crash cell ran before; also where the counts only suggest it."""
    last = case.trace.executions[-1]
    if last.nth < 2:
        return _unseen_first_run(case)
    flow = case.crash_flow
    where = place_of(case.crash.cell).capitalize()
    keys = missing_keys(case.crash.ename, case.crash.evalue)
    removed = [use for use in flow.keys if use.action == "remove" and use.key in keys]
    undone = [name for name in flow.reads if name in flow.touches and not case.is_imported(name)]
    undone = [name for name in undone if name in case.crash_names] or undone
    if removed:
        name = removed[0].name
        sentence = f"{where} ran twice: its first run already took '{removed[0].key}' out of {name}."
    elif undone:
        name = undone[0]
        sentence = (
            f"{where} ran twice: its first run already changed {name}, so the second run started from another {name}."
        )
    else:
        sentence = f"{where} ran twice, and only its second run crashed."
        return [Finding(kind="run_twice", cells=[case.crash.cell], sentence=sentence)]
    return [Finding(kind="run_twice", name=name, cells=[case.crash.cell], sentence=sentence)]


def _unseen_first_run(case: CrashCase) -> list[Finding]:
    """A saved notebook shows one count a cell, so a first run is seen only as a gap in the counts.

    Where the cell itself takes away the key that is missing, and a cell that ran before could still use that key, the
    gap was the cell's first run.
    """
    keys = missing_keys(case.crash.ename, case.crash.evalue)
    flow = case.flows[case.crash.cell]
    for use in flow.keys:
        if use.action != "remove" or use.key not in keys:
            continue
        made = max((step.place for step in case.steps[:-1] if use.name in step.writes), default=0)
        lost = sum(each.lost_before for each in case.trace.executions if each.place > made)
        used_before = any(
            key.key == use.key and key.name == use.name and key.action == "read"
            for cell in case.ran
            for key in case.flows[cell].keys
        )
        removed_elsewhere = any(
            key.key == use.key and key.action == "remove" for cell in case.ran for key in case.flows[cell].keys
        )
        if lost and used_before and not removed_elsewhere:
            where = place_of(case.crash.cell).capitalize()
            sentence = (
                f"{where} takes '{use.key}' out of {use.name}, and executions right before are missing from the "
                f"counts: it probably ran twice, and its first run already took '{use.key}' away."
            )
            return [Finding(kind="run_twice", name=use.name, cells=[case.crash.cell], sentence=sentence)]
    return []

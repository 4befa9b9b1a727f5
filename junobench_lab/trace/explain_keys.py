"""Explaining a missing column, key or attribute: the cell that adds it never ran, or another took it away."""

from .crash_case import CrashCase, makes_anew, never_run, place_of, too_early
from .flow_models import CellFlow, KeyUse
from .missing import missing_keys
from .models import Finding


def explain_missing_key(case: CrashCase) -> list[Finding]:
    """Findings on a column, key or attribute that doesn't exist; empty where order isn't the cause."""
    for key in missing_keys(case.crash.ename, case.crash.evalue):
        finding = _explain_key(case, key)
        if finding is not None:
            return [finding]
    return []


def _explain_key(case: CrashCase, key: str) -> Finding | None:
    here = case.crash.cell
    subjects = _subjects(case, key)
    adders = _adders(case, key, subjects)
    if not adders and case.kind == "keyerror":
        # The object may reach the crash line on a way that can't be followed.
        adders = [cell for cell in _adders(case, key, None) if case.never_ran(cell)]
    ran = [cell for cell in adders if cell in case.ran]
    later = [cell for cell in adders if cell in case.later]
    never = [cell for cell in adders if case.never_ran(cell)]
    if ran:
        finding = _made_anew(case, key, subjects, ran)
        if finding is not None:
            return finding
    elif later:
        return too_early(case, later[0], f"'{key}' is added by", key)
    elif never:
        cell = case.nearest(never, here)
        assert cell is not None
        return never_run(case, cell, f"'{key}' is added by", key)
    return _removed_below(case, key, subjects) or (None if adders else _lost_adder(case, key, subjects))


def _subjects(case: CrashCase, key: str) -> set[str]:
    """Objects that the crash line looks the key up in, and what they were made from."""
    flow = case.crash_flow
    line = case.crash.line
    names = [use.name for use in flow.keys if use.key == key and (line is None or use.line == line)] or case.crash_names
    found = set(names)
    waiting = list(found)
    sources: dict[str, set[str]] = {}
    for each in case.flows.values():
        for name, made_from in each.derived.items():
            sources.setdefault(name, set()).update(made_from)
    while waiting:
        for source in sources.get(waiting.pop(), ()):
            if source not in found and not case.is_imported(source):
                found.add(source)
                waiting.append(source)
    return found


def _adders(case: CrashCase, key: str, subjects: set[str] | None) -> list[int]:
    """Cells that add the key, to one of the subjects where they are given, in document order."""
    return [
        cell
        for cell, flow in case.flows.items()
        if cell != case.crash.cell
        and any(
            _adds(use, key) and _is_new(flow, use) and (subjects is None or use.name in subjects) for use in flow.keys
        )
    ]


def _adds(use: KeyUse, key: str) -> bool:
    return use.action == "add" and (key.startswith(use.key) if use.prefix else use.key == key)


def _is_new(flow: CellFlow, added: KeyUse) -> bool:
    """Whether the cell makes the key rather than changes one that is there: ``df["x"] = df["x"].astype(int)``."""
    for use in flow.keys:
        if use is added:
            return True
        if use.action == "read" and use.key == added.key and use.name == added.name:
            return False
    return True


def _made_anew(case: CrashCase, key: str, subjects: set[str], adders: list[int]) -> Finding | None:
    """A cell that stands above the one that adds the key ran again after it and made the object anew."""
    adder = max(adders, key=lambda cell: case.ran[cell][-1].place)
    added_at = case.ran[adder][-1].place
    for step in reversed(case.steps[:-1]):
        if step.place <= added_at:
            return None
        flow = case.flows[step.cell]
        for name in flow.writes:
            if name in subjects and makes_anew(flow, name) and step.cell < adder:
                sentence = (
                    f"{place_of(step.cell).capitalize()} made {name} anew after {place_of(adder)} had added '{key}'. "
                    f"Run {place_of(adder)} again."
                )
                return Finding(kind="overwritten", name=name, cells=[step.cell, adder], sentence=sentence)
    return None


def _removed_below(case: CrashCase, key: str, subjects: set[str]) -> Finding | None:
    """A cell below the crash cell ran before it and took the key away."""
    here = case.crash.cell
    for step in reversed(case.steps[:-1]):
        removes = any(
            use.key == key and use.action == "remove" and use.name in subjects for use in case.flows[step.cell].keys
        )
        if removes and step.cell > here:
            sentence = (
                f"{place_of(step.cell).capitalize()} had already taken '{key}' away: "
                f"it stands below {place_of(here)} but ran before it."
            )
            return Finding(kind="should_not_have_run", name=key, cells=[step.cell], sentence=sentence)
    return None


def _lost_adder(case: CrashCase, key: str, subjects: set[str]) -> Finding | None:
    """No cell adds the key that several use, executions left no cell, and the object was made anew out of turn.

    Each of the three alone is common in notebooks whose data just lack the column.
    """
    users = [cell for cell, flow in case.flows.items() if any(use.key == key for use in flow.keys)]
    if case.trace.lost == 0 or len(users) < 2:
        return None
    for step in reversed(case.steps[:-1]):
        flow = case.flows[step.cell]
        made = [name for name in flow.writes if name in subjects and makes_anew(flow, name)]
        if not made or case.trace.executions[step.place - 1].lost_before == 0:
            continue
        if any(other.place < step.place and other.cell > step.cell for other in case.steps):
            sentence = (
                f"No cell adds '{key}', though several use it. {place_of(step.cell).capitalize()} made {made[0]} anew "
                "after executions that left no cell: the one that added it was probably deleted after it ran."
            )
            return Finding(kind="never_defined", name=key, cells=[], sentence=sentence)
    return None

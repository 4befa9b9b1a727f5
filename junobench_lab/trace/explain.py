"""Why a recorded session crashed, in terms of its order: never run, run too early, run twice, overwritten.

The rules ask, for what the crash line reads: which cell should have made it, by document order, and which did?
Where the two agree, order isn't the cause, and the explanation says so rather than guess.
"""

import difflib
import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from ..instances.models import Cell
from .dataflow import CellFlow, cell_flow
from .missing import missing_keys, missing_name
from .models import Execution, Finding, Trace, TraceCrash
from .session_flow import StepFlow, resolve_functions, session_flow

NO_ORDER_CAUSE = frozenset(
    {"modulenotfounderror", "importerror", "filenotfounderror", "syntaxerror", "indentationerror", "keyboardinterrupt"}
)
"""Exceptions that say nothing about values that other cells made."""

_FENCE = re.compile(r"^```[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)


def explain(trace: Trace, cells: Sequence[Cell]) -> list[Finding]:
    """Findings on the crash, the decisive one first; empty where nothing crashed.

    ``cells`` are all cells of the notebook that ``trace`` was read from.
    """
    if trace.crash is None:
        return []
    case = _Case(trace, trace.crash, cells)
    for rule in (_ran_twice, _missing_name, _missing_key, _out_of_place):
        findings = rule(case)
        if findings:
            return findings
    sentence = (
        "The order of the recorded session does not explain this crash: "
        "what the crash line reads comes from the cells that the notebook's own order suggests."
    )
    return [Finding(kind="not_order", cells=[trace.crash.cell], sentence=sentence)]


def explained(trace: Trace, cells: Sequence[Cell]) -> Trace:
    """The trace with its findings."""
    return trace.model_copy(update={"findings": explain(trace, cells)})


class _Case:
    """A crash with the data flow around it, computed once for all rules."""

    def __init__(self, trace: Trace, crash: TraceCrash, cells: Sequence[Cell]) -> None:
        self.trace = trace
        self.crash = crash
        self.cells = cells
        self.flows: dict[int, CellFlow] = {cell.cell: cell_flow(cell.source) for cell in cells if cell.type == "code"}
        self.ran: dict[int, list[Execution]] = {}
        for execution in trace.executions:
            if not execution.crash:
                self.ran.setdefault(execution.cell, []).append(execution)
        self.later = {
            cell.cell
            for cell in cells
            if cell.type == "code" and cell.count is not None and cell.cell not in self.ran and cell.cell != crash.cell
        }
        """Cells that ran, but only after the crash."""

    @cached_property
    def steps(self) -> list[StepFlow]:
        return session_flow(self.trace, [self.flows[each.cell] for each in self.trace.executions])

    @cached_property
    def crash_flow(self) -> CellFlow:
        functions = {}
        for execution in self.trace.executions:
            functions.update(self.flows[execution.cell].functions)
        return resolve_functions(self.flows[self.crash.cell], functions)

    @cached_property
    def available(self) -> set[str]:
        """Names that exist when the crash cell starts."""
        names: set[str] = set()
        for step in self.steps[:-1]:
            names |= set(step.writes)
            names -= set(step.deletes)
        return names

    def never_ran(self, cell: int) -> bool:
        return cell not in self.ran and cell not in self.later and cell != self.crash.cell

    def writers(self, name: str) -> list[int]:
        """Cells that bind a name, the crash cell left out, in document order."""
        return [cell for cell, flow in self.flows.items() if name in flow.writes and cell != self.crash.cell]

    def touching(self, name: str) -> list[int]:
        """Cells after which a name's value is another, the crash cell left out, in document order."""
        return [cell for cell, flow in self.flows.items() if name in flow.touches and cell != self.crash.cell]

    def nearest(self, candidates: Iterable[int], before: int) -> int | None:
        """The candidate that document order suggests: the last one above a cell, else the first one below it."""
        ordered = sorted(candidates)
        above = [cell for cell in ordered if cell < before]
        return above[-1] if above else next(iter(ordered), None)

    def needs(self, cell: int) -> list[int]:
        """Cells that never ran and that a cell needs, directly or through others; nearest first, each once."""
        found: dict[int, None] = {}
        waiting = [cell]
        while waiting:
            current = waiting.pop(0)
            flow = self.flows.get(current)
            if flow is None:
                continue
            for name in flow.reads:
                if name in self.available or name in flow.guarded:
                    continue
                source = self.nearest((c for c in self.writers(name) if self.never_ran(c) and c != current), current)
                if source is not None and source not in found and source != cell:
                    found[source] = None
                    waiting.append(source)
        return list(found)

    @cached_property
    def crash_names(self) -> list[str]:
        """Names from outside that the crash line depends on, those on the line itself first."""
        flow = self.crash_flow
        line = self.crash.line
        direct = [name for name, lines in flow.read_lines.items() if line is None or line in lines]
        inside = [key.name for key in flow.keys if key.line == line]
        through = [source for name in dict.fromkeys((*inside, *flow.writes)) for source in flow.derived.get(name, ())]
        called = [name for name in flow.reads if name not in flow.read_lines]
        return [name for name in dict.fromkeys((*direct, *through, *called)) if name in flow.reads]


def place_of(cell: int) -> str:
    """How a person calls a cell: counted from 1, as in the lab's status bar."""
    return f"cell {cell + 1}"


def _cells_in_words(cells: Sequence[int]) -> str:
    names = [str(cell + 1) for cell in sorted(cells)]
    if len(names) == 1:
        return f"cell {names[0]}"
    return f"cells {', '.join(names[:-1])} and {names[-1]}"


def _never_run(case: _Case, cell: int, what: str, name: str | None) -> Finding:
    needs = case.needs(cell)
    sentence = f"{what} {place_of(cell)}, which never ran in this session."
    if needs:
        sentence += f" It needs {_cells_in_words(needs)}, which never ran either."
    return Finding(kind="never_run", name=name, cells=[cell, *needs], sentence=sentence)


# -- the crash cell ran twice


def _ran_twice(case: _Case) -> list[Finding]:
    last = case.trace.executions[-1]
    if last.nth < 2:
        return []
    flow = case.crash_flow
    undone = [name for name in flow.reads if name in flow.touches]
    keys = missing_keys(case.crash.ename, case.crash.evalue)
    removed = [key for key in flow.keys if key.action == "remove" and key.key in keys]
    where = place_of(case.crash.cell).capitalize()
    if removed:
        name = removed[0].name
        sentence = f"{where} ran twice: its first run already took '{removed[0].key}' out of {name}."
    elif undone:
        on_line = [name for name in undone if name in case.crash_names]
        name = (on_line or undone)[0]
        sentence = (
            f"{where} ran twice: its first run already changed {name}, so the second run started from another {name}."
        )
    else:
        return [
            Finding(
                kind="run_twice",
                cells=[case.crash.cell],
                sentence=f"{where} ran twice, and only its second run crashed.",
            )
        ]
    return [Finding(kind="run_twice", name=name, cells=[case.crash.cell], sentence=sentence)]


# -- a name that doesn't exist


def _missing_name(case: _Case) -> list[Finding]:
    name = missing_name(case.crash.ename, case.crash.evalue)
    if name is None:
        return []
    here = case.crash.cell
    writers = case.writers(name)
    if any(cell in case.ran for cell in writers):
        return _deleted_by_code(case, name, writers)
    later = [cell for cell in writers if cell in case.later]
    if later:
        cell = case.nearest(later, here)
        assert cell is not None
        sentence = f"{name} is made by {place_of(cell)}, which ran only after {place_of(here)} had needed it."
        return [Finding(kind="run_too_early", name=name, cells=[cell], sentence=sentence)]
    not_code = [cell.cell for cell in case.cells if cell.type != "code" and name in _names_in_text(cell)]
    never = [cell for cell in writers if case.never_ran(cell)]
    source = case.nearest([*never, *not_code], here)
    if source is not None and source in not_code:
        kind = case.cells[source].type
        sentence = (
            f"{name} is made in {place_of(source)}, which is a {kind} cell, so it cannot run. Make it a code cell."
        )
        return [Finding(kind="raw_cell", name=name, cells=[source], sentence=sentence)]
    if source is not None:
        return [_never_run(case, source, f"{name} is made by", name)]
    stars = [cell for cell, flow in case.flows.items() if flow.star_import and case.never_ran(cell)]
    star = case.nearest(stars, here)
    if star is not None:
        return [_never_run(case, star, f"{name} may come from the star import in", name)]
    return [_never_defined(case, name)]


def _names_in_text(cell: Cell) -> set[str]:
    """Names that a raw or markdown cell would bind if it were code."""
    parts = [cell.source] if cell.type == "raw" else _FENCE.findall(cell.source)
    return {name for part in parts for name in cell_flow(part).writes}


def _deleted_by_code(case: _Case, name: str, writers: list[int]) -> list[Finding]:
    """The name was made and then unbound by ``del`` in another cell that ran."""
    deleters = [step for step in case.steps[:-1] if name in step.deletes]
    if not deleters:
        return []
    deleter = deleters[-1].cell
    above = [cell for cell in writers if cell < case.crash.cell]
    if deleter < case.crash.cell and (not above or deleter > above[-1]):
        # Document order deletes it as well.
        return []
    sentence = (
        f"{name} was deleted by {place_of(deleter)}, which should not have run before {place_of(case.crash.cell)}."
    )
    return [Finding(kind="should_not_have_run", name=name, cells=[deleter], sentence=sentence)]


def _never_defined(case: _Case, name: str) -> Finding:
    known = {written for flow in case.flows.values() for written in flow.writes} | case.available
    alike = difflib.get_close_matches(name, sorted(known), n=3, cutoff=0.75)
    if alike:
        sentence = f"No cell makes {name}. It may be misspelt: the notebook has {', '.join(alike)}."
    elif case.trace.lost:
        lost = "1 execution" if case.trace.lost == 1 else f"{case.trace.lost} executions"
        sentence = f"No cell makes {name}. {lost} left no cell: the one that made it was probably deleted after it ran."
    else:
        sentence = f"No cell makes {name}: it was never defined in this notebook."
    return Finding(kind="never_defined", name=name, cells=[], sentence=sentence)


# -- a column or key that doesn't exist


def _missing_key(case: _Case) -> list[Finding]:
    keys = missing_keys(case.crash.ename, case.crash.evalue)
    here = case.crash.cell
    for key in keys:
        subjects = _subjects(case, key)
        adders = _cells_with_key(case, key, "add", subjects)
        ran = [cell for cell in adders if cell in case.ran]
        never = [cell for cell in adders if case.never_ran(cell)]
        later = [cell for cell in adders if cell in case.later]
        if not ran and later:
            sentence = f"'{key}' is added by {place_of(later[0])}, which ran only after {place_of(here)} had needed it."
            return [Finding(kind="run_too_early", name=key, cells=[later[0]], sentence=sentence)]
        if not ran and never:
            cell = case.nearest(never, here)
            assert cell is not None
            return [_never_run(case, cell, f"'{key}' is added by", key)]
        if ran:
            finding = _made_anew(case, key, subjects, ran[-1])
            if finding is not None:
                return [finding]
        removers = _cells_with_key(case, key, "remove", subjects)
        below = [cell for cell in removers if cell in case.ran and cell > here]
        if below:
            sentence = (
                f"{place_of(below[-1]).capitalize()} had already taken '{key}' away: "
                f"it stands below {place_of(here)} but ran before it."
            )
            return [Finding(kind="should_not_have_run", name=key, cells=[below[-1]], sentence=sentence)]
    return []


def _subjects(case: _Case, key: str) -> set[str]:
    """Objects that the crash line looks the key up in, and what they were made from."""
    flow = case.crash_flow
    line = case.crash.line
    names = [use.name for use in flow.keys if use.key == key and (line is None or use.line == line)] or case.crash_names
    found = set(names)
    waiting = list(found)
    while waiting:
        name = waiting.pop()
        for other in (flow, *case.flows.values()):
            for source in other.derived.get(name, ()):
                if source not in found and not any(source in f.imports for f in case.flows.values()):
                    found.add(source)
                    waiting.append(source)
    return found


def _cells_with_key(case: _Case, key: str, action: str, subjects: set[str]) -> list[int]:
    return [
        cell
        for cell, flow in case.flows.items()
        if cell != case.crash.cell
        and any(use.key == key and use.action == action and use.name in subjects for use in flow.keys)
    ]


def _made_anew(case: _Case, key: str, subjects: set[str], adder: int) -> Finding | None:
    """A cell that stands above the one that adds the key ran again after it and made the object anew."""
    added_at = case.ran[adder][-1].place
    for step in reversed(case.steps[:-1]):
        if step.place <= added_at:
            return None
        flow = case.flows[step.cell]
        for name in flow.writes:
            if name in subjects and _makes_anew(flow, name) and step.cell < adder:
                sentence = (
                    f"{place_of(step.cell).capitalize()} made {name} anew after {place_of(adder)} had added '{key}'. "
                    f"Run {place_of(adder)} again."
                )
                return Finding(kind="overwritten", name=name, cells=[step.cell, adder], sentence=sentence)
    return None


# -- a value that came from another cell than document order suggests


def _out_of_place(case: _Case) -> list[Finding]:
    if case.crash.ename.rsplit(".", 1)[-1].lower() in NO_ORDER_CAUSE or missing_name(
        case.crash.ename, case.crash.evalue
    ):
        return []
    for rule in (_from_below, _from_above, _changed_twice, _skipped, _stale):
        for name in case.crash_names:
            finding = rule(case, name)
            if finding is not None:
                return [finding]
    return []


def _last_touch(case: _Case, name: str, before: int | None = None) -> StepFlow | None:
    """The last execution before the crash (or before a place) that wrote or changed a name."""
    for step in reversed(case.steps[:-1]):
        if (before is None or step.place < before) and (name in step.writes or name in step.changes):
            return step
    return None


def _suggested(case: _Case, name: str, above: int) -> int | None:
    """The cell that gives a name its value by document order: the last one above that writes or changes it."""
    touching = [cell for cell in case.touching(name) if cell < above]
    return touching[-1] if touching else None


def _from_below(case: _Case, name: str) -> Finding | None:
    last = _last_touch(case, name)
    here = case.crash.cell
    if last is None or last.cell <= here or name in case.flows[last.cell].imports:
        return None
    where = f"{place_of(last.cell)}, which stands below {place_of(here)} but ran before it"
    if _makes_anew(case.flows[last.cell], name):
        sentence = f"{name} was overwritten by {where}."
        suggested = _suggested(case, name, here)
        return Finding(
            kind="overwritten",
            name=name,
            cells=[last.cell] if suggested is None else [last.cell, suggested],
            sentence=sentence if suggested is None else f"{sentence} Run {place_of(suggested)} again.",
        )
    sentence = f"{name} was already changed by {where}. It should not have run yet."
    return Finding(kind="should_not_have_run", name=name, cells=[last.cell], sentence=sentence)


def _makes_anew(flow: CellFlow, name: str) -> bool:
    """Whether a cell gives a name a value that isn't made from the one it had."""
    return name in flow.writes and name not in flow.derived.get(name, ())


def _from_above(case: _Case, name: str) -> Finding | None:
    last = _last_touch(case, name)
    suggested = _suggested(case, name, case.crash.cell)
    if last is None or suggested is None or last.cell >= suggested or suggested not in case.ran:
        return None
    flow = case.flows[last.cell]
    if name in flow.imports or not _makes_anew(flow, name):
        return None
    sentence = (
        f"{name} comes from {place_of(last.cell)}, which ran after {place_of(suggested)} "
        f"and overwrote what that had made. Run {place_of(suggested)} again."
    )
    return Finding(kind="overwritten", name=name, cells=[last.cell, suggested], sentence=sentence)


def _changed_twice(case: _Case, name: str) -> Finding | None:
    for cell, executions in case.ran.items():
        flow = case.flows[cell]
        if len(executions) > 1 and name in flow.reads and name in flow.touches:
            sentence = f"{place_of(cell).capitalize()} ran {len(executions)} times, and each run changed {name} again."
            return Finding(kind="run_twice", name=name, cells=[cell], sentence=sentence)
    return None


def _skipped(case: _Case, name: str) -> Finding | None:
    last = _last_touch(case, name)
    suggested = _suggested(case, name, case.crash.cell)
    if last is None or suggested is None or not case.never_ran(suggested) or last.cell >= suggested:
        return None
    flow = case.flows[suggested]
    if name in flow.imports or name not in flow.writes:
        return None
    return _never_run(case, suggested, f"{name} should come from", name)


def _stale(case: _Case, name: str) -> Finding | None:
    """The right cell made the name, but before one of its own inputs had its value."""
    last = _last_touch(case, name)
    if last is None or last.cell != _suggested(case, name, case.crash.cell):
        return None
    for source in last.reads:
        maker = _suggested(case, source.name, last.cell)
        if maker is None or maker == last.cell or source.name in case.flows[maker].imports:
            continue
        runs = case.ran.get(maker)
        if runs and runs[0].place > last.place:
            sentence = (
                f"{name} was made by {place_of(last.cell)} before {place_of(maker)} gave {source.name} its value. "
                f"Run {place_of(last.cell)} again."
            )
            return Finding(kind="run_too_early", name=name, cells=[last.cell, maker], sentence=sentence)
    return None

"""A crash with the data flow around it: what the rules of the explanation ask about."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from ..instances.models import Cell
from .dataflow import cell_flow
from .flow_models import CellFlow
from .models import Execution, Finding, Trace, TraceCrash
from .session_flow import SessionFlow, StepFlow, resolve_functions


class CrashCase:
    """A crash with the data flow around it, computed once for all rules."""

    def __init__(self, trace: Trace, crash: TraceCrash, cells: Sequence[Cell], flow: SessionFlow) -> None:
        self.trace = trace
        self.crash = crash
        self.cells = cells
        self.steps: Sequence[StepFlow] = flow.steps
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
        return self._index[0].get(name, [])

    def touching(self, name: str) -> list[int]:
        """Cells after which a name's value is another, the crash cell left out, in document order."""
        return self._index[1].get(name, [])

    @cached_property
    def _index(self) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
        """Name -> cells that write it, and cells that touch it."""
        writing: dict[str, list[int]] = {}
        touching: dict[str, list[int]] = {}
        for cell, flow in self.flows.items():
            if cell == self.crash.cell:
                continue
            for name in flow.writes:
                writing.setdefault(name, []).append(cell)
            for name in flow.touches:
                touching.setdefault(name, []).append(cell)
        return writing, touching

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

    @property
    def kind(self) -> str:
        """The exception's type, lowercase and without its module."""
        return self.crash.ename.rsplit(".", 1)[-1].lower()

    def last_touch(self, name: str) -> StepFlow | None:
        """The last execution before the crash that wrote or changed a name."""
        for step in reversed(self.steps[:-1]):
            if name in step.writes or name in step.changes:
                return step
        return None

    def suggested(self, name: str, above: int) -> int | None:
        """The cell that gives a name its value by document order: the last one above that writes or changes it."""
        touching = [cell for cell in self.touching(name) if cell < above]
        return touching[-1] if touching else None

    def is_imported(self, name: str) -> bool:
        return name in self._imported

    @cached_property
    def _imported(self) -> set[str]:
        return {name for flow in self.flows.values() for name in flow.imports}


def place_of(cell: int) -> str:
    """How a person calls a cell: counted from 1, as in the lab's status bar."""
    return f"cell {cell + 1}"


def cells_in_words(cells: Sequence[int]) -> str:
    """Several cells, in document order."""
    names = [str(cell + 1) for cell in sorted(cells)]
    if len(names) == 1:
        return f"cell {names[0]}"
    return f"cells {', '.join(names[:-1])} and {names[-1]}"


def makes_anew(flow: CellFlow, name: str) -> bool:
    """Whether a cell gives a name a value that isn't made from the one it had."""
    return name in flow.writes and name not in flow.derived.get(name, ())


def never_run(case: CrashCase, cell: int, what: str, name: str | None) -> Finding:
    """The finding that a cell never ran, with the cells that it needs and that never ran either."""
    needs = case.needs(cell)
    sentence = f"{what} {place_of(cell)}, which never ran in this session."
    if needs:
        sentence += f" It needs {cells_in_words(needs)}, which never ran either."
    return Finding(kind="never_run", name=name, cells=[cell, *needs], sentence=sentence)


def too_early(case: CrashCase, cell: int, what: str, name: str | None) -> Finding:
    """The finding that a cell ran only after the crash cell had needed it."""
    here = place_of(case.crash.cell)
    sentence = f"{what} {place_of(cell)}, which ran only after {here} had needed it."
    return Finding(kind="run_too_early", name=name, cells=[cell], sentence=sentence)

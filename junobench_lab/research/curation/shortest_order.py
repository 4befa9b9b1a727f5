"""The shortest recorded order that still crashes alike: a cut by data flow, then delta debugging in kernels."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass

from ...instances.models import Cell
from ...instances.notebooks import Notebook
from ...trace.dataflow import cell_flow
from ...trace.explain import explained
from ...trace.models import Finding
from ...trace.order import trace_notebook
from ...trace.session_flow import recorded_flow
from ..estimators.evidence import NOT_ORDER
from .ddmin import ddmin
from .written import Session, written


def needed_places(session: Session, *, with_unseen: bool = False) -> list[int]:
    """Places (0-based) in the session's order, without the crash, that its data flow says the crash needs.

    Those are the executions that its names come from, in turn, and those that the cells need that should have run.
    ``with_unseen``: also those whose effect can't be read off their code, such as magics and scripts.
    """
    flow = _Flow(session)
    needed = flow.sources_of([len(session.order)]) | flow.sources_of(flow.wanted_by_unrun())
    if with_unseen:
        needed |= {step.place for step in flow.steps if _unseen(flow.whole.cells[step.cell])}
    return sorted(place - 1 for place in needed if place != len(session.order))


def repair_places(session: Session) -> list[int]:
    """Places, as in `needed_places`, that a repair needs which runs a cell that was left out."""
    flow = _Flow(session)
    return sorted(place - 1 for place in flow.sources_of(flow.wanted_by_unrun()) if place != len(session.order))


class _Flow:
    """The data flow of the whole session. Places are 1-based here, as in a trace."""

    def __init__(self, session: Session) -> None:
        recorded = set(session.order)
        self.whole = written(session.notebook, session.order)
        trace = explained(trace_notebook(self.whole), self.whole.cells)
        self.steps = recorded_flow(trace, self.whole.cells).steps
        ran = {execution.cell for execution in trace.executions}
        named = {cell for finding in trace.findings for cell in finding.cells}
        self._unrun = [cell for cell in self.whole.cells if cell.cell in named - ran and cell.cell not in recorded]

    def sources_of(self, places: Sequence[int]) -> set[int]:
        """The executions and all that they take names from, in turn."""
        by_place = {step.place: step for step in self.steps}
        waiting, found = list(places), set[int]()
        while waiting:
            place = waiting.pop()
            if place not in found:
                found.add(place)
                waiting += [read.place for read in by_place[place].reads if read.place is not None]
        return found

    def wanted_by_unrun(self) -> list[int]:
        """The executions that last made what cells read that the explanation names and that never ran."""
        reads = {name for cell in self._unrun if cell.type != "markdown" for name in cell_flow(cell.source).reads}
        last = {name: step.place for step in self.steps[:-1] for name in (*step.writes, *step.changes)}
        return [last[name] for name in reads if name in last]


def _unseen(cell: Cell) -> bool:
    flow = cell_flow(cell.source)
    return flow.opaque or flow.star_import or any(line.startswith(("%", "!")) for line in cell.source.splitlines())


@dataclass(frozen=True)
class Reduction:
    """Which notebooks a session can be reduced to."""

    session: Session

    def notebook(self, places: Sequence[int]) -> Notebook:
        """The session's notebook as if only these places of its order, and the crash, had run.

        Cells that never ran stay where they make a name that others that stay read, or where the explanation names
        them: a repair may need them. Cells that ran, but not any more, are gone.
        """
        order = [self.session.order[place] for place in places] + [self.session.order[-1]]
        recorded = set(self.session.order)
        unran = written(self.session.notebook, order, keep=lambda cell: cell.cell not in recorded)
        trace = explained(trace_notebook(unran), unran.cells)
        named = {unran.cells[cell].source for finding in trace.findings for cell in finding.cells}
        kept = headings(self.session.notebook, order) | self._wanted(order, named)
        return written(self.session.notebook, order, keep=lambda cell: cell.cell in kept)

    def _wanted(self, order: Sequence[int], named: Collection[str]) -> set[int]:
        """The cells that never ran and stay: those with a source in ``named``, and all that make what others read."""
        recorded = set(self.session.order)
        cells = self.session.notebook.cells
        unrun = [cell for cell in cells if cell.cell not in recorded and cell.type != "markdown"]
        wanted = {cell.cell for cell in unrun if cell.source in named}
        while True:
            read = {name for number in {*order, *wanted} for name in cell_flow(cells[number].source).reads}
            code = [cell for cell in unrun if cell.type == "code"]
            makers = {cell.cell for cell in code if cell_flow(cell.source).touches & read}
            if makers <= wanted:
                return wanted
            wanted |= makers

    def is_of_the_same_kind(self, notebook: Notebook) -> bool:
        """Whether the explanation of a reduced notebook blames the order as much, and for the same, as the whole's.

        Without the cell that deletes a name its use crashes all the same, but for another reason.
        """
        whole = self.notebook(range(len(self.session.order) - 1))
        return _blamed(whole) == _blamed(notebook)


def _blamed(notebook: Notebook) -> tuple[str, ...]:
    """What the explanation finds, as far as a shorter session has to have it in common."""
    findings: Sequence[Finding] = explained(trace_notebook(notebook), notebook.cells).findings
    if not findings:
        return ()
    decisive = findings[0]
    if decisive.kind not in NOT_ORDER:
        return decisive.kind, decisive.name or ""
    # A name that was made and deleted is another thing than one that nobody makes, or that a comment would make.
    hinted = decisive.kind == "never_defined" and decisive.cells
    return decisive.kind, notebook.cells[decisive.cells[0]].source if hinted else ""


def headings(notebook: Notebook, order: Sequence[int]) -> set[int]:
    """The texts right above cells that run."""
    found = set()
    for number in order:
        above = number - 1
        while above >= 0 and notebook.cells[above].type == "markdown":
            found.add(above)
            above -= 1
    return found


async def shortest_order(
    session: Session,
    holds: Callable[[Notebook], Awaitable[bool]],
    enough: Callable[[], bool],
    *,
    kept: Collection[int],
) -> tuple[list[int], bool]:
    """The places of the order, without the crash, that have to stay, and whether none of them can be left out.

    ``holds`` runs a reduced notebook, and its repair where that is known. The places ``kept`` stay in any case: what
    the repair edits, or most likely needs. ``enough`` says that the bounds of the search are reached. It is taken as
    known that the whole order holds.
    """
    reduction = Reduction(session)
    known: dict[tuple[int, ...], bool] = {}

    fixed = set(kept)

    async def happens(free: list[int]) -> bool:
        places = tuple(sorted({*free, *fixed}))
        if places not in known:
            notebook = reduction.notebook(places)
            known[places] = reduction.is_of_the_same_kind(notebook) and await holds(notebook)
        return known[places]

    free = [place for place in range(len(session.order) - 1) if place not in fixed]
    for cut in (needed_places(session), needed_places(session, with_unseen=True)):
        first = [place for place in cut if place not in fixed]
        if len(first) < len(free) and not enough() and await happens(first):
            free = first
            break
    free = await ddmin(free, happens, enough=lambda _: enough())
    smallest = sorted({*free, *fixed})
    minimal = all(known.get(tuple(place for place in smallest if place != one)) is False for one in free)
    return smallest, minimal

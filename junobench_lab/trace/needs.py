"""What a cell needs before it runs in this kernel session: names that don't exist yet, and names that are stale.

A name should come from where a reader of the notebook would look for it: the last cell above that writes or changes
it, else the first one below. What to run follows from that, through the inputs of those cells in turn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import Field

from ..instances.notebooks import Notebook
from ..model import Model
from .dataflow import cell_flow
from .flow_models import CellFlow, FunctionFlow
from .live import SessionExecution, SessionRecord, flow_of
from .session_flow import resolve_functions


class MissingName(Model):
    """A name that a cell reads and that this session doesn't have."""

    name: str
    cells: list[int] = Field(default_factory=list)
    """Cells to run, in this order, so that it exists; none where no cell defines it."""


class StaleName(Model):
    """A name that exists, but not as the notebook would make it now."""

    name: str
    cell: int
    """The cell to run again: its source was edited since it ran, or its input has changed since."""


class CellNeed(Model):
    """What one code cell needs."""

    cell: int
    id: str | None = None
    missing: list[MissingName] = Field(default_factory=list)
    stale: list[StaleName] = Field(default_factory=list)
    run: list[int] = Field(default_factory=list)
    """What "run what this cell needs" runs, in this order; the cell itself comes last."""


def cell_needs(notebook: Notebook, record: SessionRecord) -> list[CellNeed]:
    """The needs of every code cell, in document order. Without executions: those in a fresh kernel."""
    return _Needs(notebook, record).all()


@dataclass(frozen=True)
class _Step:
    """One execution of the session, with the place of its cell, or none where the cell was deleted since."""

    cell: int | None
    edited: bool
    flow: CellFlow
    sources: Mapping[str, int]
    """Name read -> index of the step that it came from."""


class _Needs:
    def __init__(self, notebook: Notebook, record: SessionRecord) -> None:
        code = [cell for cell in notebook.cells if cell.type == "code"]
        self.ids = {cell.cell: cell.id for cell in code}
        self.own = {cell.cell: cell_flow(cell.source) for cell in code}
        self.imported = {name for flow in self.own.values() for name in flow.imports}
        self.unknown = False
        self.functions: dict[str, FunctionFlow] = {}
        """Functions of the session, and those that the notebook would define."""
        for flow in self.own.values():
            self.functions.update(flow.functions)
        self.last: dict[str, int] = {}
        """Name that exists -> index of the step that last wrote or changed it."""
        self.steps: list[_Step] = []
        places = {cell.id: cell for cell in code if cell.id is not None}
        for execution in record.executions:
            cell = places.get(execution.id)
            self._follow(
                execution,
                None if cell is None else cell.cell,
                edited=cell is not None and cell.source.strip() != execution.source.strip(),
            )
        self.flows = {cell: resolve_functions(flow, self.functions) for cell, flow in self.own.items()}
        self.touching: dict[str, list[int]] = {}
        """Name -> cells that write it or change it, in document order; a module counts where it is imported only."""
        for place, flow in self.flows.items():
            for name in dict.fromkeys((*flow.writes, *flow.changes)):
                if name in flow.writes or name not in self.imported:
                    self.touching.setdefault(name, []).append(place)
        self.latest: dict[int, int] = {}
        """Cell -> index of its last step."""
        for index, step in enumerate(self.steps):
            if step.cell is not None:
                self.latest[step.cell] = index
        self._roots: dict[int, int | None] = {}
        self._orders: dict[int, list[int]] = {}

    def all(self) -> list[CellNeed]:
        return [self._need(cell) for cell in self.own]

    def _follow(self, execution: SessionExecution, cell: int | None, *, edited: bool) -> None:
        own = flow_of(execution)
        flow = resolve_functions(own, self.functions)
        index = len(self.steps)
        self.unknown = self.unknown or ((own.star_import or own.opaque) and execution.ok)
        sources = {name: self.last[name] for name in flow.reads if name in self.last}
        self.steps.append(_Step(cell=cell, edited=edited, flow=flow, sources=sources))
        for name in flow.deletes:
            self.last.pop(name, None)
        written = flow.writes if execution.ok else own.writes
        changed = flow.changes if execution.ok else own.changes
        for name in (*written, *changed):
            if name not in flow.deletes and (name in written or name in self.last):
                self.last[name] = index
        self.functions.update(own.functions)

    def _need(self, cell: int) -> CellNeed:
        missing, stale = [], []
        for name in self._reads(cell):
            if name not in self.last:
                source = self._suggested(name, cell)
                if source is None and self.unknown:
                    # A star import or a script may have brought it.
                    continue
                missing.append(MissingName(name=name, cells=[] if source is None else self._order(source)))
            else:
                root = self._stale_root(name, cell)
                if root is not None:
                    stale.append(StaleName(name=name, cell=root))
        return CellNeed(cell=cell, id=self.ids[cell], missing=missing, stale=stale, run=self._order(cell))

    def _reads(self, cell: int) -> Sequence[str]:
        flow = self.flows[cell]
        return [name for name in flow.reads if name not in flow.guarded]

    def _suggested(self, name: str, cell: int) -> int | None:
        """The cell that a name should come from."""
        touching = self.touching.get(name, ())
        above = [place for place in touching if place < cell]
        if above and any(name in self.flows[place].writes for place in above):
            return above[-1]
        return next((place for place in touching if place > cell and name in self.flows[place].writes), None)

    def _stale_root(self, name: str, cell: int) -> int | None:
        """The cell to run again so that a name that exists is up to date for a cell; ``None``: it is."""
        last = self.last[name]
        root = self._root(last)
        if root is not None and root != cell:
            return root
        suggested = self._suggested(name, cell)
        if suggested is None or suggested not in self.latest or self.steps[last].cell is None:
            return None
        ran = self.latest[suggested]
        writer = self.steps[last].cell
        # A cell above it made the name anew since it ran.
        return suggested if writer is not None and writer < suggested < cell and ran < last else None

    def _root(self, index: int) -> int | None:
        """The cell that makes a step's outcome stale: its own, where it was edited or its input has changed, or one
        that it took its input from."""
        if index not in self._roots:
            self._roots[index] = None
            self._roots[index] = self._find_root(index)
        return self._roots[index]

    def _find_root(self, index: int) -> int | None:
        step = self.steps[index]
        for source in step.sources.values():
            root = self._root(source)
            if root is not None and root != step.cell:
                return root
        if step.cell is None:
            return None
        if step.edited:
            return step.cell
        for name, source in step.sources.items():
            now = self.last.get(name)
            if now is None or now <= index or now == source or name in step.flow.touches:
                continue
            writer = self.steps[now].cell
            if writer is not None and writer < step.cell and name not in self.imported:
                return step.cell
        return None

    def _order(self, cell: int) -> list[int]:
        """The cells to run for a cell, inputs first, the cell itself last."""
        if cell not in self._orders:
            order: dict[int, None] = {}
            self._visit(cell, order, set())
            self._orders[cell] = list(order)
        return self._orders[cell]

    def _visit(self, cell: int, order: dict[int, None], waiting: set[int]) -> None:
        waiting.add(cell)
        for source in sorted(self._inputs(cell, target=len(waiting) == 1)):
            if source not in order and source not in waiting:
                self._visit(source, order, waiting)
        order[cell] = None

    def _inputs(self, cell: int, *, target: bool) -> set[int]:
        """Cells to run right before a cell is run, for its names to exist and be up to date."""
        inputs = set()
        for name in self._reads(cell):
            source = self._suggested(name, cell)
            if source is None or source == cell:
                continue
            lacking = name not in self.last or self._stale_root(name, cell) is not None
            again = not target and cell in self.latest
            if lacking or (again and self._consumed(name, cell, source)):
                inputs.add(source)
        return inputs

    def _consumed(self, name: str, cell: int, source: int) -> bool:
        """Whether a cell changed a name that it reads, so that a second run has to start from its source again."""
        changed = name in self.flows[cell].touches and name not in self.imported
        return changed and self.steps[self.last[name]].cell != source

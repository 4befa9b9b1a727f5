"""The notebook that an agent edits. Pure."""

from collections.abc import Sequence
from itertools import count

from ...errors import InvalidRequest
from ...instances.models import Cell, CellType
from ...instances.notebooks import Notebook


class WorkingCopy:
    """Cells that can be edited, inserted and deleted. Every cell has an id that stays with it."""

    def __init__(self, given: Notebook) -> None:
        self._notebook = given
        self._cells = list(given.cells)
        self._numbers = count(1)

    def notebook(self) -> Notebook:
        return self._notebook.model_copy(update={"cells": self._numbered(self._cells)})

    def cell(self, cell: int) -> Cell:
        """Raises `InvalidRequest` where there is no such cell."""
        if not 0 <= cell < len(self._cells):
            raise InvalidRequest(f"There is no cell {cell}: the notebook has cells 0 to {len(self._cells) - 1}.")
        return self._numbered(self._cells)[cell]

    def edit(self, cell: int, source: str, type: CellType | None = None) -> Cell:
        """Give a cell another source, and another type where one is named; its outputs go, as they are of the old one.

        Raises `InvalidRequest`.
        """
        old = self.cell(cell)
        self._cells[cell] = old.model_copy(update={"source": source, "type": type or old.type, "outputs": []})
        return self.cell(cell)

    def insert(self, cell: int, source: str, type: CellType = "code") -> Cell:
        """Put a new cell before the one at the place, or at the end for the place below the last.

        Raises `InvalidRequest`.
        """
        if not 0 <= cell <= len(self._cells):
            raise InvalidRequest(f"A cell can be inserted at 0 to {len(self._cells)}, not at {cell}.")
        taken = {each.id for each in self._cells}
        id = next(name for number in self._numbers if (name := f"new-{number}") not in taken)
        self._cells.insert(cell, Cell(cell=cell, type=type, source=source, id=id))
        return self.cell(cell)

    def delete(self, cell: int) -> None:
        """Raises `InvalidRequest`."""
        self.cell(cell)
        del self._cells[cell]

    def ran(self, cell: int, counted: int | None, outputs: Sequence[dict[str, object]]) -> None:
        """Note what an execution left."""
        self._cells[cell] = self.cell(cell).model_copy(update={"count": counted, "outputs": list(outputs)})

    @staticmethod
    def _numbered(cells: Sequence[Cell]) -> list[Cell]:
        return [cell.model_copy(update={"cell": place}) for place, cell in enumerate(cells)]

"""Excel workbooks: the longest sheet is thinned out, the others stay."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from .columns import made_up
from .file_kind import MakingUp, Unreadable

_Rows = list[list[Any]]


class Spreadsheet:
    """See `kinds.FileKind`. The first row of a sheet is its head. Values stay, formats and formulas don't."""

    what = "rows"

    def count(self, file: Path) -> int | None:
        return max((len(rows) - 1 for rows in _read(file).values()), default=None)

    def take(self, source: Path, target: Path, items: Sequence[int]) -> None:
        sheets = _read(source)
        longest = max(sheets, key=lambda name: len(sheets[name]))

        def thinned(name: str, rows: _Rows) -> _Rows:
            return [*rows[:1], *(rows[1 + item] for item in items)] if name == longest else rows

        _write(target, sheets, thinned)

    def make_up(self, source: Path, target: Path, making: MakingUp) -> None:
        _write(target, _read(source), lambda _, rows: [*rows[:1], *_made_up(rows, making)])


def _made_up(rows: _Rows, making: MakingUp) -> _Rows:
    body = rows[1:]
    width = max(map(len, rows), default=0)
    names = [str(rows[0][place] or f"column{place + 1}") for place in range(width)]
    columns = [made_up([row[place] for row in body], names[place], making) for place in range(width)]
    return [list(cells) for cells in zip(*columns, strict=True)]


def _read(file: Path) -> dict[str, _Rows]:
    import openpyxl

    try:
        workbook = openpyxl.load_workbook(file, data_only=True)
        sheets = {page.title: [list(row) for row in page.iter_rows(values_only=True)] for page in workbook.worksheets}
    except Exception as error:
        # A damaged workbook can fail anywhere inside the library, with any type of error.
        raise Unreadable(f"It can't be read as a workbook ({type(error).__name__}).") from None
    if not sheets:
        raise Unreadable("It has no sheet.")
    return sheets


def _write(target: Path, sheets: dict[str, _Rows], change: Callable[[str, _Rows], _Rows]) -> None:
    import openpyxl

    workbook = openpyxl.Workbook()
    workbook.remove(workbook.worksheets[0])
    for name, rows in sheets.items():
        page = workbook.create_sheet(name)
        for row in change(name, rows):
            page.append(row)
    workbook.save(target)

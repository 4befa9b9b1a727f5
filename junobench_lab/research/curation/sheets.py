"""Writing rows into the sheets of a bench: what else stands in them stays as it is."""

import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import BrokenBench, InvalidRequest
from ...instances.ground_truth import GROUND_TRUTH_SHEET
from ...instances.sheet import (
    CRASH_TYPE_COLUMN,
    ID_COLUMN,
    LIBRARY_COLUMN,
    ML_BUG_COLUMN,
    ROOT_CAUSE_COLUMN,
    SHEET_NAME,
    STAGE_COLUMN,
)
from ..estimators.frames import without_terminal_codes
from .models import Label

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

STATUS_COLUMN = "label_status"
"""Who says so: the estimators, or people."""

LABEL_COLUMN_OF: dict[Label, str] = {
    "library": LIBRARY_COLUMN,
    "crash_type": CRASH_TYPE_COLUMN,
    "root_cause": ROOT_CAUSE_COLUMN,
    "stage": STAGE_COLUMN,
    "ml_bug": ML_BUG_COLUMN,
}

SHEET_COLUMNS = (
    ID_COLUMN, "eid", "ename", "evalue", "traceback",
    ROOT_CAUSE_COLUMN, CRASH_TYPE_COLUMN, STAGE_COLUMN, ML_BUG_COLUMN, LIBRARY_COLUMN,
    "DatasetTitle_1", "DatasetLicenseName_1", "DatasetUrl_1", "NotebookUrl", STATUS_COLUMN,
)  # fmt: skip
TRUTH_COLUMNS = ("library", "instance", "detection", "diagnosis", "runinfo_help", "note")

_LONGEST_CELL = 32_000
"""Characters that a cell of a workbook may have, with some to spare."""

Value = str | bool | None


def write_label_rows(file: Path, rows: Sequence[Mapping[str, Value]]) -> None:
    """Put rows into a label sheet, in the place of those with the same id. Raises as `_write`."""
    _write(file, SHEET_NAME, SHEET_COLUMNS, ID_COLUMN, rows)


def write_truth_rows(file: Path, rows: Sequence[Mapping[str, Value]]) -> None:
    """Put rows into a sheet of diagnoses, in the place of those of the same variant. Raises as `_write`."""
    _write(file, GROUND_TRUTH_SHEET, TRUTH_COLUMNS, "instance", rows)


def remove_rows(file: Path, key: str, names: Sequence[str]) -> None:
    """Take rows out by the value of their column ``key``; nothing where there is no such sheet. Raises as `_write`."""
    if not file.exists():
        return
    workbook = _opened(file)
    page, columns = _page(workbook, key, file)
    for number in range(page.max_row, 1, -1):
        if _text(page.cell(number, columns[key]).value) in names:
            page.delete_rows(number)
    _save(workbook, file)


def _write(file: Path, sheet: str, columns: Sequence[str], key: str, rows: Sequence[Mapping[str, Value]]) -> None:
    """Raises `BrokenBench` where the file is no sheet with that column, `InvalidRequest` where it can't be written."""
    if file.exists():
        workbook = _opened(file)
        page, places = _page(workbook, key, file)
    else:
        workbook, page = _new(sheet, columns)
        places = {name: place for place, name in enumerate(columns, 1)}
    for row in rows:
        for name in row:
            if name not in places:
                places[name] = max(places.values()) + 1
                page.cell(1, places[name], name)
        number = _line_of(page, places[key], _text(row[key]))
        for name, value in row.items():
            page.cell(number, places[name]).value = _plain(value)
    _save(workbook, file)


def _opened(file: Path) -> "Workbook":
    import openpyxl

    try:
        return openpyxl.load_workbook(file)
    except Exception as error:
        # A damaged workbook can fail anywhere inside the library, with any type of error.
        raise BrokenBench(f"{file} isn't an Excel sheet that can be read ({type(error).__name__}).") from None


def _new(sheet: str, columns: Sequence[str]) -> "tuple[Workbook, Worksheet]":
    import openpyxl

    workbook = openpyxl.Workbook()
    page = workbook.worksheets[0]
    page.title = sheet
    page.append(list(columns))
    return workbook, page


def _page(workbook: "Workbook", key: str, file: Path) -> "tuple[Worksheet, dict[str, int]]":
    """The page that has a column ``key``, and its columns: known name -> number, whatever their case."""
    known = {name.casefold(): name for name in (*SHEET_COLUMNS, *TRUTH_COLUMNS)}
    for page in workbook.worksheets:
        head = [_text(cell.value) for cell in next(page.iter_rows(min_row=1, max_row=1))]
        places = {known.get(name.casefold(), name): place for place, name in enumerate(head, 1) if name}
        if key in places:
            return page, places
    raise BrokenBench(f"{file} has no column `{key}` in its first line, so nothing can be written into it: add it.")


def _line_of(page: "Worksheet", column: int, name: str) -> int:
    lines = range(2, page.max_row + 1)
    same = next((number for number in lines if _text(page.cell(number, column).value) == name), None)
    return same if same is not None else page.max_row + 1


def _save(workbook: "Workbook", file: Path) -> None:
    temporary = None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=".", suffix=".xlsx")
        os.close(handle)
        workbook.save(temporary)
        # Temporary files are their owner's alone; a sheet is as open as its folder's other files.
        os.chmod(temporary, file.stat().st_mode & 0o777 if file.exists() else 0o644)
        os.replace(temporary, file)
    except OSError as error:
        if temporary is not None and os.path.exists(temporary):
            os.unlink(temporary)
        raise InvalidRequest(
            f"{file} can't be written ({error.strerror}): see that its folder can be written and the disk isn't full."
        ) from None


def _text(value: object) -> str:
    return "" if value is None else str(value).strip()


def _plain(value: Value) -> Value:
    """A value that a workbook can hold: it takes neither control characters, which go with the codes for a terminal
    that they begin, nor a formula for what it is not."""
    if not isinstance(value, str):
        return value
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    text = ILLEGAL_CHARACTERS_RE.sub("", without_terminal_codes(value))[:_LONGEST_CELL]
    return f" {text}" if text.startswith("=") else text

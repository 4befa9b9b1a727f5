"""Reading one table of an Excel workbook as text, and keeping what was read for the next process.

Importing the Excel library takes longer than everything else a listing does, so a table that was read is kept in the
product's data folder, under the file's time and size, and the library is left alone until the file changes.
"""

import json
import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import BrokenBench
from .kept_copies import copy_file, file_stamp, keep_copy
from .pointers import HEAD_LENGTH, pointer_sentence

_COPY_FORMAT = 1


@dataclass(frozen=True)
class Table:
    """The first line of a sheet and all lines below it that hold anything."""

    columns: list[str]
    """Names of the columns without blanks around them; "" for a column without a name."""
    rows: list[list[str]]
    """As many cells as columns each; "" for an empty one."""
    numbers: list[int]
    """The line of each row in the sheet, 1-based, as Excel shows it."""

    def place(self, column: str) -> int | None:
        """The place of a column by its name; case doesn't matter. ``None`` where it is missing."""
        if column in self.columns:
            return self.columns.index(column)
        folded = [name.casefold() for name in self.columns]
        return folded.index(column.casefold()) if column.casefold() in folded else None


def read_table(path: Path, sheet: str, key: str) -> Table:
    """Read the sheet of that name, or else the first that has a column ``key``, or else the first.

    Raises `BrokenBench` where the file isn't a workbook.
    """
    try:
        stamp = [_COPY_FORMAT, *file_stamp(path), sheet, key]
    except OSError as error:
        raise BrokenBench(f"{path} can't be read ({error.strerror}): check the file and its permissions.") from None
    copy = copy_file("sheets", path.resolve())
    table = _from_copy(copy, stamp)
    if table is None:
        table = _from_workbook(path, sheet, key)
        _to_copy(copy, stamp, table)
    return table


def _from_workbook(path: Path, sheet: str, key: str) -> Table:
    import openpyxl

    try:
        with path.open("rb") as file, warnings.catch_warnings():
            # What the library leaves unread (styles, validations) is nothing to a table of text.
            warnings.simplefilter("ignore")
            head = file.read(HEAD_LENGTH)
            if sentence := pointer_sentence(path.name, head):
                raise BrokenBench(sentence)
            file.seek(0)
            workbook = openpyxl.load_workbook(file, read_only=True, data_only=True)
            tables = []
            for name in sorted(workbook.sheetnames, key=lambda name: name != sheet):
                page = workbook[name]
                if not hasattr(page, "iter_rows"):
                    continue
                if hasattr(page, "reset_dimensions"):
                    # Some programs write a wrong size into the sheet, and the library would believe it.
                    page.reset_dimensions()
                table = _table(page.iter_rows(values_only=True))
                if table.place(key) is not None:
                    return table
                tables.append(table)
    except BrokenBench:
        raise
    except Exception as error:
        # A damaged workbook can fail anywhere inside the library, with any type of error.
        raise BrokenBench(
            f"{path.name} isn't an Excel sheet that can be read ({type(error).__name__}): get {path} again."
        ) from None
    if not tables:
        raise BrokenBench(f"{path.name} holds no sheet: get {path} again.")
    return tables[0]


def _table(lines: Any) -> Table:
    columns: list[str] = []
    rows, numbers = [], []
    for number, line in enumerate(lines, 1):
        cells = [_text(value) for value in line]
        if not any(cell.strip() for cell in cells):
            continue
        if not columns:
            columns = [cell.strip() for cell in cells]
            while columns and not columns[-1]:
                columns.pop()
            continue
        rows.append((cells + [""] * len(columns))[: len(columns)])
        numbers.append(number)
    return Table(columns, rows, numbers)


def _text(value: Any) -> str:
    if value is None:
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _from_copy(copy: Path, stamp: Sequence[Any]) -> Table | None:
    """What was kept, if it is of the file as it is now. A damaged copy is no copy."""
    with suppress(OSError, ValueError, TypeError, KeyError):
        kept = json.loads(copy.read_bytes())
        if kept["stamp"] == list(stamp):
            return Table(kept["columns"], kept["rows"], kept["numbers"])
    return None


def _to_copy(copy: Path, stamp: Sequence[Any], table: Table) -> None:
    content = {"stamp": list(stamp), "columns": table.columns, "rows": table.rows, "numbers": table.numbers}
    keep_copy(copy, json.dumps(content).encode())

"""Reading one table of an Excel workbook as text, and keeping what was read for the next process.

Importing the Excel library takes longer than everything else a listing does, so a table that was read is kept in the
product's data folder, under the file's time and size, and the library is left alone until the file changes.
"""

import json
import os
import tempfile
import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..data_folder import data_folder
from ..errors import BrokenBench
from .pointers import HEAD_LENGTH, pointer_sentence

MAX_COPIES = 32
"""Tables kept from one process to the next; the least recently written go first."""

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
        status = path.stat()
        stamp = [_COPY_FORMAT, status.st_mtime_ns, status.st_ctime_ns, status.st_size, sheet, key]
    except OSError as error:
        raise BrokenBench(f"{path} can't be read ({error.strerror}): check the file and its permissions.") from None
    copy = data_folder() / "sheets" / f"{sha256(os.fsencode(path.resolve())).hexdigest()[:24]}.json"
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
    """Keep a table; where the folder can't be written, the next process reads the workbook again."""
    content = {"stamp": list(stamp), "columns": table.columns, "rows": table.rows, "numbers": table.numbers}
    with suppress(OSError):
        copy.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=copy.parent, suffix=".part")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(content, file)
            os.replace(temporary, copy)
        except BaseException:
            os.unlink(temporary)
            raise
        copies = sorted(copy.parent.glob("*.json"), key=lambda path: path.stat().st_mtime)
        for old in copies[:-MAX_COPIES]:
            old.unlink(missing_ok=True)

"""The label sheet ``benchmark_desc.xlsx``: one row an instance.

Columns are read by name. A published version may lack some or carry others: what is missing is named and its label
stays ``None``, what is unknown is kept as it is, and no row is lost for it.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

from ..errors import BrokenBench
from . import labels as known
from .labels import known_value, library_name, library_of_id, said, unknown_value_sentence
from .models import Crash, DataSource, Labels, Problem
from .patterns import PATTERNS
from .workbook import Table, read_table

SHEET_FILE = "benchmark_desc.xlsx"
SHEET_NAME = "Sheet1"

ID_COLUMN = "nb_name"
LIBRARY_COLUMN = "Libs-cause"
ROOT_CAUSE_COLUMN = "label_root_cause"
CRASH_TYPE_COLUMN = "label_refined_exp_type"
STAGE_COLUMN = "label_ML_pipeline"
ML_BUG_COLUMN = "label_if_ML_bug"
PATTERN_COLUMN = "label_pattern"
"""A column of our own benches; the data set's sheet has none, and nobody is told that it is missing."""
NETWORK_COLUMN = "needs_network"
"""Another one, "yes" or "no": whether the notebook fetches something from a network."""

LABEL_COLUMNS = {
    ROOT_CAUSE_COLUMN: ("root cause", known.ROOT_CAUSES),
    CRASH_TYPE_COLUMN: ("crash type", known.CRASH_TYPES),
    STAGE_COLUMN: ("pipeline stage", known.STAGES),
    ML_BUG_COLUMN: ("kind of bug", known.ML_BUGS),
    PATTERN_COLUMN: ("pattern", tuple(PATTERNS)),
}
"""Column -> what it says, in words, and its known values."""

_EXPECTED = {
    "ename": "exception type",
    "evalue": "exception message",
    **{column: words for column, (words, _) in LABEL_COLUMNS.items() if column != PATTERN_COLUMN},
    "DatasetTitle_1": "name of the data",
    "DatasetLicenseName_1": "licence of the data",
    "DatasetUrl_1": "address of the data",
    "NotebookUrl": "address of the original notebook",
}
"""Columns whose absence a person should know of -> what is then not known."""

_OTHER_KNOWN = {"eid", "traceback", LIBRARY_COLUMN, PATTERN_COLUMN, NETWORK_COLUMN}
_SOURCE_COLUMN = re.compile(r"Dataset(Title|LicenseName|Url)_(\d+)", re.IGNORECASE)
_ID = re.compile(r"[^/\\\x00-\x1f]+")


def is_id(id: str) -> bool:
    """Whether it can be an instance's id: the plain name of a folder, that leads nowhere else."""
    return _ID.fullmatch(id) is not None and id not in (".", "..") and len(id) <= 200


@dataclass(frozen=True)
class SheetRow:
    """What the sheet says about one instance."""

    id: str
    number: int
    """Line in the sheet, 1-based."""
    values: dict[str, str]
    """Column -> text; columns that are known carry the name under which they are known."""
    extra: dict[str, str]
    """The same for columns that aren't."""
    problems: list[Problem]

    def labels(self) -> Labels:
        """The labels; a value that isn't known stays as it is (and is among the problems)."""
        root_cause = self._label(ROOT_CAUSE_COLUMN)
        library = said(self.values.get(LIBRARY_COLUMN))
        if library is not None:
            library = library_name(library)
        elif root_cause == known.NOTEBOOK_SPECIFIC_ROOT_CAUSE:
            library = known.NOTEBOOK_SPECIFIC
        else:
            library = library_of_id(self.id)
        return Labels(
            library=library,
            crash_type=self._label(CRASH_TYPE_COLUMN),
            root_cause=root_cause,
            stage=self._label(STAGE_COLUMN),
            ml_bug=self._label(ML_BUG_COLUMN),
            pattern=self._label(PATTERN_COLUMN),
        )

    def crash(self) -> Crash | None:
        ename = said(self.values.get("ename"))
        return None if ename is None else Crash(ename=ename, evalue=self.values.get("evalue", ""))

    def sources(self) -> list[DataSource]:
        """Where the input data come from; none where the sheet says "nodata"."""
        parts: dict[int, dict[str, str]] = {}
        for column, value in self.values.items():
            if (match := _SOURCE_COLUMN.fullmatch(column)) and (text := said(value)):
                parts.setdefault(int(match[2]), {})[match[1].casefold()] = text
        found = [
            DataSource(
                title=part.get("title") or part.get("url") or "unnamed",
                licence=part.get("licensename"),
                url=part.get("url"),
            )
            for _, part in sorted(parts.items())
        ]
        return [source for source in found if source.title.casefold() != "nodata"]

    def needs_network(self) -> bool:
        """Whether the notebook has to reach a network; what isn't said is no."""
        return (said(self.values.get(NETWORK_COLUMN)) or "").casefold() == "yes"

    def notebook_url(self) -> str | None:
        return said(self.values.get("NotebookUrl"))

    def _label(self, column: str) -> str | None:
        value = said(self.values.get(column))
        return None if value is None else known_value(value, LABEL_COLUMNS[column][1]) or value


@dataclass(frozen=True)
class LabelSheet:
    rows: dict[str, SheetRow]
    """By id, in the order of the sheet."""
    problems: list[Problem] = field(default_factory=list)
    """Those of the sheet as a whole; those of a row are with the row."""


def read_sheet(path: Path, folders: Collection[str]) -> LabelSheet:
    """Read the label sheet; ``folders`` are the names of the bench's folders, by which renamed ids are recognised.

    Raises `BrokenBench` where it isn't a workbook or where no column names the instances.
    """
    table = read_table(path, SHEET_NAME, ID_COLUMN)
    id_place, problems = _id_place(table, path, folders)
    names = [_known_name(column) for column in table.columns]
    unknown = [place for place, name in enumerate(names) if name is None and place != id_place and table.columns[place]]
    problems += _missing_columns(table, unknown)
    rows: dict[str, SheetRow] = {}
    for number, cells in zip(table.numbers, table.rows, strict=True):
        id = cells[id_place].strip()
        if not id:
            problems.append(_problem(f"Line {number} of the label sheet is left out: its `{ID_COLUMN}` is empty."))
        elif not is_id(id):
            problems.append(
                _problem(f"Line {number} of the label sheet is left out: {id[:80]!r} can't be the name of a folder.")
            )
        elif id in rows:
            rows[id].problems.append(
                Problem(
                    subject="labels",
                    message=f"The label sheet has more than one row for it: line {rows[id].number} is used, "
                    f"line {number} isn't.",
                )
            )
        else:
            values = {name: cells[place] for place, name in enumerate(names) if name is not None}
            extra = {table.columns[place]: cells[place] for place in unknown if cells[place].strip()}
            rows[id] = SheetRow(id, number, values, extra, list(_value_problems(values)))
    return LabelSheet(rows, problems)


def _id_place(table: Table, path: Path, folders: Collection[str]) -> tuple[int, list[Problem]]:
    place = table.place(ID_COLUMN)
    if place is not None:
        return place, []
    for place, column in enumerate(table.columns):
        if column and any(row[place].strip() in folders for row in table.rows):
            return place, [
                _problem(
                    f"The label sheet has no column `{ID_COLUMN}`: `{column}` is used in its place, as it holds names "
                    f"of the bench's folders. Rename it to `{ID_COLUMN}`."
                )
            ]
    columns = ", ".join(f"`{column}`" for column in table.columns if column) or "none"
    raise BrokenBench(
        f"The label sheet {path} has no column `{ID_COLUMN}`, which names the instances (its columns: {columns}): "
        f"rename the column that holds them to `{ID_COLUMN}`."
    )


def _known_name(column: str) -> str | None:
    """The name under which a column is known; ``None`` for one that isn't."""
    if _SOURCE_COLUMN.fullmatch(column):
        return column
    return next((name for name in (*_EXPECTED, *_OTHER_KNOWN) if name.casefold() == column.casefold()), None)


def _missing_columns(table: Table, unknown: Sequence[int]) -> Iterator[Problem]:
    for column, words in _EXPECTED.items():
        if table.place(column) is not None:
            continue
        near = _renamed(table, column, unknown)
        hint = f" Was it renamed to `{near}`?" if near else ""
        yield _problem(f"The label sheet has no column `{column}`, so the {words} isn't known.{hint}")


def _renamed(table: Table, column: str, unknown: Sequence[int]) -> str | None:
    """The unknown column that most likely is the missing one: by its values, else by its name."""
    if column in LABEL_COLUMNS:
        for place in unknown:
            values = [value for row in table.rows if (value := said(row[place]))]
            fitting = sum(known_value(value, LABEL_COLUMNS[column][1]) is not None for value in values)
            if values and fitting > len(values) / 2:
                return table.columns[place]
    likeness = [(SequenceMatcher(None, column.casefold(), table.columns[p].casefold()).ratio(), p) for p in unknown]
    best, place = max(likeness, default=(0.0, 0))
    return table.columns[place] if best > 0.55 else None


def _value_problems(values: dict[str, str]) -> Iterator[Problem]:
    for column, (words, known_values) in LABEL_COLUMNS.items():
        value = said(values.get(column))
        if value is not None and known_value(value, known_values) is None:
            yield Problem(subject="labels", message=unknown_value_sentence(words, value, known_values))
    asked = said(values.get(NETWORK_COLUMN))
    if asked is not None and asked.casefold() not in ("yes", "no"):
        yield Problem(
            subject="labels",
            message=f"Whether it needs a network isn't known: {NETWORK_COLUMN} is {asked[:80]!r}, not yes or no.",
        )


def _problem(message: str) -> Problem:
    return Problem(subject="sheet", message=message)

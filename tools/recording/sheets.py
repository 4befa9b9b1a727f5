"""The two label sheets of the bench, with the columns of the JunoBench data set and one of our own, the pattern."""

import json
import re
import uuid
from pathlib import Path
from typing import Any

from openpyxl import Workbook, load_workbook

from .meta import LIBRARY_CAUSES
from .stories import Story

DESCRIPTION = ("benchmark_desc.xlsx", "Sheet1")
GROUND_TRUTH = ("ground_truth_crash_prediction.xlsx", "Ground_truth")

DESCRIPTION_COLUMNS = [
    "nb_name",
    "eid",
    "ename",
    "evalue",
    "traceback",
    "Libs-cause",
    "label_root_cause",
    "label_refined_exp_type",
    "label_ML_pipeline",
    "label_if_ML_bug",
    "label_pattern",
    "DatasetTitle_1",
    "DatasetTitle_2",
    "DatasetLicenseName_1",
    "DatasetLicenseName_2",
    "DatasetUrl_1",
    "DatasetUrl_2",
    "NotebookUrl",
]
GROUND_TRUTH_COLUMNS = ["library", "instance", "detection", "diagnosis", "runinfo_help", "note"]

_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_DNS, "junobench-lab.starter")

Row = list[Any]


def description_rows(stories: list[Story], bench: Path) -> list[Row]:
    """One row an instance that has been recorded; exception and traceback are those of the original variant."""
    rows: list[Row] = [list(DESCRIPTION_COLUMNS)]
    for story in stories:
        error = recorded_error(bench / "benchmark" / story.id / story.file_name("original"))
        if error is None:
            continue
        labels = story.meta.labels
        values = {
            "nb_name": story.id,
            "eid": str(uuid.uuid5(_NAMESPACE, story.id)),
            "ename": error["ename"].lower(),
            "evalue": error["evalue"],
            "traceback": str([_ANSI.sub("", line) for line in error["traceback"]]),
            "Libs-cause": LIBRARY_CAUSES[labels.library],
            "label_root_cause": labels.root_cause,
            "label_refined_exp_type": labels.crash_type,
            "label_ML_pipeline": labels.stage,
            "label_if_ML_bug": labels.ml_bug,
            "label_pattern": labels.pattern,
            "DatasetTitle_1": story.meta.dataset,
            "DatasetLicenseName_1": story.meta.licence,
        }
        rows.append([values.get(column, "None") for column in DESCRIPTION_COLUMNS])
    return rows


def ground_truth_rows(stories: list[Story], bench: Path) -> list[Row]:
    """Two rows an instance that has been recorded: the reproduced variant crashes, the fixed one doesn't."""
    rows: list[Row] = [list(GROUND_TRUTH_COLUMNS)]
    for story in stories:
        if not (bench / "benchmark" / story.id).is_dir():
            continue
        cause = LIBRARY_CAUSES[story.meta.labels.library]
        library = "NBspecific" if cause == "None" else cause
        rows.append([library, f"{story.id}_reproduced", True, story.meta.diagnosis, None, None])
        rows.append([library, f"{story.id}_fixed", False, None, None, None])
    return rows


def recorded_error(notebook: Path) -> dict[str, Any] | None:
    """The error output of a recorded notebook; ``None`` where there is no notebook or no error."""
    if not notebook.is_file():
        return None
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    errors = (output for cell in cells for output in cell.get("outputs", []) if output["output_type"] == "error")
    return next(errors, None)


def read_rows(path: Path, sheet: str) -> list[Row]:
    if not path.is_file():
        return []
    return [list(row) for row in load_workbook(path, read_only=True)[sheet].iter_rows(values_only=True)]


def write_sheets(stories: list[Story], bench: Path) -> None:
    """Bring both sheets up to date; a sheet that already says the same keeps its bytes."""
    for (name, sheet), rows in (
        (DESCRIPTION, description_rows(stories, bench)),
        (GROUND_TRUTH, ground_truth_rows(stories, bench)),
    ):
        if read_rows(bench / name, sheet) == rows:
            continue
        book = Workbook()
        book.remove(book.worksheets[0])
        page = book.create_sheet(sheet)
        for row in rows:
            page.append(row)
        book.save(bench / name)

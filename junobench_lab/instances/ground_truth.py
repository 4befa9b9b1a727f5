"""The sheet ``ground_truth_crash_prediction.xlsx``: why each reproduced variant crashes, in words."""

from pathlib import Path

from ..errors import BrokenBench
from .labels import said
from .workbook import read_table

GROUND_TRUTH_FILE = "ground_truth_crash_prediction.xlsx"
GROUND_TRUTH_SHEET = "Ground_truth"
_SUFFIX = "_reproduced"


def read_diagnoses(path: Path) -> dict[str, str]:
    """Diagnosis by instance id; rows of other variants say nothing about the crash and are passed over.

    Raises `BrokenBench` where the sheet can't be read or lacks the columns.
    """
    table = read_table(path, GROUND_TRUTH_SHEET, "instance")
    instance, diagnosis = table.place("instance"), table.place("diagnosis")
    if instance is None or diagnosis is None:
        missing = " and ".join(f"`{name}`" for name in ("instance", "diagnosis") if table.place(name) is None)
        raise BrokenBench(f"{path} has no column {missing}, so diagnoses can't be shown: get the file again.")
    found: dict[str, str] = {}
    for row in table.rows:
        name, text = row[instance].strip(), said(row[diagnosis])
        if name.endswith(_SUFFIX) and text is not None:
            found.setdefault(name.removesuffix(_SUFFIX), text)
    return found

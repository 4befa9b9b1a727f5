"""How well labels are estimated: ``python -m benchmarks.estimators SHEET.xlsx|CRASHES.csv ...`` prints JSON.

A file has a line a crash with the columns of the data set's label sheet (exception, message, traceback, labels);
finer labels are mapped to those of the sheet, and a label that has no counterpart there isn't counted. The library
is counted where the file names one of those that the data set knows, and "no library" is then wrong; beside it stands
the share that is right when libraries' names are simply counted in the traceback (an arrow's line weighs 3).
Similar cases are judged by leaving one crash out: whether one with the same crash type and library, both as labelled,
is among the three most alike; ``possible`` is the share of crashes for which there is such a case at all.
"""

import csv
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from junobench_lab.instances.labels import (
    LIBRARIES,
    NOTEBOOK_SPECIFIC,
    NOTEBOOK_SPECIFIC_ROOT_CAUSE,
    library_name,
    library_of_id,
    said,
)
from junobench_lab.instances.models import Labels
from junobench_lab.instances.sheet import CRASH_TYPE_COLUMN, ID_COLUMN, ROOT_CAUSE_COLUMN, SHEET_NAME, STAGE_COLUMN
from junobench_lab.instances.workbook import read_table
from junobench_lab.research.estimators.estimate import estimate
from junobench_lab.research.estimators.evidence import CrashEvidence, evidence_of_traceback
from junobench_lab.research.estimators.frames import plain_text
from junobench_lab.research.estimators.models import Estimates
from junobench_lab.research.estimators.sheet_traceback import traceback_of_sheet
from junobench_lab.research.estimators.similar import estimated_features, known_case, similar_cases

from .estimator_labels import crash_type_of, root_cause_of, stage_of

GOALS = {"library": 0.92, "crash_type": 0.80, "stage": 0.65, "similar": 0.80}

Case = tuple[str, CrashEvidence, list[str], Labels, Estimates]
"""Id, evidence, parts of the traceback, labels, estimates."""


def main() -> None:
    report = {path: _measured(_cases(Path(path))) for path in sys.argv[1:]}
    if not report:
        sys.exit("Give the path of a label sheet (.xlsx) or of a table of labelled crashes (.csv).")
    json.dump({"goals": GOALS, "files": report}, sys.stdout, indent=2)
    print()


def _cases(path: Path) -> list[Case]:
    return [_case(str(number), row) for number, row in enumerate(_rows(path))]


def _rows(path: Path) -> Iterable[Mapping[str, str]]:
    if path.suffix == ".csv":
        with path.open(newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))
    table = read_table(path, SHEET_NAME, ID_COLUMN)
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def _case(number: str, row: Mapping[str, str]) -> Case:
    traceback = traceback_of_sheet(row["traceback"])
    evidence = evidence_of_traceback(row["ename"], row.get("evalue") or "", traceback)
    root_cause = root_cause_of(row[ROOT_CAUSE_COLUMN])
    library = said(row.get("Libs-cause"))
    labels = Labels(
        library=library_name(library) if library is not None else library_of_id(row.get(ID_COLUMN, "")),
        crash_type=crash_type_of(row[CRASH_TYPE_COLUMN]),
        root_cause=root_cause,
        stage=stage_of(row[STAGE_COLUMN]),
    )
    return number, evidence, traceback, labels, estimate(evidence)


def _measured(cases: list[Case]) -> dict[str, Any]:
    known = {*LIBRARIES.values()} - {NOTEBOOK_SPECIFIC}
    with_library = [case for case in cases if case[3].library in known]
    return {
        "crashes": len(cases),
        "library": _share(with_library, lambda case: case[4].library.value == case[3].library),
        "library_by_counting_names": _share(with_library, lambda case: _most_named(case[2]) == case[3].library),
        "crash_type": _agreement(cases, "crash_type"),
        "stage": _agreement(cases, "stage"),
        "root_cause": _agreement(cases, "root_cause"),
        "root_cause_but_notebook_specific": _agreement(
            [case for case in cases if case[3].root_cause != NOTEBOOK_SPECIFIC_ROOT_CAUSE], "root_cause"
        ),
        "majority_stage": _majority([case[3].stage for case in cases if case[3].stage is not None]),
        "similar": _similar(cases),
    }


def _majority(labels: list[str]) -> float:
    """The share that the most frequent label has: what guessing it always would reach."""
    return round(max((labels.count(label) for label in set(labels)), default=0) / max(len(labels), 1), 3)


def _agreement(cases: Iterable[Case], dimension: str) -> dict[str, float]:
    labelled = [case for case in cases if getattr(case[3], dimension) is not None]
    return _share(labelled, lambda case: getattr(case[4], dimension).value == getattr(case[3], dimension))


def _share(cases: Iterable[Case], right: Callable[[Case], bool]) -> dict[str, float]:
    judged = [right(case) for case in cases]
    return {"right": sum(judged), "of": len(judged), "share": round(sum(judged) / max(len(judged), 1), 3)}


def _similar(cases: list[Case]) -> dict[str, dict[str, float]]:
    known = [known_case("", number, labels, evidence) for number, evidence, _, labels, _ in cases]

    def alike(one: Labels, other: Labels) -> bool:
        return one.crash_type == other.crash_type and one.library == other.library

    def others(case: Case) -> list[Any]:
        return [one for one in known if one.id != case[0]]

    def found(case: Case) -> bool:
        shown = similar_cases(estimated_features(case[1], case[4]), others(case))
        return any(alike(case[3], one.labels) for one in shown)

    def possible(case: Case) -> bool:
        return any(alike(case[3], one.labels) for one in others(case))

    return {
        "all": _share(cases, found),
        "where_possible": _share([case for case in cases if possible(case)], found),
        "possible": _share(cases, possible),
    }


def _most_named(traceback: list[str]) -> str | None:
    """The library whose name stands most often in a traceback; in a line with an arrow it counts three times."""
    counts: dict[str, int] = {}
    for line in plain_text(traceback).casefold().split("\n"):
        weight = 3 if line.lstrip().startswith("--") and ">" in line else 1
        for name, library in LIBRARIES.items():
            counts[library] = counts.get(library, 0) + weight * line.count(name)
    best = max(counts, key=lambda library: counts[library])
    return best if counts[best] else None


if __name__ == "__main__":
    main()

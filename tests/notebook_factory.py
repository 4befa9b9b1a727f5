"""Notebooks and benches for the tests of every part, written in a few words.

>>> crashed = code("y", count=3, error=("NameError", "name 'y' is not defined"))
>>> document = notebook(markdown("# Ferries"), code("x = 1", count=1), crashed)

Notebooks are nbformat 4.4 without cell ids, as those of the data set, unless a cell is given an id.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import openpyxl

from junobench_lab.instances.notebooks import Notebook, parse_notebook

COLUMNS = (
    "nb_name",
    "eid",
    "ename",
    "evalue",
    "traceback",
    "label_root_cause",
    "label_refined_exp_type",
    "label_ML_pipeline",
    "label_if_ML_bug",
    "DatasetTitle_1",
    "DatasetTitle_2",
    "DatasetLicenseName_1",
    "DatasetLicenseName_2",
    "DatasetUrl_1",
    "DatasetUrl_2",
    "NotebookUrl",
)
"""The columns of the published label sheet."""

FILE_SUFFIXES = {"original": "", "reproduced": "_reproduced", "fixed": "_fixed", "fixed2": "_fixed2"}

Error = tuple[str, str] | tuple[str, str, Sequence[str]]
"""Exception type, message and, if it matters, the traceback's parts."""


def code(
    source: str | list[str],
    count: int | None = None,
    *,
    error: Error | None = None,
    outputs: Iterable[dict[str, Any]] = (),
    id: str | None = None,
) -> dict[str, Any]:
    """A code cell; an error comes after the other outputs."""
    all_outputs = list(outputs)
    if error is not None:
        traceback = list(error[2]) if len(error) == 3 else traceback_of(error[0], error[1], _text(source), count)
        all_outputs.append({"output_type": "error", "ename": error[0], "evalue": error[1], "traceback": traceback})
    cell: dict[str, Any] = {
        "cell_type": "code",
        "execution_count": count,
        "metadata": {},
        "outputs": all_outputs,
        "source": source,
    }
    return cell if id is None else {"id": id, **cell}


def markdown(source: str | list[str], *, id: str | None = None) -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": "markdown", "metadata": {}, "source": source}
    return cell if id is None else {"id": id, **cell}


def raw(source: str | list[str], *, id: str | None = None) -> dict[str, Any]:
    return {**markdown(source, id=id), "cell_type": "raw"}


def stream(text: str, name: str = "stdout") -> dict[str, Any]:
    return {"output_type": "stream", "name": name, "text": text}


def display(mime: str, data: str) -> dict[str, Any]:
    return {"output_type": "display_data", "data": {mime: data}, "metadata": {}}


def traceback_of(ename: str, evalue: str, source: str, count: int | None, line: int | None = None) -> list[str]:
    """A traceback in IPython 8's style that blames one line of the cell, its last one unless told."""
    lines = source.split("\n")
    at = line or len(lines)
    shown = [f"{'---->' if n == at else '     '} {n} {text}" for n, text in enumerate(lines, 1) if abs(n - at) <= 2]
    return [
        "-" * 75,
        f"{ename}{' ' * 33}Traceback (most recent call last)",
        f"Cell In[{count}], line {at}\n" + "\n".join(shown) + "\n",
        f"{ename}: {evalue}",
    ]


def notebook(*cells: dict[str, Any], metadata: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """An nbformat 4 document; 4.5 where a cell has an id, else 4.4."""
    python = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return {
        "cells": list(cells),
        "metadata": dict(metadata) if metadata is not None else python,
        "nbformat": 4,
        "nbformat_minor": 5 if any("id" in cell for cell in cells) else 4,
    }


def parsed(*cells: dict[str, Any]) -> Notebook:
    """The cells as the rules see them, without a file."""
    return parse_notebook(notebook(*cells), where="the notebook")


def write_notebook(path: Path, document: Mapping[str, Any] | str | bytes) -> Path:
    """Write a notebook, or any text or bytes in its place to stand for a broken one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(document, bytes):
        path.write_bytes(document)
    else:
        path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    return path


def write_sheet(
    path: Path, rows: Sequence[Mapping[str, Any]], columns: Sequence[str] = COLUMNS, sheet: str = "Sheet1"
) -> Path:
    """Write a sheet with a line of column names and one line per row; a row lacks what it doesn't name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    workbook = openpyxl.Workbook()
    page = workbook.active
    assert page is not None
    page.title = sheet
    page.append(list(columns))
    for row in rows:
        page.append([row.get(column) for column in columns])
    workbook.save(path)
    return path


def label_row(id: str, **labels: Any) -> dict[str, Any]:
    """A row of the label sheet with valid labels where none are given."""
    return {
        "nb_name": id,
        "ename": "nameerror",
        "evalue": "name 'y' is not defined",
        "label_root_cause": "NB specific",
        "label_refined_exp_type": "variable not found",
        "label_ML_pipeline": "data preparation",
        "label_if_ML_bug": "ML bug",
        **labels,
    }


def write_instance(
    folder: Path,
    variants: Mapping[str, Mapping[str, Any] | str | bytes],
    files: Mapping[str, str | bytes] | None = None,
) -> Path:
    """Write an instance folder; its name is the id. ``files`` are input data by relative path."""
    folder.mkdir(parents=True, exist_ok=True)
    for variant, document in variants.items():
        write_notebook(folder / f"{folder.name}{FILE_SUFFIXES[variant]}.ipynb", document)
    for name, content in (files or {}).items():
        write_notebook(folder / name, content)
    return folder


def write_bench(
    root: Path,
    instances: Mapping[str, Mapping[str, Mapping[str, Any] | str | bytes]],
    labels: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    files: Mapping[str, Mapping[str, str | bytes]] | None = None,
    diagnoses: Mapping[str, str] | None = None,
    columns: Sequence[str] = COLUMNS,
) -> Path:
    """Write a bench: id -> variant -> notebook, and the sheets.

    ``labels`` are by id and added to, or put over, those of `label_row`; ids that have labels but no notebooks get a
    row and no folder. ``diagnoses`` are by id; without them there is no ground-truth sheet.
    """
    for id, variants in instances.items():
        write_instance(root / "benchmark" / id, variants, (files or {}).get(id))
    ids = list(dict.fromkeys([*instances, *(labels or {})]))
    write_sheet(root / "benchmark_desc.xlsx", [label_row(id, **(labels or {}).get(id, {})) for id in ids], columns)
    if diagnoses is not None:
        rows = [
            {"library": "None", "instance": f"{id}_{variant}", "detection": variant == "reproduced", "diagnosis": text}
            for id, text in diagnoses.items()
            for variant in ("reproduced", "fixed")
        ]
        names = ("library", "instance", "detection", "diagnosis", "runinfo_help", "note")
        write_sheet(root / "ground_truth_crash_prediction.xlsx", rows, names, "Ground_truth")
    return root


def crash_and_fix(crash: str = "y", fix: str = "y = x\ny") -> dict[str, dict[str, Any]]:
    """The variants of the smallest sound instance: one cell runs, the next crashes or is repaired."""
    first = code("x = 1", count=1)
    crashed = notebook(first, code(crash, count=2, error=("NameError", "name 'y' is not defined")))
    return {"original": crashed, "reproduced": crashed, "fixed": notebook(first, code(fix, count=2))}


def _text(source: str | list[str]) -> str:
    return source if isinstance(source, str) else "".join(source)

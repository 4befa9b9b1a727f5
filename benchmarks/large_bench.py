"""A bench of many instances, all alike but for their names and labels, for the benchmarks of the catalog."""

import itertools
import json
from pathlib import Path

import openpyxl

from junobench_lab.instances.labels import CRASH_TYPES, ML_BUGS, ROOT_CAUSES, STAGES

_LABELS = {
    "Libs-cause": ("pandas", "numpy", "sklearn", "matplotlib", "tensorflow", "torch", "seaborn", "None"),
    "label_refined_exp_type": CRASH_TYPES,
    "label_root_cause": ROOT_CAUSES,
    "label_ML_pipeline": STAGES,
    "label_if_ML_bug": ML_BUGS,
}
_OTHERS = {
    "ename": "nameerror",
    "evalue": "name 'x' is not defined",
    "DatasetTitle_1": "Ferries",
    "DatasetLicenseName_1": "CC0",
    "DatasetUrl_1": "https://example.org/ferries",
    "NotebookUrl": "https://example.org/notebook",
}
_TEXT = "A cell of text, as most notebooks have one, which also makes the file larger than that of a pointer. " * 12


def write_large_bench(root: Path, instances: int) -> Path:
    """Write the bench: one cell of code each, which crashes in the reproduced variant, and one of text."""
    cell = {"cell_type": "code", "execution_count": 1, "metadata": {}, "source": "x", "outputs": []}
    error = {"output_type": "error", "ename": "NameError", "evalue": "name 'x' is not defined", "traceback": []}
    crash = _notebook({**cell, "outputs": [error]})
    fixed = _notebook({**cell, "source": "x = 1"})
    values = [itertools.cycle(each) for each in _LABELS.values()]
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Sheet1")
    sheet.append(["nb_name", *_LABELS, *_OTHERS])
    for number in range(instances):
        id = f"case-{number:05}"
        folder = root / "benchmark" / id
        folder.mkdir(parents=True)
        for name, text in ((id, crash), (f"{id}_reproduced", crash), (f"{id}_fixed", fixed)):
            (folder / f"{name}.ipynb").write_text(text, encoding="utf-8")
        sheet.append([id, *map(next, values), *_OTHERS.values()])
    book.save(root / "benchmark_desc.xlsx")
    return root


def _notebook(cell: dict[str, object]) -> str:
    text = {"cell_type": "markdown", "metadata": {}, "source": _TEXT}
    return json.dumps({"cells": [text, cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 4})

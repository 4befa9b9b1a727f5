"""A bench of many instances, all alike but for their names and labels, for the benchmarks of the catalog."""

import itertools
import json
from pathlib import Path

import openpyxl

_LABELS = {
    "Libs-cause": ("pandas", "numpy", "sklearn", "matplotlib", "tensorflow", "torch", "seaborn", "None"),
    "label_refined_exp_type": (
        "key error",
        "value error",
        "type error",
        "name error",
        "attribute error",
        "index error",
    ),
    "label_root_cause": ("api misuse", "notebook specific", "data confusion", "implementation error"),
    "label_ML_pipeline": (
        "data preparation",
        "data visualization",
        "model training",
        "evaluation",
        "environment setup",
    ),
}


def write_large_bench(root: Path, instances: int) -> Path:
    """Write the bench: one cell each, which crashes in the reproduced variant."""
    cell = {"cell_type": "code", "execution_count": 1, "metadata": {}, "source": "x", "outputs": []}
    error = {"output_type": "error", "ename": "NameError", "evalue": "name 'x' is not defined", "traceback": []}
    crash = _notebook({**cell, "outputs": [error]})
    fixed = _notebook({**cell, "source": "x = 1"})
    values = [itertools.cycle(each) for each in _LABELS.values()]
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Sheet1")
    sheet.append(["nb_name", *_LABELS, "ename", "evalue"])
    for number in range(instances):
        id = f"case-{number:05}"
        folder = root / "benchmark" / id
        folder.mkdir(parents=True)
        for name, text in ((id, crash), (f"{id}_reproduced", crash), (f"{id}_fixed", fixed)):
            (folder / f"{name}.ipynb").write_text(text, encoding="utf-8")
        sheet.append([id, *map(next, values), "NameError", "name 'x' is not defined"])
    book.save(root / "benchmark_desc.xlsx")
    return root


def _notebook(cell: dict[str, object]) -> str:
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 4})

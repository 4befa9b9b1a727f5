"""Patched notebooks and scripts as predicted repairs: a file an instance, ``.ipynb`` or ``.py`` with cells between
``# %%``."""

import re
from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import Any

from ...errors import BrokenNotebook
from ...instances.bench import Bench
from ...instances.notebooks import Notebook, read_notebook, to_nbformat
from ...practice.beginning import as_attempt, beginning, order_of_counts
from ..tasks.models import Answer, RepairAnswer
from .models import Imported
from .names import instance_of

_RUN = re.compile(r"(?:run|sample|seed|try|attempt)?[-_ ]?(\d{1,4})", re.IGNORECASE)
_SUFFIXES = (".ipynb", ".py")


def import_repairs(folder: Path, answers: Sequence[Answer], system: str, bench: Bench) -> Imported:
    """Predictions of repair. A folder of the first level that is numbered ("run-2", "3") is a run.

    The order of a notebook is that of its saved counts where it was run anew, else the recorded one (see
    `order_of_counts`). Where a run has several files for an instance, the first in the order of names counts.
    """
    items = {a.instance: a.item for a in answers if isinstance(a, RepairAnswer)}
    imported = Imported()
    seen: set[tuple[str, int]] = set()
    for file in sorted(path for path in folder.rglob("*") if path.suffix in _SUFFIXES):
        path = file.relative_to(folder)
        if any(part.startswith(".") for part in path.parts):
            continue
        instance, run = instance_of(path, sorted(items)), _run(path)
        if instance is None:
            imported.problems.append(f"{path} names no instance of the bench and was passed over.")
        elif (instance, run) in seen:
            imported.problems.append(f"{path} is a second repair of {instance} in run {run} and was passed over.")
        else:
            seen.add((instance, run))
            try:
                repair = _repair(file, bench, instance)
            except BrokenNotebook as error:
                imported.problems.append(f"{path} was passed over: {error}")
            else:
                imported.lines.append({"item": items[instance], "run": run, "system": system, **repair})
    return imported


def _run(path: PurePath) -> int:
    match = _RUN.fullmatch(path.parts[0]) if len(path.parts) > 1 else None
    return int(match[1]) if match is not None else 0


def _repair(file: Path, bench: Bench, instance: str) -> dict[str, Any]:
    if file.suffix == ".py":
        try:
            return {"script": file.read_text(encoding="utf-8-sig")}
        except (OSError, UnicodeDecodeError):
            raise BrokenNotebook(f"{file.name} is no UTF-8 text.") from None
    notebook = read_notebook(file)
    given = beginning(bench, instance)
    attempt = as_attempt(notebook.cells, given.start)
    ids = order_of_counts(notebook.cells, attempt, given.given)
    places = {cell.id: cell.cell for cell in attempt.cells}
    order = {} if ids is None else {"order": [places[id] for id in ids]}
    return {"notebook": to_nbformat(_bare(notebook)), **order}


def _bare(notebook: Notebook) -> Notebook:
    """Without outputs, which would make a file of predictions large and say nothing."""
    cells = [cell.model_copy(update={"outputs": [], "count": None, "metadata": {}}) for cell in notebook.cells]
    return notebook.model_copy(update={"cells": cells})

"""How long the rules take on large notebooks: ``python -m benchmarks.trace_1000_cells`` prints JSON, in seconds.

Goals: trace, data flow and explanation of 1,000 cells in 0.1 s, comparison of 200 cells with images in 0.5 s. The start
of nbclient and a kernel is measured beside them, because seconds mean little without the machine they were taken on.
Every measure is taken several times, cold (nothing remembered); the median is given, with the fastest and the slowest.
"""

import json
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from junobench_lab.practice.compare import SideInput, compare_notebooks
from junobench_lab.trace.dataflow import cell_flow
from junobench_lab.trace.explain import explain
from junobench_lab.trace.live import SessionExecution, SessionRecord
from junobench_lab.trace.needs import cell_needs
from junobench_lab.trace.order import trace_notebook
from junobench_lab.trace.session_flow import recorded_flow

from .notebooks import long_session, with_images

CELLS = 1000
COMPARED = 200
TIMES = 7
GOALS = {"trace_flow_explain": 0.1, "compare_with_images": 0.5}


def main() -> None:
    measured = {
        "trace_flow_explain": _trace(cold=True),
        "trace_flow_explain_again": _trace(cold=False),
        "needs_of_all_cells": _needs(),
        "compare_with_images": _compare(),
        "nbdime_compares_the_same": _measure(_nbdime(), times=5),
        "nbclient_start": _measure(_nbclient, times=3),
    }
    report: dict[str, Any] = {
        "machine": {"python": platform.python_version(), "platform": platform.platform()},
        "cells": CELLS,
        "compared_cells": COMPARED,
        "seconds": measured,
        "goals": GOALS,
        "reached": {name: measured[name]["median"] <= goal for name, goal in GOALS.items()},
    }
    json.dump(report, sys.stdout, indent=2)
    print()


def _measure(
    work: Callable[[], object], *, prepare: Callable[[], object] | None = None, times: int = TIMES
) -> dict[str, float]:
    taken = []
    for _ in range(times):
        if prepare is not None:
            prepare()
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return {
        "median": round(statistics.median(taken), 4),
        "fastest": round(min(taken), 4),
        "slowest": round(max(taken), 4),
    }


def _trace(*, cold: bool) -> dict[str, float]:
    notebook = long_session(CELLS)

    def work() -> None:
        trace = trace_notebook(notebook)
        explain(trace, notebook.cells, recorded_flow(trace, notebook.cells))

    work()
    return _measure(work, prepare=cell_flow.cache_clear if cold else None)


def _needs() -> dict[str, float]:
    """The marks before cells run, in a session in which every second cell ran; sources are remembered, as in a lab."""
    notebook = long_session(CELLS)
    cells = [cell.model_copy(update={"id": f"c{cell.cell}"}) for cell in notebook.cells]
    notebook = notebook.model_copy(update={"cells": cells})
    ran = [SessionExecution(id=f"c{cell.cell}", source=cell.source, ok=True) for cell in cells[::2]]
    return _measure(lambda: cell_needs(notebook, SessionRecord(executions=ran)))


def _compare() -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        left = with_images(COMPARED, Path(folder) / "left.ipynb", edited=False)
        right = with_images(COMPARED, Path(folder) / "right.ipynb", edited=True)
    sides = [
        SideInput(notebook=one, title=title, sequence=[cell.cell for cell in one.cells])
        for one, title in ((left, "Left"), (right, "Right"))
    ]
    return _measure(lambda: compare_notebooks(*sides))


def _nbdime() -> Callable[[], object]:
    import nbformat
    from nbdime import diff_notebooks

    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / name for name in ("left.ipynb", "right.ipynb")]
        for file, edited in zip(files, (False, True), strict=True):
            with_images(COMPARED, file, edited=edited)
        left, right = (nbformat.read(file, as_version=4) for file in files)
    return lambda: diff_notebooks(left, right)


def _nbclient() -> None:
    import nbformat.v4
    from nbclient import NotebookClient

    cell = nbformat.v4.new_code_cell("1")
    NotebookClient(nbformat.v4.new_notebook(cells=[cell]), kernel_name="python3").execute()


if __name__ == "__main__":
    main()

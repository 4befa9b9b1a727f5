"""Faults of order planted in notebooks that run: the explanation finds each, and finds none where none is."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from junobench_lab.instances.models import Cell
from junobench_lab.instances.notebooks import Notebook
from junobench_lab.instances.registry import starter_bench
from junobench_lab.trace.dataflow import cell_flow
from junobench_lab.trace.explain import explain
from junobench_lab.trace.live import SessionExecution, SessionRecord
from junobench_lab.trace.models import Finding
from junobench_lab.trace.needs import cell_needs
from junobench_lab.trace.order import trace_notebook

BENCH = starter_bench()
IDS = [summary.id for summary in BENCH.summaries()]
SOURCES = [c.source for id in IDS for c in BENCH.notebook(id, "fixed").cells if c.type == "code"]


def session(notebook: Notebook, order: list[int], ename: str, evalue: str) -> list[Finding]:
    """Findings where these cells ran in this order and the last of them failed on its first line."""
    counts = {cell: place + 1 for place, cell in enumerate(order)}
    crash = {"output_type": "error", "ename": ename, "evalue": evalue, "traceback": []}
    cells = [
        cell.model_copy(update={"count": counts.get(cell.cell), "outputs": [crash] if cell.cell == order[-1] else []})
        for cell in notebook.cells
    ]
    ran = notebook.model_copy(update={"cells": cells})
    return explain(trace_notebook(ran), cells)


def planted(notebook: Notebook) -> Iterator[tuple[int, str, int]]:
    """(cell, name, first cell below that reads it), where no other cell makes the name."""
    code = [cell.cell for cell in notebook.cells if cell.type == "code"]
    flows = {cell: cell_flow(notebook.cells[cell].source) for cell in code}
    for cell in code:
        for name in flows[cell].writes:
            if any(name in flows[other].writes for other in code if other != cell):
                continue
            reader = next((below for below in code if below > cell and name in flows[below].reads), None)
            if reader is not None:
                yield cell, name, reader


@pytest.mark.parametrize("id", IDS)
def test_a_cell_that_was_left_out_is_named_for_every_name_that_it_makes(id: str):
    notebook = BENCH.notebook(id, "fixed")
    found = list(planted(notebook))
    assert found
    for cell, name, reader in found:
        order = [c.cell for c in notebook.cells if c.type == "code" and c.cell <= reader and c.cell != cell]
        finding = session(notebook, order, "NameError", f"name '{name}' is not defined")[0]
        assert (finding.kind, finding.name, finding.cells[0]) == ("never_run", name, cell)


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize(
    "error", [("ValueError", "bad shapes"), ("KeyError", "'no such column'"), ("TypeError", "bad")]
)
def test_a_session_in_document_order_is_never_blamed_on_its_order(id: str, error: tuple[str, str]):
    notebook = BENCH.notebook(id, "fixed")
    code = [cell.cell for cell in notebook.cells if cell.type == "code" and cell.source.strip()]
    for end in range(1, len(code) + 1):
        assert session(notebook, code[:end], *error)[0].kind == "not_order"


@pytest.mark.parametrize("id", IDS)
def test_what_a_cell_needs_in_a_fresh_kernel_runs_without_missing_a_name(id: str):
    notebook = BENCH.notebook(id, "fixed")
    cells = [c.model_copy(update={"id": f"c{c.cell}"}) for c in notebook.cells]
    notebook = notebook.model_copy(update={"cells": cells})
    for need in cell_needs(notebook, SessionRecord()):
        ran = [SessionExecution(id=f"c{c}", source=cells[c].source, ok=True) for c in need.run[:-1]]
        after = cell_needs(notebook, SessionRecord(executions=ran))
        again = next(each for each in after if each.cell == need.cell)
        assert [each.name for each in again.missing if each.cells] == []
        assert again.run == [need.cell]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["NameError", "KeyError", "ValueError", "AttributeError", "IndexError"]))
def test_any_session_gets_findings_about_cells_that_exist(seed: int, ename: str):
    chance = random.Random(seed)
    number = chance.randrange(1, 12)
    cells = [
        Cell(cell=place, type=chance.choice(["code", "code", "code", "raw"]), source=chance.choice(SOURCES))
        for place in range(number)
    ]
    code = [cell.cell for cell in cells if cell.type == "code"]
    if not code:
        return
    order = chance.sample(code, chance.randrange(1, len(code) + 1))
    words = chance.choice(["df", "X", "y_test", "model"])
    evalue = {"NameError": f"name '{words}' is not defined", "KeyError": f"'{words}'"}.get(ename, f"'{words}' is bad")
    findings = session(Notebook(cells=cells, metadata={}, nbformat=4), order, ename, evalue)
    assert findings
    assert all(0 <= cell < number for finding in findings for cell in finding.cells)
    assert all(finding.sentence.endswith(".") for finding in findings)

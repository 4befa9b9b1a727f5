"""Making instances in tests: through the real kernels, to the end."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any

from junobench_lab.instances.bench import Bench
from junobench_lab.instances.notebooks import Notebook
from junobench_lab.research.curation.make import curate
from junobench_lab.research.curation.models import Curated, CurationEvent, CurationWish
from junobench_lab.trace.live import SessionRecord
from junobench_lab.trace.order import trace_notebook
from tests.notebook_factory import notebook, write_notebook

NAME_ERROR = ("NameError", "name 'y' is not defined")
TYPE_ERROR = ("TypeError", "unsupported operand type(s) for /: 'str' and 'int'")
WELL_OVER = 300.0
"""Seconds that no test needs; a making that takes them hangs."""


def made(wish: CurationWish, record: SessionRecord | None = None) -> Curated:
    """What is made of a wish."""
    last = steps(wish, record)[-1]
    assert isinstance(last, Curated)
    return last


def steps(wish: CurationWish, record: SessionRecord | None = None) -> list[CurationEvent]:
    return all_of(lambda: curate(wish, record=record))


def accepted(begin: Callable[[], AsyncGenerator[CurationEvent, None]]) -> Curated:
    """What comes of accepting a draft."""
    last = all_of(begin)[-1]
    assert isinstance(last, Curated)
    return last


def all_of(begin: Callable[[], AsyncGenerator[CurationEvent, None]]) -> list[CurationEvent]:
    async def follow() -> list[CurationEvent]:
        events = begin()
        async with contextlib.aclosing(events):
            return [event async for event in events]

    return asyncio.run(asyncio.wait_for(follow(), WELL_OVER))


def variant(curated: Curated, name: str) -> Notebook:
    return Bench.open(curated.bench).notebook(curated.id, name)


def folder(curated: Curated) -> Path:
    return Bench.open(curated.bench).folder(curated.id)


def ran(notebook: Notebook) -> list[str]:
    """First lines of what ran, in the recorded order."""
    executions = trace_notebook(notebook).executions
    return [notebook.cells[execution.cell].source.split("\n")[0] for execution in executions]


def wish(tmp_path: Path, *cells: dict[str, Any], **more: Any) -> CurationWish:
    """A wish for a notebook of these cells."""
    file = write_notebook(tmp_path / "work" / "Mine.ipynb", notebook(*cells))
    return CurationWish(notebook=file, bench=tmp_path / "own", **more)


def repaired(tmp_path: Path, *cells: dict[str, Any]) -> Path:
    return write_notebook(tmp_path / "work" / "Mine repaired.ipynb", notebook(*cells))

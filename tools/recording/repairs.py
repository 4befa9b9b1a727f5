"""Repairs that are kept as test data: wrong ones that a check must refuse, right ones that it must accept.

A repair is a file of changes like ``fixed.py``, below ``stories/<id>/repairs/``; its name begins with ``wrong_`` or
``right_``. It is checked as an attempt of a person: with an ``order`` block in that order, else in the recorded one.
"""

import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path

from junobench_lab.instances.bench import Bench
from junobench_lab.instances.catalog import Catalog
from junobench_lab.instances.models import Cell
from junobench_lab.instances.notebooks import Notebook
from junobench_lab.practice.attempts import Attempts
from junobench_lab.practice.check import check_job, run_check
from junobench_lab.practice.models import CheckResult
from junobench_lab.running.edited import EditedNotebook
from junobench_lab.running.records import RecordStore
from junobench_lab.running.session import RunEnvironment
from junobench_lab.running.snapshots.store import SnapshotStore

from .blocks import StoryError, read_blocks
from .drafts import Draft, change, read_story

FOLDER = "repairs"


@dataclass(frozen=True)
class Repair:
    id: str
    """Of the instance."""
    name: str
    story: Draft
    draft: Draft
    own_order: bool

    @property
    def right(self) -> bool:
        return self.name.startswith("right_")

    def misjudged(self, result: CheckResult) -> str | None:
        """A sentence where the check says otherwise than the name."""
        passes = result.level in ("passes_check", "equals_reference")
        if self.right and result.level != "passes_check":
            return f"{self.id}, {self.name} should pass the check: {result.level}. {_told(result)}"
        if not self.right and (passes or result.level is None):
            return f"{self.id}, {self.name} should be refused: {result.level}. {_told(result)}"
        return None


def read_repairs(story: Path) -> list[Repair]:
    """The repairs of a story's folder, sorted by name. Raises `StoryError`."""
    reproduced = read_story(story)
    repairs = []
    for file in sorted((story / FOLDER).glob("*.py")):
        if not file.stem.startswith(("wrong_", "right_")):
            raise StoryError(f"{story.name}/{FOLDER}/{file.name}: a name begins with wrong_ or right_.")
        own_order = any(block.words[:1] == ("order",) for block in read_blocks(file))
        repairs.append(Repair(story.name, file.stem, reproduced, change(reproduced, file), own_order))
    return repairs


async def check_repair(
    repair: Repair,
    bench: Bench,
    store: RecordStore,
    snapshots: SnapshotStore | None = None,
    environment: RunEnvironment | None = None,
) -> CheckResult:
    """The check's judgement of a repair, made as a person's attempt; with ``snapshots``, as the next try at it."""
    with tempfile.TemporaryDirectory(prefix="repair-") as place:
        attempts = Attempts(Path(place), Catalog(lambda: {bench.name: bench}))
        attempt = await asyncio.to_thread(attempts.start, bench.name, repair.id)
        start = attempts.start_notebook(attempt)
        notebook, ids = _notebook(repair, start)
        job = await asyncio.to_thread(
            check_job,
            bench,
            repair.id,
            attempt.number,
            EditedNotebook(notebook, start, attempts.trace(attempt)),
            order=ids if repair.own_order else None,
        )
        async for item in run_check(job, store=store, snapshots=snapshots, environment=environment):
            if isinstance(item, CheckResult):
                found = item
    return found


async def check_repairs(
    repairs: list[Repair], bench: Bench, store: RecordStore, *, jobs: int = 2
) -> list[tuple[Repair, CheckResult]]:
    """Check several repairs, ``jobs`` instances at a time: those of one instance share its reference run."""
    by_instance: dict[str, list[Repair]] = {}
    for repair in repairs:
        by_instance.setdefault(repair.id, []).append(repair)
    waiting = iter(by_instance.values())
    results: list[tuple[Repair, CheckResult]] = []

    async def work() -> None:
        for group in waiting:
            results.extend([(repair, await check_repair(repair, bench, store)) for repair in group])

    await asyncio.gather(*(work() for _ in range(jobs)))
    return results


def _notebook(repair: Repair, start: Notebook) -> tuple[Notebook, list[str]]:
    """The attempt's notebook with the cells' ids as a person's editing leaves them, and their order."""
    given = {cell.key: (cell, start.cells[place]) for place, cell in enumerate(repair.story.visible())}
    cells: list[Cell] = []
    ids: dict[str, str] = {}
    for place, draft in enumerate(repair.draft.visible()):
        before, cell = given.get(draft.key, (None, None))
        if cell is None:
            cell = Cell(cell=place, id=f"new-{draft.key}", type="code", source="")
        if before is None or (before.source, before.type) != (draft.source, draft.type):
            cell = cell.model_copy(update={"source": draft.source, "type": draft.type})
        assert cell.id is not None
        ids[draft.key] = cell.id
        cells.append(cell.model_copy(update={"cell": place}))
    ran = [ids[step.key] for step in repair.draft.session if step.key is not None and step.key in ids]
    return start.model_copy(update={"cells": cells}), ran


def _told(result: CheckResult) -> str:
    failed = [f"{condition.text} {condition.detail}".strip() for condition in result.conditions if not condition.ok]
    return " ".join([result.sentence, *failed])

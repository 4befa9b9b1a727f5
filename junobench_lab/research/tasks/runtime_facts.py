"""Runtime facts of detection items: the steps run for real, and the kernel is asked before the target would run.

What a run told is kept under all that it depends on (sources, input files, kernel), so that an export repeats without
running again.
"""

import asyncio
import contextlib
import hashlib
import json
import os
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from ...errors import EnvironmentUnavailable
from ...instances.bench import Bench
from ...model import Model
from ...running.environments.base import KernelEnvironment
from ...running.facts import FactsQuestion
from ...running.models import CellFinished, Ended, EndReason, Limits, Plan
from ...running.runner import run_plan
from ...running.session import RunJob, variant_job
from ...trace.dataflow import cell_flow
from ..several import several
from .items import TaskSet
from .models import Answer, DetectionItem, RuntimeFacts

_FORMAT = 1


class FactsRecord(Model):
    """What a run told, as it is kept."""

    format: int = _FORMAT
    facts: RuntimeFacts
    versions: dict[str, str]
    """Of Python and the libraries of the kernel."""


class ItemFacts(NamedTuple):
    """The facts of one item."""

    item: str
    facts: RuntimeFacts
    problem: str | None
    """A sentence where the run couldn't be carried out, which is no fault of the notebook; such a run isn't kept."""


async def gather_facts(
    bench: Bench,
    answers: Sequence[Answer],
    *,
    environment: KernelEnvironment,
    folder: Path,
    at_a_time: int,
    cancel: asyncio.Event,
) -> AsyncGenerator[ItemFacts, None]:
    """The facts of the detection items with these answers, as they come; ``folder`` keeps the records.

    Raises `EnvironmentUnavailable` where a record can't be written, and what reading an instance raises.
    """

    async def gathered(answer: Answer) -> ItemFacts:
        job = await asyncio.to_thread(variant_job, bench, answer.instance, answer.variant)
        names = cell_flow(job.plan.steps[-1].source).reads
        file = folder / f"{await asyncio.to_thread(_key, job, names, environment)}.json"
        kept = await asyncio.to_thread(_read, file)
        if kept is not None:
            return ItemFacts(answer.item, kept.facts, None)
        record, problem = await _run(job, names, environment, cancel)
        if problem is None and not cancel.is_set():
            await asyncio.to_thread(_write, file, record)
        return ItemFacts(answer.item, record.facts, problem)

    found = several(gathered, answers, at_a_time=at_a_time, cancel=cancel)
    async with contextlib.aclosing(found):
        async for _, facts in found:
            yield facts


def with_runtime_facts(made: TaskSet, facts: Mapping[str, RuntimeFacts]) -> TaskSet:
    """The same items with their facts, by the name of the item."""
    items = [
        item.model_copy(update={"facts": facts[item.item]})
        if isinstance(item, DetectionItem) and item.item in facts
        else item
        for item in made.items
    ]
    return replace(made, items=items)


async def _run(
    job: RunJob, names: Sequence[str], environment: KernelEnvironment, cancel: asyncio.Event
) -> tuple[FactsRecord, str | None]:
    question = FactsQuestion(names)
    events = run_plan(
        Plan(steps=job.plan.steps[:-1]),
        folder=job.folder,
        files=job.files,
        environment=environment,
        limits=Limits(),
        cancel=cancel,
        question=question,
    )
    versions: dict[str, str] = {}
    failed: CellFinished | None = None
    ended: Ended | None = None
    async with contextlib.aclosing(events):
        async for event in events:
            if event.type == "kernel_ready":
                versions = event.versions
            elif isinstance(event, CellFinished) and not event.ok:
                failed = event
            elif isinstance(event, Ended):
                ended = event
    assert ended is not None, "A run ends with its end."
    if ended.reason == "finished" and question.found is not None:
        return FactsRecord(facts=RuntimeFacts(**dict(question.found)), versions=versions), None
    unknown = _unknown(ended.reason, failed)
    problem = ended.detail or unknown if ended.reason == "infrastructure" else None
    return FactsRecord(facts=RuntimeFacts(unknown=unknown), versions=versions), problem


def _unknown(reason: EndReason, failed: CellFinished | None) -> str:
    if reason == "crashed" and failed is not None:
        return f"Cell {failed.cell} raised {failed.ename} before the target could run."
    return _WHY.get(reason, "The kernel gave no answer that could be read.")


_WHY: Mapping[EndReason, str] = {
    "timeout": "What ran before the target took too long.",
    "out_of_memory": "What ran before the target took too much memory.",
    "kernel_died": "The kernel died before the target could run.",
    "infrastructure": "The steps before the target could not be run.",
    "cancelled": "The run was cancelled.",
}


def _key(job: RunJob, names: Sequence[str], environment: KernelEnvironment) -> str:
    asked = {
        "format": _FORMAT,
        "steps": [[step.source, step.may_crash] for step in job.plan.steps[:-1]],
        "names": list(names),
        "files": sorted([file.relative_to(job.folder).as_posix(), _digest(file)] for file in job.files),
        "kernel": [environment.name, environment.kernel],
    }
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


def _digest(file: Path) -> str:
    found = hashlib.sha256()
    with file.open("rb") as opened:
        while block := opened.read(1 << 20):
            found.update(block)
    return found.hexdigest()


def _read(file: Path) -> FactsRecord | None:
    try:
        return FactsRecord.model_validate_json(file.read_bytes())
    except (OSError, ValidationError):
        return None


def _write(file: Path, record: FactsRecord) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(f".{os.getpid()}.part")
        part.write_text(record.model_dump_json(exclude_none=True), encoding="utf-8")
        part.replace(file)
    except OSError as error:
        raise EnvironmentUnavailable(f"{file.parent} can't be written ({error.strerror}): make room there.") from None

"""Asking a system about all items, several at a time, and keeping what it says as it comes."""

import asyncio
import contextlib
import os
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path
from typing import Protocol

from ...errors import InvalidRequest
from ...running.runs_file import can_be_read
from ..foreign_json import json_line, json_object
from ..several import several
from ..tasks.models import Item, TaskName
from .models import Reply, Said
from .reading import read_reply


class System(Protocol):
    """Something that can be asked about an item."""

    name: str

    async def reply(self, item: Item, run: int) -> Reply:
        """What it says; a failure is a `Reply` with an ``error``. Raises `InvalidRequest` where no item can work."""


async def predict(
    system: System,
    items: Sequence[Item],
    *,
    runs: int,
    at_a_time: int,
    cancel: asyncio.Event,
    done: frozenset[tuple[str, int]] = frozenset(),
    most_cost: float | None = None,
) -> AsyncGenerator[Said, None]:
    """Ask about every item, ``runs`` times; yields answers as they come. Leaves out what is ``done``.

    Ends early when ``cancel`` is set, or when the answers have cost more than ``most_cost`` dollars.
    """
    wanted = [(item, run) for run in range(runs) for item in items if (item.item, run) not in done]
    spent = 0.0

    async def ask(one: tuple[Item, int]) -> Said:
        item, run = one
        return read_reply(item, run, system.name, await system.reply(item, run))

    answers = several(
        ask,
        wanted,
        at_a_time=at_a_time,
        cancel=cancel,
        may_begin=lambda: most_cost is None or spent < most_cost,
    )
    async with contextlib.aclosing(answers):
        async for _, said in answers:
            spent += said.reply.spent
            yield said


def predictions_on_file(file: Path, system: str, task: TaskName) -> frozenset[tuple[str, int]]:
    """Items and runs of which a file of predictions has usable ones; all other lines are taken away: those that only
    tell an error, which are asked again, and a last one that was cut short.

    Raises `InvalidRequest` where the file can't be read, or holds predictions of another system or task, or something
    else: what it holds would be taken for this system's own.
    """
    if not can_be_read(file):
        return frozenset()
    try:
        content = file.read_bytes()
        text = content.decode("utf-8-sig")
    except OSError as error:
        raise InvalidRequest(f"{file} can't be read ({error.strerror}): name another file.") from None
    except ValueError:
        raise _other(file) from None
    found, kept = set(), []
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        said = json_object(line)
        if said is None:
            if line.strip() and number < len(lines):
                raise _other(file)
            continue
        item, run, by = said.get("item"), said.get("run", 0), said.get("system", system)
        if not isinstance(item, str) or type(run) is not int:
            raise _other(file)
        if "error" in said:
            continue
        if not item.startswith(f"{task}-"):
            raise InvalidRequest(f"{file} holds predictions of another task than {task}: name another file.")
        if by != system:
            raise InvalidRequest(
                f"{file} holds predictions of {str(by)[:80]!r}, not of {system!r}: name another file, or say with "
                "--system that it is the same."
            )
        found.add((item, run))
        kept.append(line.rstrip("\r"))
    whole = "".join(f"{line}\n" for line in kept).encode()
    if whole != content:
        _replace(file, whole)
    return frozenset(found)


def _other(file: Path) -> InvalidRequest:
    return InvalidRequest(f"{file} is no file of predictions: name another file.")


def _replace(file: Path, content: bytes) -> None:
    """At once: a process that is killed meanwhile loses nothing."""
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        part.replace(file)
    except OSError as error:
        raise InvalidRequest(f"{file} can't be written ({error.strerror}): name another file.") from None


def add_prediction(file: Path, said: Said) -> None:
    """Add to the file. Raises `InvalidRequest` where it can't be written."""
    try:
        with file.open("ab") as opened:
            opened.write(json_line(said.line()).encode())
    except OSError as error:
        raise InvalidRequest(f"{file} can't be written ({error.strerror}): name another file.") from None

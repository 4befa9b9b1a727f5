"""Asking a system about all items, several at a time, and keeping what it says as it comes."""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path
from typing import Protocol

from ...errors import InvalidRequest
from ..several import several
from ..tasks.models import Item
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
            spent += said.reply.cost or 0.0
            yield said


def predictions_on_file(file: Path) -> frozenset[tuple[str, int]]:
    """Items and runs that a file of predictions has; a last line that was cut short is taken away.

    Lines that only tell an error don't count: they are asked again. Raises `InvalidRequest` where the file can't be
    read, or holds something else.
    """
    if not file.exists():
        return frozenset()
    try:
        content = file.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        found, kept = set(), []
        for line in whole.decode().splitlines():
            said = json.loads(line)
            if "error" not in said:
                found.add((str(said["item"]), int(said["run"])))
                kept.append(line)
    except OSError as error:
        raise InvalidRequest(f"{file} can't be read ({error.strerror}): name another file.") from None
    except (ValueError, KeyError, TypeError):
        raise InvalidRequest(f"{file} is no file of predictions: name another file.") from None
    text = "".join(f"{line}\n" for line in kept)
    if text.encode() != content:
        file.write_text(text, encoding="utf-8")
    return frozenset(found)


def add_prediction(file: Path, said: Said) -> None:
    """Add to the file. Raises `InvalidRequest` where it can't be written."""
    try:
        with file.open("a", encoding="utf-8") as opened:
            opened.write(json.dumps(said.line(), ensure_ascii=False) + "\n")
    except OSError as error:
        raise InvalidRequest(f"{file} can't be written ({error.strerror}): name another file.") from None

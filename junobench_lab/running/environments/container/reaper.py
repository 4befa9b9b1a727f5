"""Removes what a process left that was killed while its containers ran.

A process notes that it uses containers, in a file named for it, and removes the file when it ends in order. So whether
there can be anything to remove is known without asking Docker.
"""

import asyncio
import atexit
import contextlib
import hashlib
import os
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....errors import LabError
from ...workspace import remove_abandoned
from .engine import Engine, engine
from .labels import FOLDER, OURS, OWNER, owner, owner_is_gone
from .notes import notes, notes_folder

if TYPE_CHECKING:
    from docker import DockerClient

_BOUND = 60.0
_AT_A_TIME = 8
"""Docker takes its time over each, mostly by waiting."""
_noted: set[int] = set()
_reaping: set["asyncio.Task[int]"] = set()


def note_use(daemon: Engine) -> None:
    """Say that this process starts containers; at the first time, remove in the background what dead ones left."""
    if os.getpid() in _noted:
        return
    _noted.add(os.getpid())
    with contextlib.suppress(OSError):
        _note().parent.mkdir(parents=True, exist_ok=True)
        _note().write_text(owner(), encoding="utf-8")
        atexit.register(_forget, _note())
    task = asyncio.get_running_loop().create_task(_quietly(daemon))
    _reaping.add(task)
    task.add_done_callback(_reaping.discard)


def something_left() -> bool:
    """Whether a process that used containers ended without cleaning up. Asks no Docker."""
    return any(owner_is_gone(text) for _, text in _notes())


async def reap(daemon: Engine | None = None) -> int:
    """Remove the containers of processes that are gone, and the folders of their runs; gives how many containers.

    Raises `EnvironmentUnavailable` where Docker doesn't answer.
    """
    removed = await (daemon or engine()).call(_reap, bound=_BOUND)
    # Those of runs that hadn't come to a container yet.
    await asyncio.to_thread(remove_abandoned)
    for file, text in _notes():
        if owner_is_gone(text):
            file.unlink(missing_ok=True)
    return removed


async def remove_own(daemon: Engine | None = None) -> None:
    """Remove what this process still has; for its end."""
    if os.getpid() not in _noted:
        return
    with contextlib.suppress(Exception):
        await (daemon or engine()).call(lambda client: _remove_of(client, lambda name: name == owner()), bound=5.0)


async def _quietly(daemon: Engine) -> int:
    with contextlib.suppress(LabError, OSError):
        return await reap(daemon)
    return 0


def _reap(client: "DockerClient") -> int:
    removed = 0
    # What a process had asked for when it was killed may still be made meanwhile.
    while found := _remove_of(client, owner_is_gone):
        removed += found
    return removed


def _remove_of(client: "DockerClient", unwanted: Callable[[str], bool]) -> int:
    def remove(found: dict[str, Any]) -> int:
        removed = 0
        with contextlib.suppress(Exception):
            client.api.remove_container(found["Id"], force=True, v=True)
            removed = 1
        _remove_folder((found.get("Labels") or {}).get(FOLDER, ""))
        return removed

    ours = client.api.containers(all=True, filters={"label": OURS})
    with ThreadPoolExecutor(_AT_A_TIME) as threads:
        left = [found for found in ours if unwanted((found.get("Labels") or {}).get(OWNER, ""))]
        return sum(threads.map(remove, left))


def _remove_folder(name: str) -> None:
    """Remove a run's temporary folder; whatever a label says, only such a folder."""
    folder = Path(name)
    if folder.is_absolute() and folder.name.startswith("jbl-") and folder.is_dir() and not folder.is_symlink():
        shutil.rmtree(folder, ignore_errors=True)


def _note() -> Path:
    return notes_folder() / f"{hashlib.sha256(owner().encode()).hexdigest()[:16]}.owner"


def _notes() -> list[tuple[Path, str]]:
    found = []
    for file in notes():
        with contextlib.suppress(OSError):
            found.append((file, file.read_text(encoding="utf-8")))
    return found


def _forget(file: Path) -> None:
    with contextlib.suppress(OSError):
        file.unlink(missing_ok=True)

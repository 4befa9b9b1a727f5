"""Which kernels are kept, and which of them a run can go on from."""

import asyncio
import contextlib
import os
import re
import stat
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

from ..environments.warm.doubts import looks_inside
from ..models import Event, Plan, Step, Target
from ..pinning import kernel_side_answer
from ..sent_modules import package_call
from ..workspace import Workspace
from .process import KeptProcess, ResumedKernel

if TYPE_CHECKING:
    from ..kernel_session import KernelSession

_WORTH = 0.5
"""Seconds of cells that are worth keeping a kernel for."""
_MOST = 4
"""Kernels kept of one attempt."""
_IDLE = 600.0
"""Seconds without a run after which they are ended."""
_PATIENCE = 5.0
_SHARE_OF_MEMORY = 0.2
"""The largest part of the memory that is free now that a kernel may hold to be kept."""
_ANSWER = "snapshot"

_TELLS = re.compile(r"recursionlimit|\bthreading\s*\.\s*(enumerate|active_count)\b")
"""What tells the frames below and the threads: a kernel that goes on has others."""

Stamp = dict[str, tuple[int, ...]]
"""Path -> kind and mode; of what isn't a folder also which file it is, its size and the times of its last changes."""


@dataclass(frozen=True)
class Key:
    """What is run, and in which kernel."""

    target: Target
    kernel: str
    folder: Path


@dataclass(frozen=True)
class Kept:
    """A kernel as it was after some steps."""

    process: KeptProcess
    steps: Sequence[Step]
    events: Sequence[Event]
    """Those of the steps."""
    folder: Stamp
    """The private folders at that time."""

    def fits(self, plan: Plan) -> bool:
        """Whether a plan begins with what was run, and goes on after it with nothing that tells where it went on."""
        begin, rest = plan.steps[: len(self.steps)], plan.steps[len(self.steps) :]
        same = [_ran(step) for step in begin] == [_ran(step) for step in self.steps]
        tells = any(looks_inside(step.source) or _TELLS.search(step.source) for step in rest)
        return same and bool(rest) and not tells


def _ran(step: Step) -> tuple[int, str, bool]:
    return step.cell, step.source, step.may_crash


@dataclass
class Session:
    """The kept kernels of one attempt, with the folder in which they began."""

    key: Key
    workspace: Workspace
    versions: dict[str, str]
    inputs: Stamp
    kept: list[Kept] = field(default_factory=list)
    in_use: bool = True


class SnapshotStore:
    """Keeps the kernels of the attempt that was run last. Belongs to one event loop."""

    def __init__(self) -> None:
        self._session: Session | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._removal: asyncio.Future[None] | None = None
        """Of a folder; held, because the loop doesn't."""

    def run(self, target: Target, kernel: str, folder: Path, files: Sequence[Path]) -> "RunSnapshots":
        """The snapshots of a run that begins."""
        return RunSnapshots(self, Key(target, kernel, folder), files)

    def taken(self, key: Key) -> Session | None:
        """The session of a key, for one run alone; others are ended where no run uses them."""
        session = self._session
        if session is None or session.in_use:
            return None
        if session.key != key:
            self._drop()
            return None
        session.in_use = True
        return session

    def add(self, session: Session) -> bool:
        """Keep a session; not where another one is in use."""
        if self._session is not None and self._session.in_use:
            return False
        self._drop()
        self._session = session
        return True

    def release(self, session: Session) -> None:
        session.in_use = False
        if session is self._session and not session.kept:
            self._drop()
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(_IDLE, self._drop_idle)

    async def close(self) -> None:
        """End all kept kernels and remove their folder."""
        if self._idle is not None:
            self._idle.cancel()
        session, self._session = self._session, None
        if session is not None:
            for kept in session.kept:
                kept.process.close()
            await session.workspace.remove()

    def _drop_idle(self) -> None:
        if self._session is not None and not self._session.in_use:
            self._drop()

    def _drop(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            for kept in session.kept:
                kept.process.close()
            self._removal = asyncio.ensure_future(session.workspace.remove())


class RunSnapshots:
    """The snapshots of one run."""

    def __init__(self, store: SnapshotStore, key: Key, files: Sequence[Path]) -> None:
        self._store = store
        self._key = key
        self._files = files
        self._session: Session | None = None
        self._watched = False
        self._last = 0.0
        """Seconds of steps that the latest kept kernel has behind it."""
        self._ran = 0.0

    @property
    def workspace(self) -> Workspace | None:
        """The folder that kept kernels need; it isn't the run's to remove."""
        return self._session.workspace if self._session is not None else None

    @property
    def versions(self) -> dict[str, str]:
        return dict(self._session.versions) if self._session is not None else {}

    async def resumable(self, plan: Plan) -> Kept | None:
        """The kept kernel from which a plan can go on; the later ones of another session are ended."""
        session = self._store.taken(self._key)
        if session is None:
            return None
        inputs = await asyncio.to_thread(_stamp, self._files)
        folder = await asyncio.to_thread(_stamp_of_workspace, session.workspace)
        fitting = [kept for kept in session.kept if kept.fits(plan) and kept.folder == folder and kept.process.alive]
        if inputs != session.inputs or not fitting:
            for kept in session.kept:
                kept.process.close()
            session.kept.clear()
            self._store.release(session)
            return None
        best = max(fitting, key=lambda kept: len(kept.steps))
        for kept in [kept for kept in session.kept if len(kept.steps) > len(best.steps)]:
            kept.process.close()
            session.kept.remove(kept)
        self._session = session
        self._ran = self._last = sum(_seconds(event) for event in best.events)
        return best

    async def launch(self, kept: Kept) -> ResumedKernel:
        """Raises `EnvironmentUnavailable`."""
        from ...errors import EnvironmentUnavailable

        try:
            return await kept.process.kernel()
        except OSError as error:
            raise EnvironmentUnavailable(f"The kept kernel can't be used ({error}).") from error

    def forget(self) -> None:
        """The kept kernels are of no use: begin anew."""
        if self._session is not None:
            for kept in self._session.kept:
                kept.process.close()
            self._session.kept.clear()
            self._store.release(self._session)
            self._session = None

    async def begin(self, session: "KernelSession", workspace: Workspace) -> None:
        """Let the kernel take notes of what a copy couldn't stand for."""
        if sys.platform != "linux" or workspace.sockets is None:
            return
        folders = [str(workspace.folder), str(workspace.temporary), str(workspace.ipython)]
        told = await self._ask(session, "effects", {"folders": folders})
        self._watched = told == {}

    async def after(
        self,
        session: "KernelSession",
        workspace: Workspace,
        versions: dict[str, str],
        steps: Sequence[Step],
        events: Sequence[Event],
    ) -> None:
        """Keep the kernel after ``steps``, whose events are ``events``, where that is worth it and allowed."""
        self._ran = sum(_seconds(event) for event in events)
        if not self._watched or self._ran - self._last < _WORTH:
            return
        if self._session is not None and len(self._session.kept) >= _MOST:
            return
        process = KeptProcess(workspace)
        with contextlib.suppress(OSError):
            await process.listen()
            asked = {
                "socket": str(process.socket),
                "log": str(process.log),
                "mark": process.mark,
                "memory": int(psutil.virtual_memory().available * _SHARE_OF_MEMORY),
            }
            told = await self._ask(session, "keep", asked)
            pid = told.get("kept")
            if isinstance(pid, int) and await process.connected(pid):
                folder = await asyncio.to_thread(_stamp_of_workspace, workspace)
                kept = Kept(process, list(steps), list(events), folder)
                if await self._added(kept, workspace, versions):
                    self._last = self._ran
                    return
            elif "not" in told:
                # What forbids it once forbids it from then on.
                self._watched = False
        process.close()

    def end(self) -> None:
        """The run is over."""
        if self._session is not None:
            self._store.release(self._session)

    async def _added(self, kept: Kept, workspace: Workspace, versions: dict[str, str]) -> bool:
        if self._session is None:
            inputs = await asyncio.to_thread(_stamp, self._files)
            session = Session(self._key, workspace, versions, inputs)
            if not self._store.add(session):
                self._watched = False
                return False
            self._session = session
        self._session.kept.append(kept)
        return True

    async def _ask(self, session: "KernelSession", main: str, asked: dict[str, Any]) -> dict[str, Any]:
        reply = await session.ask({_ANSWER: package_call("snapshot", main, asked)}, _PATIENCE)
        told = kernel_side_answer(reply, _ANSWER)
        return told if isinstance(told, dict) else {"not": "the kernel did not answer"}


def _seconds(event: Event) -> float:
    return event.seconds if event.type == "cell_finished" else 0.0


def _stamp(files: Sequence[Path], *, of_links: bool = False) -> Stamp:
    """``of_links``: whether a link counts as itself rather than as what it leads to."""
    found: Stamp = {}
    for file in files:
        with contextlib.suppress(OSError):
            told = file.lstat() if of_links else file.stat()
            changes = (told.st_ino, told.st_size, told.st_mtime_ns, told.st_ctime_ns)
            found[str(file)] = (told.st_mode,) if stat.S_ISDIR(told.st_mode) else (told.st_mode, *changes)
    return found


def _stamp_of_workspace(workspace: Workspace) -> Stamp:
    """Of the folders in which a notebook may write without that its kernel can't be kept."""
    folders = (workspace.folder, workspace.temporary)
    walks = (walk for folder in folders for walk in os.walk(folder))
    paths = [Path(place) / name for place, inner, files in walks for name in (*inner, *files)]
    return _stamp(sorted(paths), of_links=True)

"""Keeping what a person did: one recorder for attempts, predictions, checks and hints, on whatever way they come."""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ...data_folder import data_folder
from ...errors import EnvironmentUnavailable, LabError
from ...one_writer import one_writer
from .models import EventKind, ProgressEvent, Removed
from .summary import SOLVED, instance_progress

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from ..models import Attempt, CheckResult, Reveal

_FILE = "progress.sqlite"
_ASIDE = "progress-damaged-{time}.sqlite"
_LOCK = ".progress.lock"

_Given = TypeVar("_Given")
_log = logging.getLogger(__name__)


class ProgressStore:
    """The progress of one person, in an SQLite file in the data folder. May be used from any thread and by several
    programs at once.

    A file that can't be read is moved aside, never overwritten, and a new one begun. Recording never stands in the way
    of what is recorded: where it fails, the log says so.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file if file is not None else data_folder() / _FILE

    # -- recording

    def opened(self, attempt: Attempt) -> None:
        """An attempt was started or taken up again."""
        self._record("opened", attempt.bench, attempt.id, attempt)

    def predicted(self, attempt: Attempt) -> None:
        self._record("predicted", attempt.bench, attempt.id, attempt)

    def checked(self, attempt: Attempt, result: CheckResult) -> None:
        """A check that could not be carried out is nobody's doing and isn't kept."""
        if result.level is not None and not result.cancelled:
            self._record("checked", attempt.bench, attempt.id, attempt, result.level)

    def hint(self, bench: str, id: str, what: Reveal, attempt: Attempt | None) -> None:
        """A part of the answer was revealed, during an attempt where there is one."""
        self._record("hint", bench, id, attempt, what)

    def _record(self, kind: EventKind, bench: str, id: str, attempt: Attempt | None, value: str | None = None) -> None:
        from .database import EVENTS

        row = {
            "at": _plain(datetime.now(timezone.utc)),
            "bench": bench,
            "instance": id,
            "attempt": attempt.number if attempt is not None else None,
            "started": _plain(attempt.started) if attempt is not None else None,
            "kind": kind,
            "value": value,
        }
        try:
            self._do(lambda connection: connection.execute(EVENTS.insert().values(row)))
        except EnvironmentUnavailable as error:
            _log.warning("An entry of the progress is lost. %s", error)

    # -- reading and removing

    def events(self, bench: str | None = None) -> list[ProgressEvent]:
        """All that was kept, oldest first, of one bench if named. Raises `EnvironmentUnavailable`."""
        if not self._file.exists():
            return []
        from sqlalchemy import select

        from .database import EVENTS

        asked = select(EVENTS).order_by(EVENTS.c.at, EVENTS.c.number)
        if bench is not None:
            asked = asked.where(EVENTS.c.bench == bench)
        rows = self._do(lambda connection: connection.execute(asked).mappings().all())
        return [
            ProgressEvent(
                at=_aware(row["at"]),
                bench=row["bench"],
                id=row["instance"],
                attempt=row["attempt"],
                started=_aware(row["started"]) if row["started"] is not None else None,
                kind=row["kind"],
                value=row["value"],
            )
            for row in rows
        ]

    def solved(self, bench: str) -> set[str]:
        """Ids of the instances whose check was passed. Where the file can't be read: none."""
        try:
            return {one.id for one in instance_progress(self.events(bench)) if one.state in SOLVED}
        except EnvironmentUnavailable as error:
            _log.warning("%s", error)
            return set()

    def remove(self, bench: str | None = None) -> Removed:
        """Forget everything, or what concerns one bench. Raises `EnvironmentUnavailable`."""
        number = 0
        if self._file.exists():
            from .database import EVENTS

            unwanted = EVENTS.delete() if bench is None else EVENTS.delete().where(EVENTS.c.bench == bench)
            number = self._do(lambda connection: connection.execute(unwanted).rowcount)
        return Removed(
            events=number,
            sentence=f"{number} {'entry' if number == 1 else 'entries'} of the progress removed. "
            "Attempts, revealed hints and the records of runs are still there.",
        )

    @property
    def note(self) -> str | None:
        """What became of earlier files that could not be read."""
        aside = sorted(self._file.parent.glob(_ASIDE.format(time="*")))
        if not aside:
            return None
        return (
            "An earlier file of your progress could not be read, so a new one was begun. "
            f"It is kept as {aside[-1]}; delete it if you don't need it."
        )

    def _do(self, work: Callable[[Connection], _Given]) -> _Given:
        """Work with the file; once more with a new one where it is damaged."""
        from .database import Damaged, connected

        try:
            with connected(self._file) as connection:
                return work(connection)
        except Damaged as error:
            _log.warning("The progress in %s can't be read (%s); it is moved aside.", self._file, error)
        self._move_aside()
        try:
            with connected(self._file) as connection:
                return work(connection)
        except Damaged as error:
            raise EnvironmentUnavailable(
                f"Your progress in {self._file} can't be read ({error}) nor moved aside: move it yourself."
            ) from error

    def _move_aside(self) -> None:
        from .database import Damaged, connected

        # Where it can't be moved, the next attempt to read it says so.
        with contextlib.suppress(LabError, OSError), one_writer(self._file.with_name(_LOCK)):
            # Another one may have begun a new file in the meantime.
            with contextlib.suppress(Damaged), connected(self._file):
                return
            time = datetime.now(timezone.utc).strftime("%Y%m%dT%H%M%S%f")
            aside = self._file.with_name(_ASIDE.format(time=time))
            with contextlib.suppress(FileNotFoundError):
                os.replace(_journal(self._file), _journal(aside))
            # The file itself stays and is emptied: who still has it open would take the journal of a file that came in
            # its place for its own, and undo what that one's writer does.
            copy = self._file.with_name(".progress-copy")
            shutil.copyfile(self._file, copy)
            os.replace(copy, aside)
            os.truncate(self._file, 0)


@dataclass(frozen=True)
class AttemptRecorder:
    """Records the checks of one attempt."""

    store: ProgressStore
    attempt: Attempt

    def checked(self, result: CheckResult) -> None:
        self.store.checked(self.attempt, result)


def _journal(file: Path) -> Path:
    """SQLite's rollback journal of a database."""
    return file.with_name(f"{file.name}-journal")


def _plain(time: datetime) -> datetime:
    """UTC without saying so: SQLite has no time zones."""
    return time.astimezone(timezone.utc).replace(tzinfo=None)


def _aware(time: datetime) -> datetime:
    return time.replace(tzinfo=timezone.utc)

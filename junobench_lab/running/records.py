"""Records of runs on disk: one folder a run, from which every verdict can be computed again."""

import json
import os
import re
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path

from pydantic import ValidationError

from ..data_folder import data_folder
from ..errors import EnvironmentUnavailable, UnknownRun
from .models import RunRecord, RunSummary

_RUN_ID = re.compile(r"\d{8}T\d{9}Z-[0-9a-f]{6}")
_RECORD = "record.json"
_SUMMARY = "summary.json"
_PACKAGES = "packages"
"""Folder beside the records: lists of the packages of workers, by digest."""


class RecordStore:
    """The records below one folder, which is made when the first is saved."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else data_folder() / "runs"

    @staticmethod
    def new_id() -> str:
        """An id for a run: sorts by time (UTC, milliseconds), unique."""
        now = datetime.now(timezone.utc)
        return f"{now:%Y%m%dT%H%M%S}{now.microsecond // 1000:03d}Z-{secrets.token_hex(3)}"

    def save(self, record: RunRecord) -> None:
        """Write a record, so that at every moment the old or the new one is there as a whole.

        Raises `EnvironmentUnavailable` where the folder can't be written.
        """
        folder = self.folder / record.run
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _replace(folder / _RECORD, record.model_dump_json(indent=1))
            _replace(folder / _SUMMARY, summary_of(record).model_dump_json())
        except OSError as error:
            raise EnvironmentUnavailable(
                f"The record of the run can't be written to {folder} ({error.strerror}); free some disk space or "
                "see that the folder can be written."
            ) from error

    def load(self, run: str) -> RunRecord:
        """The record of a run. Raises `UnknownRun` where there is none, or where its file is damaged."""
        if not _RUN_ID.fullmatch(run):
            raise UnknownRun(f"There is no run {run!r}: an id looks like 20260131T120000000Z-1a2b3c.")
        file = self.folder / run / _RECORD
        try:
            return RunRecord.model_validate_json(file.read_bytes())
        except OSError:
            raise UnknownRun(f"There is no record of a run {run}; it may have been removed.") from None
        except ValidationError:
            raise UnknownRun(f"The record of the run {run} is damaged or of another version: {file}.") from None

    def save_packages(self, digest: str, packages: Mapping[str, str]) -> None:
        """Keep a list of packages (name -> version) that records name by its digest, once.

        Raises `EnvironmentUnavailable` where the folder can't be written.
        """
        folder = self.folder / _PACKAGES
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _replace(folder / f"{digest}.json", json.dumps(dict(packages), indent=1))
        except OSError as error:
            raise EnvironmentUnavailable(
                f"The workers' packages can't be written to {folder} ({error.strerror}); free some disk space or see "
                "that the folder can be written."
            ) from error

    def known_packages(self) -> "list[str]":
        """Digests of the lists of packages that are kept."""
        try:
            return sorted(name.removesuffix(".json") for name in os.listdir(self.folder / _PACKAGES))
        except OSError:
            return []

    def list(
        self, bench: str | None = None, id: str | None = None, *, newest: int | None = None
    ) -> Sequence[RunSummary]:
        """The runs, newest first, of one bench or instance if named. Damaged records are left out.

        With ``newest``, only as many are looked at: after a verification on a cluster there may be a million.
        """
        found = []
        for run in self._runs()[:newest]:
            summary = self._summary(run)
            if summary is None:
                continue
            if bench in (None, summary.target.bench) and id in (None, summary.target.id):
                found.append(summary)
        return found

    def _runs(self) -> Sequence[str]:
        try:
            names = os.listdir(self.folder)
        except OSError:
            return []
        return sorted((name for name in names if _RUN_ID.fullmatch(name)), reverse=True)

    def _summary(self, run: str) -> RunSummary | None:
        try:
            return RunSummary.model_validate_json((self.folder / run / _SUMMARY).read_bytes())
        except (OSError, ValidationError):
            pass
        try:
            return summary_of(self.load(run))
        except UnknownRun:
            return None


def summary_of(record: RunRecord) -> RunSummary:
    return RunSummary(
        run=record.run,
        target=record.target,
        environment=record.environment,
        kernel=record.kernel,
        started=record.started,
        ended=record.ended,
        outcome=record.outcome,
    )


def _replace(file: Path, text: str) -> None:
    temporary = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        temporary.write_text(text, encoding="utf-8")
        os.replace(temporary, file)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise

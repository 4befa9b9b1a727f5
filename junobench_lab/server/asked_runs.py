"""Runs and checks that a person asks for: what to run, and where; and the records of earlier ones."""

from __future__ import annotations

from ..errors import InvalidRequest
from ..practice.check import CheckJob, check_job
from ..practice.progress.store import AttemptRecorder
from ..running.environments.base import KernelEnvironment
from ..running.environments.choice import environment_of
from ..running.models import RunRecord
from ..running.network import grants_network
from ..running.session import RunJob, attempt_job, variant_job
from .models import CheckRequest, LatestCheck, RunList, RunRequest
from .practising import Practising
from .workplace import Workplace


class AskedRuns:
    def __init__(self, place: Workplace, practising: Practising) -> None:
        self._place = place
        self._practising = practising

    def job(self, asked: RunRequest) -> RunJob:
        """What to run, as the files are now. Raises what reading them raises, and `NotRevealed`."""
        target = asked.target
        bench = self._place.catalog.bench(target.bench)
        bench.folder(target.id)
        if (target.attempt is None) == (target.variant is None):
            raise InvalidRequest("Name either a variant or an attempt to run.")
        if target.attempt is None:
            assert target.variant is not None
            self._practising.require_seen(target.bench, target.id, target.variant)
            return self._practising.shown_job(variant_job(bench, target.id, target.variant))
        attempts = self._place.attempts
        attempt = attempts.get(target.bench, target.id, target.attempt)
        return attempt_job(
            bench,
            target.id,
            attempt.number,
            attempts.edited(attempt),
            order=asked.order,
        )

    def check_job(self, asked: CheckRequest) -> CheckJob:
        """What to check, as the files are now. Raises what reading them raises."""
        bench = self._place.catalog.bench(asked.bench)
        attempts, reveals = self._place.attempts, self._place.reveals
        attempt = attempts.get(asked.bench, asked.id, asked.attempt)
        return check_job(
            bench,
            asked.id,
            attempt.number,
            attempts.edited(attempt),
            session=asked.session,
            folder=attempts.file(attempt).parent,
            hints=reveals.revealed(asked.bench, asked.id).revealed,
            prediction=attempts.prediction(attempt) if reveals.allowed else None,
            recorder=AttemptRecorder(self._place.progress, attempt),
        )

    def environment(self, job: RunJob, asked: RunRequest | CheckRequest) -> KernelEnvironment:
        """Where a run takes place. Raises `InvalidRequest` for a kernel that the environment can't have, and
        `NetworkNotAllowed`."""
        name = asked.environment or "local"
        network = grants_network(job, name, agreed=asked.allow_network)
        warm = self._place.keeps_warm
        return environment_of(name, asked.kernel, cold=not warm, network=network, ahead=warm)

    def latest_check(self, bench: str, id: str, number: str) -> LatestCheck:
        return LatestCheck(result=self._place.runs.latest_check(self._place.attempt(bench, id, number)))

    def record(self, run: str) -> RunRecord:
        """Raises `UnknownRun`, and `NotRevealed`: a record holds the sources that ran."""
        record = self._place.runs.record(run)
        self._practising.require_seen(record.target.bench, record.target.id, record.target.variant)
        return record

    def list(self, bench: str | None, id: str | None) -> RunList:
        return RunList(runs=self._place.runs.summaries(bench, id))

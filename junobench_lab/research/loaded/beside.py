"""Grading beside the requests that ask for it: of a large bench it takes minutes, which is too long for an answer."""

import logging
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from ...instances.bench import Bench
from ..tasks.items import TaskSet
from .grading import GradedSystem, Grader, GradingCancelled
from .models import GradingProgress, KeptSystem

_CANCELLED = "not judged: it was cancelled"
_FAULT = "It could not be judged by a fault of the server, and its log holds the details."


@dataclass
class _Job:
    """The grading of a bench's systems, one after the other, in a thread."""

    waiting: Sequence[KeptSystem]
    began: float
    stop: threading.Event = field(default_factory=threading.Event)
    ended: threading.Event = field(default_factory=threading.Event)
    at: str | None = None
    """Key of the system at work."""
    progress: GradingProgress = field(default_factory=lambda: GradingProgress(done=0, total=0))

    def step(self, done: int, total: int) -> None:
        if self.stop.is_set():
            raise GradingCancelled
        self.progress = GradingProgress(done=done, total=total)


class GradingBeside:
    """At most one grading a bench. All methods may be called from any thread."""

    def __init__(self, grader: Grader, patience: float, log: logging.Logger) -> None:
        """``patience``: seconds for which an answer waits for what may soon be there."""
        self._grader = grader
        self._patience = patience
        self._log = log
        self._lock = threading.Lock()
        self._jobs: dict[str, _Job] = {}
        self._cancelled: dict[str, KeptSystem] = {}
        """By key: as it was when it was cancelled."""
        self._failed: dict[str, KeptSystem] = {}

    def of(self, bench: Bench, kept: Sequence[KeptSystem]) -> list[GradedSystem]:
        """The systems as far as they are graded; what isn't is begun, and says how far it is. Raises `BrokenBench`."""
        found = {one.key: self._grader.at_hand(bench, one) for one in kept}
        missing = [one for one in kept if found[one.key] is None and not self._given_up(one)]
        job = self._begin(bench, missing)
        if job is not None and job.ended.wait(max(0.0, job.began + self._patience - time.monotonic())):
            found = {one.key: self._grader.at_hand(bench, one) for one in kept}
        return [found[one.key] or self._ungraded(one, job, bench) for one in kept]

    def cancel(self, bench: str) -> None:
        """What isn't graded stays so until it is asked for again."""
        with self._lock:
            job = self._jobs.get(bench)
            if job is not None and not job.ended.is_set():
                job.stop.set()
                self._cancelled |= {one.key: one for one in job.waiting}

    def again(self, bench: str) -> None:
        """Let what was cancelled, or failed, be graded when it is asked for next."""
        with self._lock:
            for given_up in (self._cancelled, self._failed):
                for key in [key for key, one in given_up.items() if one.bench == bench]:
                    del given_up[key]

    def close(self) -> None:
        for job in list(self._jobs.values()):
            job.stop.set()

    def _given_up(self, kept: KeptSystem) -> bool:
        with self._lock:
            return kept in (self._cancelled.get(kept.key), self._failed.get(kept.key))

    def _begin(self, bench: Bench, missing: Sequence[KeptSystem]) -> _Job | None:
        if not missing:
            return None
        with self._lock:
            job = self._jobs.get(bench.name)
            if job is None or job.ended.is_set() or job.stop.is_set():
                job = self._jobs[bench.name] = _Job(missing, time.monotonic())
                threading.Thread(target=self._work, args=(job, bench), name="grading", daemon=True).start()
            return job

    def _work(self, job: _Job, bench: Bench) -> None:
        try:
            for kept in job.waiting:
                job.at = kept.key
                self._grader.graded(bench, kept, job.step)
        except GradingCancelled:
            pass
        except Exception:
            self._log.exception("Systems could not be graded")
            with self._lock:
                self._failed |= {one.key: one for one in job.waiting}
        finally:
            job.ended.set()

    def _ungraded(self, kept: KeptSystem, job: _Job | None, bench: Bench) -> GradedSystem:
        nothing = TaskSet([], [])
        with self._lock:
            if self._cancelled.get(kept.key) == kept:
                return GradedSystem(kept, nothing, state=_CANCELLED)
            if self._failed.get(kept.key) == kept:
                return GradedSystem(kept, nothing, state="not judged", problems=[_FAULT])
        total = len(bench.summaries())
        progress = GradingProgress(done=0, total=total)
        if job is not None and job.at == kept.key and job.progress.total:
            progress = job.progress
        words = f"being judged: {progress.done:,} of {total:,} crashes looked at"
        return GradedSystem(kept, nothing, state=words, grading=progress)

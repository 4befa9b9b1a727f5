"""A person's attempts: begun, taken up again, traced; and what they predict of them."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from ..errors import LabError
from ..instances.notebooks import Notebook
from ..practice.models import Attempt, AttemptList, PredictionView
from ..running.environments.warm.environment import WarmEnvironment
from ..running.environments.warm.pool import shared_pool
from ..trace.models import Trace
from ..trace.session_flow import SessionFlow, recorded_flow
from .models import AttemptRequest, KernelRequest, PredictionRequest
from .places import instance_kernel
from .practising import Practising
from .workplace import Workplace

if TYPE_CHECKING:
    from ..running.environments.container.waiting_pool import WaitingContainers

_WARM_UP_AFTER = 3.0
"""Seconds between the beginning of an attempt and the start of the process that kernels of its runs come from."""


class Attempting:
    def __init__(self, place: Workplace, practising: Practising) -> None:
        self._place = place
        self._practising = practising

    def list(self, bench: str, id: str) -> AttemptList:
        self._place.catalog.bench(bench).summary(id)
        return AttemptList(attempts=self._place.attempts.list(bench, id))

    def start(self, asked: AttemptRequest) -> tuple[Attempt, bool]:
        """The attempt, and whether it is a new one."""
        wanted = KernelRequest(
            bench=asked.bench,
            id=asked.id,
            environment=asked.environment or "local",
            kernel=asked.kernel,
            allow_network=asked.allow_network,
        )
        local = wanted.environment == "local"
        kernel = asked.kernel if local else instance_kernel(self._place.catalog, wanted).kernel
        attempt, created = self._place.attempts.resume_or_create(asked.bench, asked.id, kernel, asked.new)
        if self._place.keeps_warm:
            # A run of it will come; until then, what the person opens has the machine first.
            timer = threading.Timer(_WARM_UP_AFTER, _kernels_kept_ready(wanted).prepare)
            timer.daemon = True
            timer.start()
        return attempt, created

    def get(self, bench: str, id: str, number: str) -> Attempt:
        return self._place.attempt(bench, id, number)

    def resume(self, bench: str, id: str, number: str) -> Attempt:
        attempt = self._place.attempt(bench, id, number)
        self._place.attempts.note_opened(attempt)
        return attempt

    def trace(self, bench: str, id: str, number: str) -> Trace:
        attempt = self._place.attempt(bench, id, number)
        start = self._place.attempts.start_notebook(attempt)
        trace = self._place.attempts.trace(attempt)
        return self._practising.explained(bench, id, trace, self._with_errors(bench, id, start))

    def flow(self, bench: str, id: str, number: str) -> SessionFlow:
        attempt = self._place.attempt(bench, id, number)
        start = self._with_errors(bench, id, self._place.attempts.start_notebook(attempt))
        return recorded_flow(self._place.attempts.trace(attempt), start.cells)

    def _with_errors(self, bench: str, id: str, start: Notebook) -> Notebook:
        """An attempt begins without outputs, but errors that its session went on after are part of why it crashed."""
        try:
            published = self._place.catalog.bench(bench).notebook(id, "reproduced")
        except LabError:
            return start
        return published if len(published.cells) == len(start.cells) else start

    def prediction(self, bench: str, id: str, number: str) -> PredictionView:
        return self._practising.prediction(self._place.attempt(bench, id, number))

    def predict(self, bench: str, id: str, number: str, asked: PredictionRequest) -> PredictionView:
        return self._practising.predict(self._place.attempt(bench, id, number), asked)


def _kernels_kept_ready(wanted: KernelRequest) -> WarmEnvironment | WaitingContainers:
    if wanted.environment == "local":
        return WarmEnvironment(shared_pool(), wanted.kernel)
    from ..running.environments.container.waiting_pool import shared_containers

    return shared_containers()

"""The core behind the routes: the benches, a person's attempts, reveals and runs."""

from __future__ import annotations

import asyncio
import re
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from .._version import __version__
from ..errors import BrokenNotebook, EnvironmentUnavailable, InvalidRequest, LabError, UnknownAttempt
from ..instances.models import VARIANTS, BenchInfo, Diagnosis, VariantName
from ..instances.notebooks import Notebook, parse_notebook, to_nbformat
from ..instances.registry import add_bench, open_catalog
from ..practice.attempts import Attempts, retold
from ..practice.check import CheckJob, check_job
from ..practice.models import Attempt, AttemptList, Comparison, PredictionView, Reveals
from ..practice.progress.store import AttemptRecorder, ProgressStore
from ..practice.reveals import RevealStore
from ..practice.strip import strip_hints
from ..running.environments.base import KernelEnvironment
from ..running.environments.choice import environment_of
from ..running.environments.warm.environment import WarmEnvironment
from ..running.environments.warm.pool import shared_pool
from ..running.heavy_instances import needs_of
from ..running.libraries import HeavyLibrary
from ..running.models import Limits, RunRecord
from ..running.network import grants_network
from ..running.records import RecordStore
from ..running.session import RunJob, attempt_job, variant_job
from ..trace.explain import explained
from ..trace.live import SessionRecord, live_session
from ..trace.models import Trace
from ..trace.needs import cell_needs
from ..trace.order import trace_notebook
from ..trace.session_flow import SessionFlow, recorded_flow
from .comparing import ComparedSides
from .curation_jobs import CurationJobs
from .fetch_jobs import FetchJobs
from .image_jobs import ImageJobs
from .lacking import LackingLibraries
from .models import (
    AddBench,
    AttemptRequest,
    BenchList,
    CheckRequest,
    ComparisonRequest,
    InstanceKernel,
    InstanceView,
    KernelRequest,
    LatestCheck,
    NotebookTrace,
    PredictionRequest,
    RevealRequest,
    RunList,
    RunRequest,
    TraceRequest,
    VariantView,
    Version,
)
from .places import instance_kernel
from .practising import Practising
from .runs import RunManager
from .systems import Systems

if TYPE_CHECKING:
    from ..running.environments.container.waiting_pool import WaitingContainers
    from .extension import JunoBenchLab


class Lab:
    """Everything that the routes do. Methods read and write files, so they are called off the event loop."""

    def __init__(self, app: JunoBenchLab) -> None:
        self.catalog = open_catalog(app.benches)
        progress = ProgressStore()
        self._progress = progress
        self.reveals = RevealStore(allowed=app.may_reveal, progress=progress)
        self.practising = Practising(self, progress)
        self.systems = Systems(self)
        limits = Limits(start=app.start_limit, cell=app.cell_limit, run=app.run_limit, memory=app.memory_limit or None)
        records = RecordStore(Path(app.records_dir).expanduser() if app.records_dir else None)
        self.runs = RunManager(records, limits, app.max_runs, app.log)
        self.images = ImageJobs(app.log)
        self.fetching = FetchJobs(app.fetch_source, app.fetch_endpoint or None, app.log)
        self.curation = CurationJobs(self, app.log)
        self._warm = app.warm_kernels
        self.lacking = LackingLibraries()
        contents = app.serverapp.contents_manager if app.serverapp is not None else None
        root = getattr(contents, "root_dir", None)
        self._attempts = Attempts(Path(root), self.catalog, progress) if root else None
        self._root = Path(root) if root else None

    async def close(self) -> None:
        await self.curation.close()
        await self.images.close()
        await self.fetching.close()
        await self.runs.close()
        if self._warm:
            await asyncio.to_thread(shared_pool().close)
            containers = sys.modules.get("junobench_lab.running.environments.container.waiting_pool")
            if containers is not None:
                await asyncio.to_thread(containers.shared_containers().close)

    def environment(self, job: RunJob, asked: RunRequest | CheckRequest) -> KernelEnvironment:
        """Where a run takes place. Raises `InvalidRequest` for a kernel that the environment can't have, and
        `NetworkNotAllowed`."""
        name = asked.environment or "local"
        network = grants_network(job, name, agreed=asked.allow_network)
        return environment_of(name, asked.kernel, cold=not self._warm, network=network, ahead=self._warm)

    def instance_kernel(self, asked: KernelRequest) -> InstanceKernel:
        return instance_kernel(self.catalog, asked)

    @property
    def keeps_warm(self) -> bool:
        """Whether kernels may be forked from a process that has imported the usual libraries."""
        return self._warm

    @property
    def contents_root(self) -> Path:
        """Raises `EnvironmentUnavailable` where the server's files are on no disk."""
        if self._root is None:
            raise EnvironmentUnavailable(_NO_DISK)
        return self._root

    @property
    def attempts(self) -> Attempts:
        """Raises `EnvironmentUnavailable` where the server's files are on no disk."""
        if self._attempts is None:
            raise EnvironmentUnavailable(_NO_DISK)
        return self._attempts

    def attempted(self, bench: str) -> set[str]:
        """Ids of the instances of a bench that have an attempt among the person's files."""
        return self._attempts.attempted(bench) if self._attempts is not None else set()

    def version(self) -> Version:
        return Version(version=__version__)

    # -- benches and instances

    def benches(self) -> BenchList:
        return BenchList(benches=self.catalog.benches())

    def add_bench(self, asked: AddBench) -> BenchInfo:
        """A path that isn't absolute is one among the person's files, or below their home with ``~``."""
        if not asked.path.strip() or "\x00" in asked.path:
            raise InvalidRequest("Name the folder of the bench by its path.")
        try:
            path = Path(asked.path.strip()).expanduser()
        except RuntimeError:
            raise InvalidRequest(
                f"There is no home folder as in {asked.path[:80]!r}: write the path in full."
            ) from None
        try:
            return add_bench(path if path.is_absolute() else self.contents_root / path, asked.name)
        except OSError as error:
            raise EnvironmentUnavailable(
                f"The list of benches can't be written ({error.strerror}: {error.filename}): see that it can be."
            ) from error

    def instance_view(self, bench: str, id: str) -> InstanceView:
        """All that the page of an instance shows. A broken notebook costs its own part, nothing else."""
        opened = self.catalog.bench(bench)
        instance = opened.instance(id)
        sight = self.practising.sight(bench, id)
        cells: dict[str, int] = {}
        trace: Trace | None = None
        for info in instance.variants:
            if not sight.may_see(info.name):
                continue
            try:
                notebook = opened.notebook(id, info.name)
            except BrokenNotebook:
                # It is among the instance's problems already.
                continue
            cells[info.name] = len(notebook.cells)
            if info.name == "reproduced":
                trace = self._with_findings(bench, id, _without_hints(notebook), notebook)
        return InstanceView(
            instance=instance.model_copy(update={"summary": sight.summary(instance.summary)}),
            trace=trace,
            cells=cells,
            attempts=self._attempts.list(bench, id) if self._attempts is not None else [],
            reveals=self.reveals.revealed(bench, id),
            hints=self.practising.hints(bench, id),
            progress=self.practising.instance_progress(bench, id),
        )

    def needed_libraries(self, bench: str, id: str) -> list[HeavyLibrary]:
        """Raises `UnknownBench`, `UnknownInstance`."""
        opened = self.catalog.bench(bench)
        opened.folder(id)
        return needs_of(opened, id)

    def variant(self, bench: str, id: str, variant: str) -> VariantView:
        notebook = self.variant_notebook(bench, id, variant)
        return VariantView(
            bench=bench,
            id=id,
            variant=_variant_name(variant),
            notebook=to_nbformat(self.practising.shown(bench, id, notebook)),
            trace=self.variant_trace(bench, id, variant),
            left_out=notebook.left_out,
        )

    def variant_trace(self, bench: str, id: str, variant: str) -> Trace:
        notebook = self.variant_notebook(bench, id, variant)
        trace = retold(_served_trace(notebook), _served(self.practising.shown(bench, id, notebook)))
        return self._with_findings(bench, id, trace, notebook)

    def variant_flow(self, bench: str, id: str, variant: str) -> SessionFlow:
        notebook = self.variant_notebook(bench, id, variant)
        return recorded_flow(trace_notebook(notebook), notebook.cells)

    def _with_findings(self, bench: str, id: str, trace: Trace, notebook: Notebook) -> Trace:
        """The trace with its explanation, where the person has chosen to see it."""
        return explained(trace, notebook.cells) if self.practising.sight(bench, id).explanation else trace

    def variant_notebook(self, bench: str, id: str, variant: str) -> Notebook:
        """Raises `NotRevealed` for a reference fix that the person hasn't chosen to see."""
        opened = self.catalog.bench(bench)
        opened.folder(id)
        self.require_seen(bench, id, variant)
        return opened.notebook(id, variant)

    def require_seen(self, bench: str, id: str, variant: str | None) -> None:
        """Raises `NotRevealed`. The rule for all that shows a variant: it, its trace, its runs, its comparisons."""
        if not self.practising.sight(bench, id).may_see(variant):
            self.reveals.require(bench, id, "fixed")

    def diagnosis(self, bench: str, id: str) -> Diagnosis:
        opened = self.catalog.bench(bench)
        opened.summary(id)
        self.reveals.require(bench, id, "diagnosis")
        return opened.diagnosis(id)

    def reveal(self, asked: RevealRequest) -> Reveals:
        """A hint is on record with the attempt that it was asked for in; where none is named, with the latest."""
        bench, id = asked.bench, asked.id
        self.catalog.bench(bench).summary(id)
        attempt: Attempt | None = None
        if asked.attempt is not None:
            attempt = self.attempts.get(bench, id, asked.attempt)
        elif self._attempts is not None:
            attempt = next(reversed(self._attempts.list(bench, id)), None)
        return self.reveals.reveal(bench, id, asked.what, attempt)

    # -- attempts

    def attempt_list(self, bench: str, id: str) -> AttemptList:
        self.catalog.bench(bench).summary(id)
        return AttemptList(attempts=self.attempts.list(bench, id))

    def start_attempt(self, asked: AttemptRequest) -> tuple[Attempt, bool]:
        """The attempt, and whether it is a new one."""
        place = KernelRequest(
            bench=asked.bench,
            id=asked.id,
            environment=asked.environment or "local",
            kernel=asked.kernel,
            allow_network=asked.allow_network,
        )
        kernel = asked.kernel if place.environment == "local" else self.instance_kernel(place).kernel
        attempt, created = self.attempts.resume_or_create(asked.bench, asked.id, kernel, asked.new)
        if self._warm:
            # A run of it will come; until then, what the person opens has the machine first.
            timer = threading.Timer(_WARM_UP_AFTER, self._kernels_kept_ready(place).prepare)
            timer.daemon = True
            timer.start()
        return attempt, created

    def _kernels_kept_ready(self, place: KernelRequest) -> WarmEnvironment | WaitingContainers:
        if place.environment == "local":
            return WarmEnvironment(shared_pool(), place.kernel)
        from ..running.environments.container.waiting_pool import shared_containers

        return shared_containers()

    def attempt(self, bench: str, id: str, number: str) -> Attempt:
        if not re.fullmatch(r"[1-9][0-9]{0,8}", number):
            raise UnknownAttempt(f"{number[:20]!r} is no number of an attempt: they count from 1.")
        return self.attempts.get(bench, id, int(number))

    def resume_attempt(self, bench: str, id: str, number: str) -> Attempt:
        attempt = self.attempt(bench, id, number)
        self.attempts.note_opened(attempt)
        return attempt

    def prediction(self, bench: str, id: str, number: str) -> PredictionView:
        return self.practising.prediction(self.attempt(bench, id, number))

    def predict(self, bench: str, id: str, number: str, asked: PredictionRequest) -> PredictionView:
        return self.practising.predict(self.attempt(bench, id, number), asked)

    def attempt_trace(self, bench: str, id: str, number: str) -> Trace:
        attempt = self.attempt(bench, id, number)
        start = self.attempts.start_notebook(attempt)
        return self._with_findings(bench, id, self.attempts.trace(attempt), self._with_errors(bench, id, start))

    def _with_errors(self, bench: str, id: str, start: Notebook) -> Notebook:
        """An attempt begins without outputs, but errors that its session went on after are part of why it crashed."""
        try:
            published = self.catalog.bench(bench).notebook(id, "reproduced")
        except LabError:
            return start
        return published if len(published.cells) == len(start.cells) else start

    def attempt_flow(self, bench: str, id: str, number: str) -> SessionFlow:
        attempt = self.attempt(bench, id, number)
        start = self._with_errors(bench, id, self.attempts.start_notebook(attempt))
        return recorded_flow(self.attempts.trace(attempt), start.cells)

    # -- any notebook

    def notebook_trace(self, asked: TraceRequest) -> NotebookTrace:
        """Trace a notebook that is open in the lab; nothing is read from a disk or written."""
        notebook = parse_notebook(asked.notebook, where="The notebook")
        saved = trace_notebook(notebook)
        saved_flow = recorded_flow(saved, notebook.cells)
        live = live_session(notebook, asked.session) if asked.session is not None else None
        explains = self._may_explain(notebook)
        return NotebookTrace(
            saved=explained(saved, notebook.cells, saved_flow) if explains else saved,
            saved_flow=saved_flow,
            session=(explained(live.trace, live.cells, live.flow) if explains else live.trace) if live else None,
            session_flow=live.flow if live else None,
            needs=cell_needs(notebook, asked.session or SessionRecord()),
        )

    def _may_explain(self, notebook: Notebook) -> bool:
        """Whether findings may be shown: in a person's own notebook always, in an attempt once they were asked for."""
        named = notebook.metadata.get("junobench_lab")
        if not isinstance(named, dict):
            return True
        bench, id = named.get("bench"), named.get("id")
        if not isinstance(bench, str) or not isinstance(id, str) or bench not in self.catalog.names():
            return True
        return self.practising.sight(bench, id).explanation

    # -- comparing and running

    def compare(self, asked: ComparisonRequest) -> Comparison:
        return ComparedSides(self).compare(asked.left, asked.right)

    def job(self, asked: RunRequest) -> RunJob:
        """What to run, as the files are now. Raises what reading them raises, and `NotRevealed`."""
        target = asked.target
        bench = self.catalog.bench(target.bench)
        bench.folder(target.id)
        if (target.attempt is None) == (target.variant is None):
            raise InvalidRequest("Name either a variant or an attempt to run.")
        if target.attempt is None:
            assert target.variant is not None
            self.require_seen(target.bench, target.id, target.variant)
            return self.practising.shown_job(variant_job(bench, target.id, target.variant))
        attempt = self.attempts.get(target.bench, target.id, target.attempt)
        return attempt_job(
            bench,
            target.id,
            attempt.number,
            attempt=self.attempts.notebook(attempt),
            start=self.attempts.start_notebook(attempt),
            trace=self.attempts.trace(attempt),
            order=asked.order,
        )

    def check_job(self, asked: CheckRequest) -> CheckJob:
        """What to check, as the files are now. Raises what reading them raises."""
        bench = self.catalog.bench(asked.bench)
        attempt = self.attempts.get(asked.bench, asked.id, asked.attempt)
        return check_job(
            bench,
            asked.id,
            attempt.number,
            attempt=self.attempts.notebook(attempt),
            start=self.attempts.start_notebook(attempt),
            trace=self.attempts.trace(attempt),
            session=asked.session,
            folder=self.attempts.file(attempt).parent,
            hints=self.reveals.revealed(asked.bench, asked.id).revealed,
            prediction=self.attempts.prediction(attempt) if self.reveals.allowed else None,
            recorder=AttemptRecorder(self._progress, attempt),
        )

    def latest_check(self, bench: str, id: str, number: str) -> LatestCheck:
        return LatestCheck(result=self.runs.latest_check(self.attempt(bench, id, number)))

    def run_record(self, run: str) -> RunRecord:
        """Raises `UnknownRun`, and `NotRevealed`: a record holds the sources that ran."""
        record = self.runs.record(run)
        self.require_seen(record.target.bench, record.target.id, record.target.variant)
        return record

    def run_list(self, bench: str | None, id: str | None) -> RunList:
        return RunList(runs=self.runs.summaries(bench, id))


_WARM_UP_AFTER = 3.0
"""Seconds between the beginning of an attempt and the start of the process that kernels of its runs come from."""

_NO_DISK = (
    "This server keeps its files elsewhere than on a disk, so attempts can't be made here: start one on a folder."
)


def _served(notebook: Notebook) -> Notebook:
    """The notebook with the ids that its cells have when it is served."""
    ids = [cell["id"] for cell in to_nbformat(notebook)["cells"]]
    cells = [cell.model_copy(update={"id": id}) for cell, id in zip(notebook.cells, ids, strict=True)]
    return notebook.model_copy(update={"cells": cells})


def _served_trace(notebook: Notebook) -> Trace:
    return trace_notebook(_served(notebook))


def _without_hints(notebook: Notebook) -> Trace:
    """The recorded session as the page shows it, before anyone asked for the cause."""
    stripped, _ = strip_hints(notebook)
    return retold(trace_notebook(notebook), stripped)


def _variant_name(variant: str) -> VariantName:
    return next(name for name in VARIANTS if name == variant)

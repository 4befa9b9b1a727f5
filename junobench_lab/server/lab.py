"""The core behind the routes: the benches, a person's attempts, reveals and runs."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import BrokenNotebook, EnvironmentUnavailable, InvalidRequest, UnknownAttempt
from ..instances.models import REFERENCE_VARIANTS, VARIANTS, Problem, VariantName
from ..instances.notebooks import Notebook, parse_notebook, read_notebook, to_nbformat
from ..instances.registry import open_catalog
from ..practice.attempts import Attempts, retold
from ..practice.compare import SideInput, compare_notebooks
from ..practice.models import Attempt, Comparison
from ..practice.reveals import RevealStore
from ..practice.strip import strip_hints
from ..running.environments.local import LocalEnvironment
from ..running.models import Limits, Target
from ..running.plan import plan_variant
from ..running.records import RecordStore
from ..running.session import RunJob, attempt_job, variant_job
from ..trace.align import counterpart
from ..trace.explain import explained
from ..trace.live import SessionRecord, live_session
from ..trace.models import Trace
from ..trace.needs import cell_needs
from ..trace.order import trace_notebook
from ..trace.session_flow import SessionFlow, recorded_flow
from .models import InstanceView, NotebookRef, NotebookTrace, RunRequest, TraceRequest, VariantView
from .runs import RunManager

if TYPE_CHECKING:
    from .extension import JunoBenchLab


class Lab:
    """Everything that the routes do; methods that read or write files are called off the event loop."""

    def __init__(self, app: JunoBenchLab) -> None:
        self.catalog = open_catalog(app.benches)
        self.reveals = RevealStore()
        self.records = RecordStore(Path(app.records_dir) if app.records_dir else None)
        self.limits = Limits(cell=app.cell_limit, run=app.run_limit, memory=app.memory_limit or None)
        self.runs = RunManager(self.records, self.limits, app.max_runs)
        contents = app.serverapp.contents_manager if app.serverapp is not None else None
        self._root = getattr(contents, "root_dir", None)

    async def close(self) -> None:
        await self.runs.close()

    @property
    def contents_root(self) -> Path:
        if not self._root:
            raise EnvironmentUnavailable(
                "This server keeps its files elsewhere than on a disk, so attempts can't be made here: "
                "start a server on a folder."
            )
        return Path(self._root)

    @property
    def attempts(self) -> Attempts:
        return Attempts(self.contents_root, self.catalog)

    # -- looking

    def instance_view(self, bench: str, id: str) -> InstanceView:
        """All that the page of an instance shows. A broken notebook costs its own part, nothing else."""
        opened = self.catalog.bench(bench)
        instance = opened.instance(id)
        reveals = self.reveals.revealed(bench, id)
        cells: dict[str, int] = {}
        trace: Trace | None = None
        problems: list[Problem] = []
        for info in instance.variants:
            if info.name in REFERENCE_VARIANTS and "fixed" not in reveals.revealed:
                continue
            try:
                notebook = opened.notebook(id, info.name)
            except BrokenNotebook as error:
                problems.append(Problem(subject=info.name, message=str(error)))
                continue
            cells[info.name] = len(notebook.cells)
            if info.name == "reproduced":
                trace = self._with_findings(bench, id, _without_hints(notebook), notebook)
        known = {(problem.subject, problem.message) for problem in instance.summary.problems}
        new = [problem for problem in problems if (problem.subject, problem.message) not in known]
        if new:
            summary = instance.summary.model_copy(update={"problems": [*instance.summary.problems, *new], "ok": False})
            instance = instance.model_copy(update={"summary": summary})
        attempts = self.attempts.list(bench, id) if self._root else []
        return InstanceView(instance=instance, trace=trace, cells=cells, attempts=attempts, reveals=reveals)

    def variant(self, bench: str, id: str, variant: str) -> VariantView:
        notebook = self._variant_notebook(bench, id, variant)
        return VariantView(
            bench=bench,
            id=id,
            variant=_variant_name(variant),
            notebook=to_nbformat(notebook),
            trace=self._with_findings(bench, id, _served_trace(notebook), notebook),
            left_out=notebook.left_out,
        )

    def variant_trace(self, bench: str, id: str, variant: str) -> Trace:
        notebook = self._variant_notebook(bench, id, variant)
        return self._with_findings(bench, id, _served_trace(notebook), notebook)

    def variant_flow(self, bench: str, id: str, variant: str) -> SessionFlow:
        notebook = self._variant_notebook(bench, id, variant)
        return recorded_flow(trace_notebook(notebook), notebook.cells)

    def _with_findings(self, bench: str, id: str, trace: Trace, notebook: Notebook) -> Trace:
        """The trace with its explanation, where the person has chosen to see it."""
        seen = "explanation" in self.reveals.revealed(bench, id).revealed
        return explained(trace, notebook.cells) if seen else trace

    def _variant_notebook(self, bench: str, id: str, variant: str) -> Notebook:
        opened = self.catalog.bench(bench)
        opened.folder(id)
        self._require_seen(bench, id, variant)
        return opened.notebook(id, variant)

    def _require_seen(self, bench: str, id: str, variant: str | None) -> None:
        if variant in REFERENCE_VARIANTS:
            self.reveals.require(bench, id, "fixed")

    # -- running

    def job(self, request: RunRequest) -> RunJob:
        target = request.target
        bench = self.catalog.bench(target.bench)
        if target.attempt is not None:
            attempt = self.attempts.get(target.bench, target.id, target.attempt)
            return attempt_job(
                bench,
                target.id,
                attempt.number,
                attempt=self.attempts.notebook(attempt),
                start=self.attempts.start_notebook(attempt),
                trace=self.attempts.trace(attempt),
                order=request.order,
            )
        if target.variant is None:
            raise InvalidRequest("Say what to run: a variant or an attempt.")
        self._require_seen(target.bench, target.id, target.variant)
        return variant_job(bench, target.id, target.variant)

    def require_record(self, target: Target) -> None:
        """A record holds the sources that ran, so those of a reference fix are behind its reveal."""
        self._require_seen(target.bench, target.id, target.variant)

    def environment(self, kernel: str | None) -> LocalEnvironment:
        return LocalEnvironment(kernel)

    # -- comparing

    def compare(self, left: NotebookRef, right: NotebookRef) -> Comparison:
        one, crash_cell = self._side(left)
        other, other_crash = self._side(right)
        if crash_cell is None and other_crash is not None:
            crash_cell = counterpart(other_crash, other.notebook.cells, one.notebook.cells)
        return compare_notebooks(one, other, crash_cell=crash_cell)

    def _side(self, ref: NotebookRef) -> tuple[SideInput, int | None]:
        """A side, and the cell of it that stands for the crash cell, where there is one."""
        if ref.path is not None:
            return self._file_side(ref.path)
        assert ref.bench is not None and ref.id is not None
        if ref.attempt is not None:
            return self._attempt_side(self.attempts.get(ref.bench, ref.id, ref.attempt))
        assert ref.variant is not None
        return self._variant_side(ref.bench, ref.id, ref.variant)

    def _file_side(self, path: str) -> tuple[SideInput, int | None]:
        file = (self.contents_root / path.lstrip("/")).resolve()
        if not file.is_relative_to(self.contents_root.resolve()):
            raise InvalidRequest(f"{path[:200]!r} is not among your files.")
        notebook = read_notebook(file)
        trace = trace_notebook(notebook)
        side = SideInput(
            notebook=notebook,
            title=file.name,
            detail=path,
            modified=_modified(file),
            sequence=[execution.cell for execution in trace.executions],
        )
        return side, trace.crash.cell if trace.crash else None

    def _attempt_side(self, attempt: Attempt) -> tuple[SideInput, int | None]:
        """The order is that of the attempt's latest run; before the first run, the recorded one."""
        notebook = self.attempts.notebook(attempt)
        start, trace = self.attempts.start_notebook(attempt), self.attempts.trace(attempt)
        job = attempt_job(
            self.catalog.bench(attempt.bench),
            attempt.id,
            attempt.number,
            attempt=notebook,
            start=start,
            trace=trace,
            order=self._order_of_latest_run(attempt),
        )
        side = SideInput(
            notebook=notebook,
            title="Your fix",
            detail=f"{attempt.id}, attempt {attempt.number}",
            modified=_modified(self.attempts.file(attempt)),
            sequence=[step.cell for step in job.plan.steps],
        )
        crash = counterpart(trace.crash.cell, start.cells, notebook.cells) if trace.crash else None
        return side, crash

    def _order_of_latest_run(self, attempt: Attempt) -> list[str] | None:
        return self.runs.latest_order(Target(bench=attempt.bench, id=attempt.id, attempt=attempt.number))

    def _variant_side(self, bench: str, id: str, variant: VariantName) -> tuple[SideInput, int | None]:
        opened = self.catalog.bench(bench)
        notebook = self._variant_notebook(bench, id, variant)
        reproduced = notebook if variant == "reproduced" else opened.notebook(id, "reproduced")
        plan = plan_variant(notebook, reproduced=reproduced, crash=opened.summary(id).crash)
        crash = trace_notebook(reproduced).crash
        side = SideInput(
            notebook=notebook,
            title="Reference fix" if variant in REFERENCE_VARIANTS else f"{variant.capitalize()} variant",
            detail=f"{id}, {variant}",
            sequence=[step.cell for step in plan.steps],
        )
        return side, counterpart(crash.cell, reproduced.cells, notebook.cells) if crash else None

    # -- any notebook

    def notebook_trace(self, asked: TraceRequest) -> NotebookTrace:
        """Trace a notebook that is open in the lab; nothing is read from a disk or written."""
        notebook = parse_notebook(asked.notebook, where="The notebook")
        saved = trace_notebook(notebook)
        live = live_session(notebook, asked.session) if asked.session is not None else None
        return NotebookTrace(
            saved=explained(saved, notebook.cells),
            saved_flow=recorded_flow(saved, notebook.cells),
            session=explained(live.trace, live.cells) if live else None,
            session_flow=live.flow if live else None,
            needs=cell_needs(notebook, asked.session or SessionRecord()),
        )

    # -- attempts

    def attempt_trace(self, bench: str, id: str, number: str) -> Trace:
        attempt = self.attempt(bench, id, number)
        return self._with_findings(bench, id, self.attempts.trace(attempt), self.attempts.start_notebook(attempt))

    def attempt_flow(self, bench: str, id: str, number: str) -> SessionFlow:
        attempt = self.attempt(bench, id, number)
        return recorded_flow(self.attempts.trace(attempt), self.attempts.start_notebook(attempt).cells)

    def attempt(self, bench: str, id: str, number: str) -> Attempt:
        if not number.isdigit():
            raise UnknownAttempt(f"{number[:20]!r} is no number of an attempt: they count from 1.")
        return self.attempts.get(bench, id, int(number))


def _served_trace(notebook: Notebook) -> Trace:
    """The trace of a notebook as it is served: with the ids that its cells have there."""
    ids = [cell["id"] for cell in to_nbformat(notebook)["cells"]]
    cells = [cell.model_copy(update={"id": id}) for cell, id in zip(notebook.cells, ids, strict=True)]
    return trace_notebook(notebook.model_copy(update={"cells": cells}))


def _without_hints(notebook: Notebook) -> Trace:
    """The recorded session as the page shows it, before anyone asked for the cause."""
    stripped, _ = strip_hints(notebook)
    return retold(trace_notebook(notebook), stripped)


def _variant_name(variant: str) -> VariantName:
    return next(name for name in VARIANTS if name == variant)


def _modified(file: Path) -> datetime | None:
    try:
        return datetime.fromtimestamp(file.stat().st_mtime, timezone.utc)
    except OSError:
        return None

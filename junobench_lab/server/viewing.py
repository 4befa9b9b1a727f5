"""Benches and instances as a person may see them."""

from __future__ import annotations

from pathlib import Path

from ..errors import BrokenNotebook, EnvironmentUnavailable, InvalidRequest
from ..instances.models import VARIANTS, BenchInfo, Diagnosis, VariantName
from ..instances.notebooks import Notebook, to_nbformat
from ..instances.registry import add_bench
from ..practice.attempts import retold
from ..practice.models import Attempt, Reveals
from ..practice.strip import strip_hints
from ..running.heavy_instances import needs_of
from ..running.libraries import HeavyLibrary
from ..trace.models import Trace
from ..trace.order import trace_notebook
from ..trace.session_flow import SessionFlow, recorded_flow
from .models import AddBench, BenchList, InstanceView, RevealRequest, VariantView
from .practising import Practising
from .workplace import Workplace


class Viewing:
    def __init__(self, place: Workplace, practising: Practising) -> None:
        self._place = place
        self._practising = practising

    # -- benches

    def benches(self) -> BenchList:
        return BenchList(benches=self._place.catalog.benches())

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
            return add_bench(path if path.is_absolute() else self._place.contents_root / path, asked.name)
        except OSError as error:
            raise EnvironmentUnavailable(
                f"The list of benches can't be written ({error.strerror}: {error.filename}): see that it can be."
            ) from error

    # -- an instance

    def instance(self, bench: str, id: str) -> InstanceView:
        """All that the page of an instance shows. A broken notebook costs its own part, nothing else."""
        opened = self._place.catalog.bench(bench)
        instance = opened.instance(id)
        sight = self._practising.sight(bench, id)
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
                trace = self._practising.explained(bench, id, _without_hints(notebook), notebook)
        attempts = self._place.own_attempts
        return InstanceView(
            instance=instance.model_copy(update={"summary": sight.summary(instance.summary)}),
            trace=trace,
            cells=cells,
            attempts=attempts.list(bench, id) if attempts is not None else [],
            reveals=self._place.reveals.revealed(bench, id),
            hints=self._practising.hints(bench, id),
            progress=self._practising.instance_progress(bench, id),
        )

    def needed_libraries(self, bench: str, id: str) -> list[HeavyLibrary]:
        """Raises `UnknownBench`, `UnknownInstance`."""
        opened = self._place.catalog.bench(bench)
        opened.folder(id)
        return needs_of(opened, id)

    def diagnosis(self, bench: str, id: str) -> Diagnosis:
        opened = self._place.catalog.bench(bench)
        opened.summary(id)
        self._place.reveals.require(bench, id, "diagnosis")
        return opened.diagnosis(id)

    def reveal(self, asked: RevealRequest) -> Reveals:
        """A hint is on record with the attempt that it was asked for in; where none is named, with the latest."""
        bench, id = asked.bench, asked.id
        self._place.catalog.bench(bench).summary(id)
        attempt: Attempt | None = None
        if asked.attempt is not None:
            attempt = self._place.attempts.get(bench, id, asked.attempt)
        elif self._place.own_attempts is not None:
            attempt = next(reversed(self._place.own_attempts.list(bench, id)), None)
        return self._place.reveals.reveal(bench, id, asked.what, attempt)

    # -- its variants

    def variant(self, bench: str, id: str, variant: str) -> VariantView:
        notebook = self.variant_notebook(bench, id, variant)
        return VariantView(
            bench=bench,
            id=id,
            variant=_variant_name(variant),
            notebook=to_nbformat(self._practising.shown(bench, id, notebook)),
            trace=self.variant_trace(bench, id, variant),
            left_out=notebook.left_out,
        )

    def variant_trace(self, bench: str, id: str, variant: str) -> Trace:
        notebook = self.variant_notebook(bench, id, variant)
        trace = retold(_served_trace(notebook), _served(self._practising.shown(bench, id, notebook)))
        return self._practising.explained(bench, id, trace, notebook)

    def variant_flow(self, bench: str, id: str, variant: str) -> SessionFlow:
        notebook = self.variant_notebook(bench, id, variant)
        return recorded_flow(trace_notebook(notebook), notebook.cells)

    def variant_notebook(self, bench: str, id: str, variant: str) -> Notebook:
        """Raises `NotRevealed` for a reference fix that the person hasn't chosen to see."""
        opened = self._place.catalog.bench(bench)
        opened.folder(id)
        self._practising.require_seen(bench, id, variant)
        return opened.notebook(id, variant)


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

"""Makes an instance of a crashed notebook: reproduced, as short as it can be, with little data, labelled, verified."""

import asyncio
import contextlib
import hashlib
import tempfile
from collections.abc import AsyncGenerator, Iterator, Sequence
from datetime import datetime, timezone
from pathlib import Path

from ...errors import InvalidRequest
from ...instances.layout import CHECK_FILE
from ...instances.models import Crash, VariantName
from ...instances.notebooks import Notebook, read_notebook
from ...running.environments.base import KernelEnvironment
from ...running.environments.choice import environment_of
from ...running.leftovers import InUse
from ...running.models import Outcome
from ...running.plan import plan_variant
from ...trace.live import SessionRecord
from .accept import accept_draft, how_to_repair
from .alike import are_alike, signature_of
from .fixing import Repair, with_outputs
from .inputs import chosen_inputs, files_elsewhere, missed_inputs, named_inputs, require_size, spelled_texts
from .models import (
    CrashSignature,
    Curated,
    CurationEvent,
    CurationRecord,
    CurationWish,
    DataChange,
    OrderFound,
)
from .own_bench import OwnBench, free_id
from .progress import Progress, events_of
from .proposals import checked_labels, proposed_diagnosis, proposed_labels
from .rows import label_row, readme, truth_rows
from .shortest_order import Reduction, repair_places, shortest_order
from .shrinking import DataWork, shrunk
from .trials import Trial, Trials
from .written import Session, session_of, with_lost_runs, written

_MOST_SEARCHES = 8
"""Runs that look for files that the code doesn't spell out."""
_ASKS = "StdinNotImplementedError"
"""What a kernel raises where `input()` is called and nobody can answer."""


def curate(
    wish: CurationWish,
    *,
    record: SessionRecord | None = None,
    environment: KernelEnvironment | None = None,
    cancel: asyncio.Event | None = None,
) -> AsyncGenerator[CurationEvent, None]:
    """Make an instance of a crashed notebook.

    Yields `CurationStep`s and, as the last item, what was `Curated`: an instance of the bench where it passes its
    verification, else a draft that says what it lacks. ``record`` is what ran in the notebook's kernel, where that is
    known. Set ``cancel`` to end early, which raises `CurationCancelled`; until the draft is written nothing is left.

    Raises `BrokenNotebook`, and `InvalidRequest` where there is no crash, it doesn't happen again, or the bench can't
    take the instance; `EnvironmentUnavailable` where kernels can't run here.
    """
    cancel = cancel or asyncio.Event()
    environment = environment or environment_of(patient=True)
    return events_of(lambda progress: _made(wish, record, environment, cancel, progress), cancel)


async def _made(
    wish: CurationWish,
    record: SessionRecord | None,
    environment: KernelEnvironment,
    cancel: asyncio.Event,
    progress: Progress,
) -> Curated:
    trials = Trials(environment, wish.bounds, cancel, progress.ran)
    progress.tell("reading", "Reading the notebook")
    read = await asyncio.to_thread(_Read, wish, record)
    progress.tell("reproducing", "Running the recorded order")
    case = await _reproduced(read, trials, progress)
    if read.fixed is not None:
        progress.tell("fix", "Running the fixed notebook")
        await case.take_repair(read.fixed)
    progress.tell("order", "Looking for the shortest order that crashes alike")
    order = await case.shorten()
    with _scratch() as scratch:
        staged = scratch / read.id
        changes = await case.stage_data(staged, progress)
        progress.tell("reproducing", "Recording the crash and the fix")
        await case.record_outputs(staged)
        made = await asyncio.to_thread(_record, case, order, changes)
        await asyncio.to_thread(_write_draft, case, made, staged)
    no_fix = f"{case.why_no_fix} {how_to_repair(read.own, read.id)}" if case.why_no_fix else ""
    reason = no_fix or files_elsewhere(case.kept_sources()) or _still_real(made)
    return await accept_draft(read.own, made, environment, progress, reason=reason, cancel=cancel)


@contextlib.contextmanager
def _scratch() -> Iterator[Path]:
    """A temporary folder that later runs remove where this process is killed: it holds a person's data."""
    with tempfile.TemporaryDirectory(prefix="jbl-curate-") as folder:
        in_use = InUse(Path(folder))
        try:
            yield Path(folder)
        finally:
            in_use.end()


class _Read:
    """What is known before anything runs. Raises as `curate`."""

    def __init__(self, wish: CurationWish, record: SessionRecord | None) -> None:
        self.wish = wish
        path = wish.notebook.expanduser().absolute()
        self.notebook = read_notebook(path)
        _require_python(self.notebook, path.name)
        self.original = path.read_bytes()
        self.sha256 = hashlib.sha256(self.original).hexdigest()
        self.fixed = read_notebook(wish.fixed.expanduser()) if wish.fixed is not None else None
        self.chosen = checked_labels(wish.labels)
        session = session_of(self.notebook, record)
        if session is None:
            raise InvalidRequest(
                f"{path.name} holds no crash: run it until it stops with an exception, save it, and try again."
            )
        self.session: Session = session
        self.crash = Crash(ename=session.crash.ename, evalue=session.crash.evalue)
        self.own = OwnBench(wish.bench)
        self.own.require_fit_for_new()
        self.id = free_id(self.own, wish.id, path, self.sha256)
        self.folder = path.parent
        self.files = self._files()

    @property
    def sources(self) -> list[str]:
        return [cell.source for cell in self.notebook.cells if cell.type == "code"]

    def _files(self) -> list[str]:
        if self.wish.inputs is not None:
            files = chosen_inputs(self.wish.inputs, self.folder)
        else:
            repair = [cell.source for cell in self.fixed.cells if cell.type == "code"] if self.fixed is not None else []
            files = named_inputs([*self.sources, *repair], self.folder)
        return self._checked(files)

    def take_missed(self, outcome: Outcome) -> bool:
        """Take files, too, that a run says it has missed; whether there are any. Not beyond what a person named."""
        missed = missed_inputs(outcome.evalue or "", self.files, self.folder) if self.wish.inputs is None else []
        self.files = self._checked(sorted({*self.files, *missed}))
        return bool(missed)

    def _checked(self, files: list[str]) -> list[str]:
        if CHECK_FILE in files or any(file.casefold().startswith("readme") for file in files):
            raise InvalidRequest(
                f"The notebook reads {CHECK_FILE} or a README beside it, names that an instance has for itself: rename "
                "the file."
            )
        require_size(files, self.folder)
        return files


def _require_python(notebook: Notebook, name: str) -> None:
    """Raises `InvalidRequest` for a notebook that says it is of another language."""
    for part, key in (("language_info", "name"), ("kernelspec", "language")):
        said = notebook.metadata.get(part)
        language = said.get(key) if isinstance(said, dict) else None
        if isinstance(language, str) and language.strip() and "python" not in language.casefold():
            raise InvalidRequest(f"{name} is a notebook of {language[:40]}: instances are made of Python's.")


async def _reproduced(read: _Read, trials: Trials, progress: Progress) -> "_Case":
    """The crash as it happens here and now. Raises `InvalidRequest` where it doesn't."""
    first = await _first_run(read, trials)
    for _ in range(_MOST_SEARCHES):
        if signature_of(first.outcome, first.plan, read.sources) is not None or not read.take_missed(first.outcome):
            break
        progress.tell("reproducing", "Running the recorded order with files that it missed")
        first = await _first_run(read, trials)
    signature = signature_of(first.outcome, first.plan, read.sources)
    repeated = with_lost_runs(read.session) if signature is None else None
    if repeated is not None:
        progress.tell("reproducing", "Running the recorded order with runs that it lost")
        recorded, read.session = read.session, repeated
        second = await _first_run(read, trials)
        signature = signature_of(second.outcome, second.plan, read.sources)
        if signature is None:
            read.session = recorded
        else:
            first = second
    if signature is None:
        raise InvalidRequest(_not_again(read, first.outcome))
    trials.bound_by(first.outcome)
    whole = written(read.session.notebook, read.session.order)
    return _Case(read, trials, whole, signature)


async def _first_run(read: _Read, trials: Trials) -> Trial:
    # Whatever stays of the notebook later, this is what is known to crash.
    whole = written(read.session.notebook, read.session.order)
    plan = plan_variant(whole, reproduced=whole, crash=read.crash)
    return await trials.run(plan, read.folder, [read.folder / file for file in read.files])


def _not_again(read: "_Read", outcome: Outcome) -> str:
    """Why the crash can't be made an instance of, and what to do."""
    order = "The order from the top, as no counts were saved," if read.session.assumed else "The recorded order"
    what = f"{order} doesn't crash here as {read.wish.notebook.name} says, so no instance can be made of it."
    if outcome.ename == _ASKS:
        return (
            f"{what} Cell {(outcome.cell or 0) + 1} asks for an input, which nobody gives while it is run: write the "
            "answer into the code, run the notebook until it crashes, save it and try again."
        )
    return (
        f"{what} {outcome.sentence} Run the notebook in a fresh kernel until it crashes, save it and try again; "
        "name the files it reads if they weren't found (--inputs)."
    )


class _Case:
    """A crash that happens, and what has been found of it so far."""

    def __init__(self, read: _Read, trials: Trials, whole: Notebook, signature: CrashSignature) -> None:
        self.read = read
        self.signature = signature
        self.reproduced = whole
        self.fix: Notebook | None = None
        self.why_no_fix = ""
        self._trials = trials
        self._whole = whole
        self._repair: Repair | None = None

    async def take_repair(self, fixed: Notebook) -> None:
        """Use a person's repair where it runs; else it is said why there is none."""
        repair = Repair(fixed, self._whole, self.read.crash)
        files = [self.read.folder / file for file in self.read.files]
        trial = await repair.run(repair.whole(), self._whole, self._trials, self.read.folder, files)
        if trial.outcome.verdict == "no_crash":
            self._repair, self.fix = repair, repair.whole()
        else:
            self.why_no_fix = f"The fixed notebook doesn't run. {trial.outcome.sentence}"

    async def shorten(self) -> OrderFound:
        """Find the shortest order that crashes alike and, without what it lacks, can be repaired alike."""
        reduction = Reduction(self.read.session)
        files = [self.read.folder / file for file in self.read.files]

        async def holds(candidate: Notebook) -> bool:
            fix = self._repair.beside(candidate) if self._repair is not None else None
            return await self._holds(candidate, fix, self.read.folder, files)

        session = self.read.session
        kept = self._repair.edited_places() if self._repair is not None else repair_places(session)
        places, minimal = await shortest_order(session, holds, lambda: self._trials.spent, kept=kept)
        recorded = len(self.read.session.order)
        shorter = reduction.notebook(places)
        # That all executions are needed doesn't say yet that it crashes without the cells that never ran.
        if len(places) < recorded - 1 or await holds(shorter):
            self.reproduced = shorter
            self.fix = self._repair.beside(shorter) if self._repair is not None else None
        return OrderFound(
            recorded=recorded,
            kept=len(places) + 1,
            minimal=minimal,
            runs=self._trials.runs,
            assumed=session.assumed,
        )

    async def stage_data(self, staged: Path, progress: Progress) -> list[DataChange]:
        """Put the files that are still needed into ``staged``, as small as the person wants them."""
        wish = self.read.wish

        async def holds(folder: Path, files: Sequence[Path]) -> bool:
            return await self._holds(self.reproduced, self.fix, folder, files)

        work = DataWork(
            staged=staged,
            still=holds,
            tell=lambda sentence: progress.tell("data", sentence),
            require_going_on=self._trials.require_going_on,
            spent=lambda: self._trials.spent,
            enough=wish.bounds.rows,
            words=spelled_texts(self.kept_sources()),
            seed=self.read.id,
        )
        return await shrunk(work, self.read.folder, self.read.files, wish.data)

    async def record_outputs(self, staged: Path) -> None:
        """Run both once more, for the outputs that the variants are saved with."""
        files = files_below(staged)
        trial = await self._run(self.reproduced, staged, files)
        self.reproduced = with_outputs(self.reproduced, trial)
        if self._repair is not None and self.fix is not None:
            repaired = await self._repair.run(self.fix, self.reproduced, self._trials, staged, files)
            self.fix = with_outputs(self.fix, repaired)

    def kept_sources(self) -> list[str]:
        """The code of both variants."""
        books = [book for book in (self.reproduced, self.fix) if book is not None]
        return [cell.source for book in books for cell in book.cells if cell.type == "code"]

    async def _holds(self, candidate: Notebook, fix: Notebook | None, folder: Path, files: Sequence[Path]) -> bool:
        trial = await self._run(candidate, folder, files)
        found = signature_of(trial.outcome, trial.plan, self.read.sources)
        if found is None or not are_alike(self.signature, found):
            return False
        if self._repair is None or fix is None:
            return True
        repaired = await self._repair.run(fix, candidate, self._trials, folder, files)
        return repaired.outcome.verdict == "no_crash"

    async def _run(self, notebook: Notebook, folder: Path, files: Sequence[Path]) -> Trial:
        plan = plan_variant(notebook, reproduced=notebook, crash=self.read.crash)
        return await self._trials.run(plan, folder, files)


def files_below(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _record(case: _Case, order: OrderFound, changes: Sequence[DataChange]) -> CurationRecord:
    read, wish = case.read, case.read.wish
    proposed = proposed_labels(case.reproduced, read.files)
    return CurationRecord(
        id=read.id,
        made=datetime.now(timezone.utc),
        notebook=wish.notebook.name,
        sha256=read.sha256,
        signature=case.signature,
        order=order,
        data_choice=wish.data,
        data=list(changes),
        proposed=proposed,
        chosen=read.chosen,
        diagnosis=wish.diagnosis or proposed_diagnosis(case.reproduced, proposed),
        diagnosis_proposed=not wish.diagnosis,
    )


def _write_draft(case: _Case, made: CurationRecord, staged: Path) -> None:
    variants: dict[VariantName, Notebook] = {"reproduced": case.reproduced}
    if case.fix is not None:
        variants["fixed"] = case.fix
    files = files_below(staged)
    case.read.own.drafts.write(
        made,
        original=case.read.original,
        variants=variants,
        inputs=staged,
        files=files,
        readme=readme(made, case.read.wish),
        labels=label_row(made, case.reproduced, case.read.wish),
        truth=truth_rows(made),
    )


def _still_real(record: CurationRecord) -> str:
    """Why made-up data were asked for and the instance isn't accepted."""
    real = [change.path for change in record.data if not change.synthetic]
    if record.data_choice != "synthetic" or not real:
        return ""
    return (
        f"Made-up data were asked for, but {', '.join(real)} still holds real data, for the reason said there: look "
        "at what the draft holds before you accept it as it is."
    )

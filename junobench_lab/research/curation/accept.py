"""Taking a draft into its bench: only what does as its labels say is accepted."""

import asyncio
import contextlib
import shlex
import tempfile
from collections.abc import AsyncGenerator
from pathlib import Path

from ...errors import InvalidRequest, UnknownInstance
from ...instances.bench import Bench
from ...instances.models import Crash
from ...instances.notebooks import Notebook, read_notebook
from ...running.environments.base import KernelEnvironment
from ...running.environments.choice import environment_of
from ...running.environments.local import LocalEnvironment
from ...running.models import InstanceVerification
from ...running.records import RecordStore
from ...running.verify import verify_bench
from .fixing import Repair, with_outputs
from .models import Curated, CurationBounds, CurationEvent, CurationRecord
from .own_bench import OwnBench
from .progress import Progress, events_of
from .proposals import labels_of
from .trials import CurationCancelled, Trials
from .written import session_of, written

REPEATED = 2
"""How often each variant runs, so that a crash that comes and goes is noticed."""


def how_to_repair(own: OwnBench, id: str) -> str:
    """What is to be done with a draft that has no fixed variant."""
    command = f"junobench-lab curate accept {id} --bench {shlex.quote(str(own.path))} --fixed NOTEBOOK"
    return f"Repair it in an attempt, and accept it with that, in the lab or by `{command}`."


async def accept_draft(
    own: OwnBench,
    record: CurationRecord,
    environment: KernelEnvironment,
    progress: Progress,
    *,
    reason: str = "",
    cancel: asyncio.Event | None = None,
) -> Curated:
    """Verify a draft and move it into the bench; it stays a draft where that fails or there is a ``reason`` not to.

    It is verified with the kernel of the ``environment``. Raises `CurationCancelled`; the draft is kept then.
    """
    drafts = own.drafts
    if not reason and not await asyncio.to_thread(_has_fix, drafts, record.id):
        reason = f"It has no fixed variant yet. {how_to_repair(own, record.id)}"
    sentence = reason
    if not reason:
        verified = await _verified(drafts.path, record.id, environment, progress, cancel)
        if cancel is not None and cancel.is_set():
            raise CurationCancelled
        sentence, reason = verified.sentence, "" if verified.ok else verified.sentence
    done = record.model_copy(update={"accepted": not reason, "sentence": sentence})
    if done.accepted:
        await asyncio.to_thread(own.take_over, drafts, done)
    else:
        await asyncio.to_thread(drafts.write_record_of, done)
    return Curated(
        bench=str(own.path if done.accepted else drafts.path),
        id=record.id,
        accepted=done.accepted,
        sentence=sentence,
        record=done,
        labels=labels_of(done),
    )


def accept_with_repair(
    own: OwnBench,
    id: str,
    fixed: Path | None = None,
    *,
    environment: KernelEnvironment | None = None,
    cancel: asyncio.Event | None = None,
) -> AsyncGenerator[CurationEvent, None]:
    """Verify a draft again, with a repaired notebook as its fixed variant where one is named.

    Yields `CurationStep`s and, as the last item, what was `Curated`. Set ``cancel`` to end early, which raises
    `CurationCancelled`; the draft is kept then.

    Raises `UnknownInstance` where there is no such draft, `BrokenNotebook`, and `InvalidRequest` where the repair
    doesn't run; the draft stays as it is then.
    """
    cancel = cancel or asyncio.Event()
    environment = environment or environment_of(patient=True)
    return events_of(lambda progress: _accepted(own, id, fixed, environment, cancel, progress), cancel)


async def _accepted(
    own: OwnBench,
    id: str,
    fixed: Path | None,
    environment: KernelEnvironment,
    cancel: asyncio.Event,
    progress: Progress,
) -> Curated:
    progress.tell("reading", "Reading the draft")
    drafts = own.drafts
    await asyncio.to_thread(_require_draft, drafts, id)
    if own.folder(id).exists():
        raise InvalidRequest(f"The bench has an instance {id} already: rename the draft's folder and its row first.")
    record = await asyncio.to_thread(drafts.record, id)
    if fixed is not None:
        notebook = await asyncio.to_thread(read_notebook, fixed.expanduser())
        progress.tell("fix", "Running the fixed notebook")
        trials = Trials(environment, CurationBounds(), cancel, progress.ran)
        await _put_repair(drafts, record, notebook, trials)
    return await accept_draft(own, record, environment, progress, cancel=cancel)


def discard_draft(own: OwnBench, id: str) -> None:
    """Remove a draft with all that belongs to it. Raises `UnknownInstance` where there is none, and as
    `OwnBench.remove`."""
    drafts = own.drafts
    _require_draft(drafts, id)
    drafts.remove(id)


def _require_draft(drafts: OwnBench, id: str) -> None:
    has = drafts.ids()
    if id not in has:
        raise UnknownInstance(f"The bench has no draft {id[:80]!r}; it has: {', '.join(sorted(has)) or 'none'}.")


async def _put_repair(drafts: OwnBench, record: CurationRecord, fixed: Notebook, trials: Trials) -> None:
    bench = drafts.bench()
    reproduced = await asyncio.to_thread(bench.notebook, record.id, "reproduced")
    original = await asyncio.to_thread(bench.notebook, record.id, "original")
    session = session_of(original)
    whole = written(session.notebook, session.order) if session is not None else reproduced
    crash = bench.summary(record.id).crash or Crash(ename=record.signature.ename)
    repair = Repair(fixed, whole, crash)
    folder, files = bench.folder(record.id), bench.input_files(record.id)
    said = ""
    for form in (repair.beside(reproduced), repair.whole()):
        trial = await repair.run(form, reproduced, trials, folder, files)
        said = trial.outcome.sentence
        if trial.outcome.verdict == "no_crash":
            await asyncio.to_thread(drafts.write_variant, record.id, "fixed", with_outputs(form, trial))
            return
    raise InvalidRequest(f"The fixed notebook doesn't run. {said} The draft stays as it was.")


def _has_fix(drafts: OwnBench, id: str) -> bool:
    return any(info.name == "fixed" for info in drafts.bench().variants(id))


async def _verified(
    path: Path, id: str, environment: KernelEnvironment, progress: Progress, cancel: asyncio.Event | None
) -> InstanceVerification:
    """What `verify` says of the draft; the records of its runs are nobody's to read again."""
    progress.tell("verifying", "Verifying the instance")

    before = progress.runs

    def ran(ended: int, all: int) -> None:
        progress.runs = before + ended
        progress.tell("verifying", f"Verifying the instance, {ended} of {all}")

    with tempfile.TemporaryDirectory(prefix="jbl-verify-") as records:
        items = verify_bench(
            Bench.open(path),
            [id],
            jobs=REPEATED,
            kernel=environment.kernel,
            environment=environment.name,
            cold=isinstance(environment, LocalEnvironment),
            repeat=REPEATED,
            store=RecordStore(Path(records)),
            cancel=cancel,
            on_run=ran,
        )
        async with contextlib.aclosing(items):
            async for item in items:
                if isinstance(item, InstanceVerification):
                    return item
    raise AssertionError("A verification gives a result for every id.")

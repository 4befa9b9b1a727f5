"""A run on a worker: in one of its threads, with an event loop of its own.

Whoever asked for the run may go away, by Ctrl-C or by being killed. Dask then takes the task off the worker's list, but
can't end a thread: so the list is looked at, and a run that nobody waits for any more is cancelled.
"""

import asyncio
import contextlib
import json
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from ..._version import __version__
from ...errors import LabError
from ..environments.base import KernelEnvironment
from ..environments.choice import environment_of
from ..models import RunRecord
from ..session import RunJob
from ..session import carry_out as run_here
from .about import about_worker, packages, packages_digest
from .keeper import keep
from .models import Parcel, Reply
from .shipping import InputStore

if TYPE_CHECKING:
    from distributed import Worker as DaskWorker

_LOOK_INTERVAL = 0.5
_SLACK = 120.0
"""Seconds beside a run's own bounds that its beginning and end may take, before it counts as stuck."""
_INPUTS = "junobench-inputs"
_PACKAGE = Path(__file__).parents[2]

_stores: dict[str, InputStore] = {}
_stores_lock = threading.Lock()


def carry_out(parcel: bytes, archive: bytes | None = None) -> bytes:
    """The `Reply` to a `Parcel`, both JSON. To be called in a thread of a Dask worker; raises nothing."""
    from distributed import get_worker

    worker = get_worker()
    return _reply(worker, parcel, archive).model_dump_json().encode()


def _reply(worker: "DaskWorker", parcel: bytes, archive: bytes | None) -> Reply:
    product = json.loads(parcel).get("product")
    if product != __version__:
        told = f"The worker {worker.address} has junobench-lab {__version__}, and the run was sent by {product}"
        return Reply(kind="unfit", worker=worker.address, sentence=told)
    try:
        keep()
        return asyncio.run(_carried_out(worker, Parcel.model_validate_json(parcel), archive))
    except LabError as error:
        return Reply(kind="failed", worker=worker.address, sentence=str(error))
    except Exception as error:
        told = f"The worker {worker.address} could not carry it out ({type(error).__name__}: {error})."
        return Reply(kind="failed", worker=worker.address, sentence=told)


async def _carried_out(worker: "DaskWorker", parcel: Parcel, archive: bytes | None) -> Reply:
    store = _store_of(worker)
    name = Path(parcel.folder).name
    candidates = [Path(parcel.folder), *([_PACKAGE / parcel.packaged] if parcel.packaged else [])]
    with store.folder_for(name, parcel.files, candidates, archive) as folder:
        if folder is None:
            return Reply(kind="lacks_input", worker=worker.address)
        record = await _record(worker, parcel, folder)
    about = await about_worker(worker.address, parcel.environment)
    return Reply(
        kind="record",
        worker=worker.address,
        record=record.model_copy(update={"worker": about}),
        packages=packages() if packages_digest() not in parcel.known_packages else None,
    )


async def _record(worker: "DaskWorker", parcel: Parcel, folder: Path) -> RunRecord:
    job = RunJob(
        target=parcel.target,
        plan=parcel.plan,
        folder=folder,
        files=[folder / file.path for file in parcel.files],
        run=parcel.run,
        ask=parcel.ask,
        check=parcel.check,
    )
    cancel = asyncio.Event()
    watch = asyncio.create_task(_cancel_if_unwanted(worker, worker.get_current_task(), cancel))
    try:
        bound = parcel.limits.start + parcel.limits.run + _SLACK
        return await asyncio.wait_for(_run(job, parcel, _environment_of(worker, parcel), cancel), bound)
    finally:
        watch.cancel()
        await asyncio.gather(watch, return_exceptions=True)


async def _run(job: RunJob, parcel: Parcel, environment: KernelEnvironment, cancel: asyncio.Event) -> RunRecord:
    items = run_here(job, environment=environment, limits=parcel.limits, cancel=cancel)
    async with contextlib.aclosing(items):
        async for item in items:
            if isinstance(item, RunRecord):
                return item
    raise AssertionError("a run ends with its record")


def _environment_of(worker: "DaskWorker", parcel: Parcel) -> KernelEnvironment:
    if parcel.environment == "local" and not parcel.cold:
        from ..environments.warm.pool import shared_pool

        # Many workers may share a machine: each keeps as many kernels ready as it can use.
        shared_pool().keep(worker.state.nthreads)
        if parcel.imports:
            shared_pool().prepare(parcel.imports)
    return environment_of(parcel.environment, parcel.kernel, cold=parcel.cold, patient=True, network=parcel.network)


async def _cancel_if_unwanted(worker: "DaskWorker", key: object, cancel: asyncio.Event) -> None:
    while not cancel.is_set():
        task = worker.state.tasks.get(key)  # type: ignore[call-overload]
        if task is None or task.state == "cancelled":
            cancel.set()
        await asyncio.sleep(_LOOK_INTERVAL)


def _store_of(worker: "DaskWorker") -> InputStore:
    """One a worker, in its own folder, which Dask removes with it."""
    with _stores_lock:
        return _stores.setdefault(worker.local_directory, InputStore(Path(worker.local_directory) / _INPUTS))

"""Where the rest of the product meets a cluster: a place where whole runs are carried out.

What a run comes to is the worker's to say. What keeps it from being carried out is `infrastructure`, which alone is
tried again, on another worker; a crash of the notebook never is.
"""

import asyncio
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from ..._version import __version__
from ...errors import EnvironmentUnavailable
from ..environments.base import EnvironmentName
from ..environments.choice import environment_of
from ..environments.warm.libraries import forkable_imports
from ..inputs import input_manifest, manifest_digest
from ..models import Ended, EndReason, Limits, RunRecord
from ..records import RecordStore
from ..session import RunJob, ended_record, new_record
from .cluster import Archive, Cancelled, Cluster, Unavailable
from .models import Parcel, Reply
from .shipping import pack

WORKERS_TRIED = 3
"""Workers that are tried where a run is `infrastructure`."""

_PACKAGE = Path(__file__).parents[2]


class ClusterEnvironment:
    """Carries out runs on a cluster."""

    def __init__(
        self,
        cluster: Cluster,
        name: EnvironmentName = "local",
        kernel: str | None = None,
        *,
        cold: bool = False,
        network: bool = False,
        imports: Iterable[str] = (),
        store: RecordStore | None = None,
    ) -> None:
        """``name`` and ``kernel``: as a worker knows them, see `environments.choice`; ``store`` keeps the workers'
        lists of packages. Raises `InvalidRequest` where a kernel is named for a container."""
        self.name: EnvironmentName = name
        self.kernel = environment_of(name, kernel, cold=True).kernel
        self._asked = kernel
        self._cluster = cluster
        self._cold = cold
        self._network = network
        self._imports = list(imports)
        self._store = store or RecordStore()

    def prepare(self, notebooks: Iterable[Iterable[str]] = ()) -> None:
        """Let workers have kernels ready for runs of ``notebooks`` (the sources of their cells)."""
        self._imports = list(forkable_imports(notebooks))

    async def carry_out(self, job: RunJob, limits: Limits, cancel: asyncio.Event) -> RunRecord:
        """See `session.RemoteEnvironment`."""
        began = new_record(job, self, limits)
        try:
            return await self._carried_out(job, limits, cancel)
        except Cancelled:
            return _without_a_worker(began, "cancelled")
        except (Unavailable, EnvironmentUnavailable) as error:
            return _without_a_worker(began, "infrastructure", str(error))

    async def _carried_out(self, job: RunJob, limits: Limits, cancel: asyncio.Event) -> RunRecord:
        parcel = await asyncio.to_thread(self._parcel, job, limits)
        tried: list[str] = []
        last: RunRecord | str = ""
        archive: Archive | None = None
        while len(tried) < WORKERS_TRIED:
            try:
                reply = await self._cluster.send(parcel, cancel, archive=archive, avoiding=tried)
            except Unavailable as error:
                if not last:
                    raise
                last = last if isinstance(last, RunRecord) else f"{last} {error}"
                break
            if reply.kind == "unfit":
                continue
            if reply.kind == "lacks_input":
                # Sent once, an archive can be taken by every worker.
                if archive is not None:
                    raise Unavailable(f"The worker {reply.worker} could not unpack the input files.")
                archive = Archive(manifest_digest(parcel.files), partial(pack, job.folder, parcel.files))
                continue
            tried.append(reply.worker)
            self._keep_packages(reply)
            if reply.record is not None and not _was_lost(reply.record):
                return reply.record
            last = reply.record or reply.sentence
        if isinstance(last, RunRecord):
            return last
        raise Unavailable(last)

    def _parcel(self, job: RunJob, limits: Limits) -> Parcel:
        packaged = job.folder.relative_to(_PACKAGE).as_posix() if job.folder.is_relative_to(_PACKAGE) else None
        return Parcel(
            product=__version__,
            run=job.run,
            target=job.target,
            plan=job.plan,
            folder=str(job.folder),
            packaged=packaged,
            files=input_manifest(job.folder, job.files),
            ask=job.ask,
            check=job.check,
            environment=self.name,
            kernel=self._asked,
            cold=self._cold,
            network=self._network,
            imports=self._imports,
            limits=limits,
            known_packages=self._store.known_packages(),
        )

    def _keep_packages(self, reply: Reply) -> None:
        if reply.packages is not None and reply.record is not None and reply.record.worker is not None:
            self._store.save_packages(reply.record.worker.packages, reply.packages)


def _was_lost(record: RunRecord) -> bool:
    return record.outcome is not None and record.outcome.verdict == "infrastructure"


def _without_a_worker(record: RunRecord, reason: EndReason, detail: str = "") -> RunRecord:
    return ended_record(record, [Ended(at=0.0, reason=reason, detail=detail)])

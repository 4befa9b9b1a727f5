"""The core behind the routes: its parts, and what they share. Nothing of it is loaded before the first request."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .._version import __version__
from ..instances.registry import open_catalog
from ..practice.attempts import Attempts
from ..practice.progress.store import ProgressStore
from ..practice.reveals import RevealStore
from ..running.environments.warm.pool import shared_pool
from ..running.models import Limits
from ..running.records import RecordStore
from .asked_runs import AskedRuns
from .attempting import Attempting
from .comparing import ComparedSides
from .curation_jobs import CurationJobs
from .fetch_jobs import FetchJobs
from .image_jobs import ImageJobs
from .lacking import LackingLibraries
from .models import InstanceKernel, KernelRequest, Version
from .open_notebooks import OpenNotebooks
from .places import instance_kernel
from .practising import Practising
from .runs import RunManager
from .systems import Systems
from .viewing import Viewing
from .workplace import Workplace


@dataclass(frozen=True)
class LabSettings:
    """What whoever runs the server has chosen; see the extension's settings."""

    benches: Mapping[str, str]
    may_reveal: bool
    warm_kernels: bool
    limits: Limits
    max_runs: int
    records: Path | None
    fetch_source: str
    fetch_endpoint: str | None
    root: Path | None
    """Where the server's files are; ``None`` where they are on no disk."""


class Lab:
    """Methods of its parts read and write files, so they are called off the event loop, but for the jobs' own."""

    def __init__(self, settings: LabSettings, log: logging.Logger) -> None:
        catalog = open_catalog(settings.benches)
        progress = ProgressStore()
        root = settings.root
        self._place = Workplace(
            catalog=catalog,
            progress=progress,
            reveals=RevealStore(allowed=settings.may_reveal, progress=progress),
            runs=RunManager(RecordStore(settings.records), settings.limits, settings.max_runs, log),
            root=root,
            own_attempts=Attempts(root, catalog, progress) if root is not None else None,
            keeps_warm=settings.warm_kernels,
        )
        self.runs = self._place.runs
        self.practising = Practising(self._place)
        self.viewing = Viewing(self._place, self.practising)
        self.attempting = Attempting(self._place, self.practising)
        self.asked_runs = AskedRuns(self._place, self.practising)
        self.compared = ComparedSides(self._place, self.practising, self.viewing)
        self.open_notebooks = OpenNotebooks(self._place, self.practising)
        self.systems = Systems(self._place, self.practising, log)
        self.images = ImageJobs(log)
        self.fetching = FetchJobs(settings.fetch_source, settings.fetch_endpoint, log)
        self.curation = CurationJobs(self._place, log)
        self.lacking = LackingLibraries()

    async def close(self) -> None:
        """End all jobs and runs, and what was kept ready for them."""
        for jobs in (self.curation, self.images, self.fetching, self.runs):
            await jobs.close()
        self.systems.close()
        if self._place.keeps_warm:
            await asyncio.to_thread(shared_pool().close)
            containers = sys.modules.get("junobench_lab.running.environments.container.waiting_pool")
            if containers is not None:
                await asyncio.to_thread(containers.shared_containers().close)

    def version(self) -> Version:
        return Version(version=__version__)

    def instance_kernel(self, asked: KernelRequest) -> InstanceKernel:
        return instance_kernel(self._place.catalog, asked)

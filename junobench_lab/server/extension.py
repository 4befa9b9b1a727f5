"""The server extension: its settings and its routes. Nothing of the core is loaded before the first request."""

from __future__ import annotations

import asyncio
import sys
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from jupyter_server.extension.application import ExtensionApp
from traitlets import Bool, Dict, Float, Integer, Unicode

from .routes import (
    attempts,
    catalog,
    compare,
    curation,
    environments,
    fetching,
    progress,
    runs,
    systems,
    traces,
    trials,
)

if TYPE_CHECKING:
    from jupyter_server.serverapp import ServerApp

    from .lab import Lab


_MODULES = (
    catalog,
    attempts,
    progress,
    traces,
    trials,
    compare,
    runs,
    environments,
    fetching,
    systems,
    curation,
)
ROUTES = [route for module in _MODULES for route in module.ROUTES]
"""Address and handler of every route."""


class JunoBenchLab(ExtensionApp):
    """Real notebook crashes, opened in JupyterLab."""

    name = "junobench_lab"
    load_other_extensions = True
    extension_url = "/lab"

    benches = Dict(
        key_trait=Unicode(),
        value_trait=Unicode(),
        help="Benches beside the starter bench: name -> folder that holds the label sheet and the instances.",
    ).tag(config=True)
    may_reveal = Bool(
        True,
        help="Whether people may reveal diagnoses and reference fixes themselves. Without it, what they revealed "
        "before is hidden as well.",
    ).tag(config=True)
    max_runs = Integer(2, min=1, help="Runs at the same time; further ones wait for their turn.").tag(config=True)
    warm_kernels = Bool(
        True,
        help="Whether runs get kernels that are forked, ready at once, from a process that has imported the usual "
        "libraries, and a container is started ahead of the next run in one. A run that might notice it, or a kernel "
        "with another Python, is started from scratch in any case.",
    ).tag(config=True)
    start_limit = Float(60.0, min=1.0, help="Seconds that the kernel of a run may take to start.").tag(config=True)
    cell_limit = Float(300.0, min=1.0, help="Seconds that one cell of a run may take.").tag(config=True)
    run_limit = Float(900.0, min=1.0, help="Seconds that a whole run may take.").tag(config=True)
    memory_limit = Integer(
        0, min=0, help="Bytes of memory that a run's kernel may hold; 0: nine tenths of the machine's."
    ).tag(config=True)
    records_dir = Unicode("", help="Folder for the records of runs; empty: in the Jupyter data folder.").tag(
        config=True
    )

    fetch_source = Unicode(
        "PELAB-LiU/JunoBench",
        help="Data set on the Hugging Face hub that people may fetch in the lab; empty: none.",
    ).tag(config=True)
    fetch_endpoint = Unicode(
        "", help="Address of another hub or a mirror; empty: HF_ENDPOINT, else the Hugging Face hub."
    ).tag(config=True)

    _lab: Lab | None = None
    _cleaning: asyncio.Task[None] | None = None

    async def load_lab(self) -> Lab:
        """The core behind the routes. It is loaded by the first request, without holding up others."""
        async with self._loading:
            if self._lab is None:
                self._lab = await asyncio.to_thread(self._make_lab)
        return self._lab

    @cached_property
    def _loading(self) -> asyncio.Lock:
        return asyncio.Lock()

    def _make_lab(self) -> Lab:
        from ..running.models import Limits
        from .lab import Lab, LabSettings

        contents = self.serverapp.contents_manager if self.serverapp is not None else None
        root = getattr(contents, "root_dir", None)
        settings = LabSettings(
            benches=self.benches,
            may_reveal=self.may_reveal,
            warm_kernels=self.warm_kernels,
            limits=Limits(
                start=self.start_limit, cell=self.cell_limit, run=self.run_limit, memory=self.memory_limit or None
            ),
            max_runs=self.max_runs,
            records=Path(self.records_dir).expanduser() if self.records_dir else None,
            fetch_source=self.fetch_source,
            fetch_endpoint=self.fetch_endpoint or None,
            root=Path(root) if root else None,
        )
        return Lab(settings, self.log)

    def initialize_handlers(self) -> None:
        from ..running.environments.container.ended_event import register

        if self.serverapp is not None:
            register(self.serverapp.event_logger)
        self.handlers.extend((pattern, handler, {"app": self}) for pattern, handler in ROUTES)
        self.handlers.append((catalog.UNKNOWN, catalog.UnknownRoute, {"app": self}))

    async def _start_jupyter_server_extension(self, serverapp: ServerApp) -> None:
        """Remove the containers of a server that was killed; where none was, Docker isn't asked."""
        from ..running.environments.container.notes import notes

        if await asyncio.to_thread(notes):
            self._cleaning = asyncio.create_task(self._remove_left_containers())

    async def _remove_left_containers(self) -> None:
        from ..errors import EnvironmentUnavailable
        from ..running.environments.container.reaper import reap, something_left

        try:
            if await asyncio.to_thread(something_left):
                self.log.info("Removed %d containers that an earlier server had left.", await reap())
        except EnvironmentUnavailable as error:
            self.log.warning("Containers that an earlier server left could not be removed. %s", error)

    async def stop_extension(self) -> None:
        """End all runs and containers, so that no kernel outlives the server."""
        if self._cleaning is not None:
            self._cleaning.cancel()
        if self._lab is not None:
            await self._lab.close()
        reaper = sys.modules.get("junobench_lab.running.environments.container.reaper")
        if reaper is not None:
            await reaper.remove_own()

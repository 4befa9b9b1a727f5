"""The server extension: its settings and its routes. Nothing of the core is loaded before the first request."""

from __future__ import annotations

import asyncio
from functools import cached_property
from typing import TYPE_CHECKING

from jupyter_server.extension.application import ExtensionApp
from traitlets import Bool, Dict, Float, Integer, Unicode

from . import routes_attempts, routes_catalog, routes_compare, routes_runs, routes_traces

if TYPE_CHECKING:
    from .lab import Lab


_MODULES = (routes_catalog, routes_attempts, routes_traces, routes_compare, routes_runs)
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
    start_limit = Float(60.0, min=1.0, help="Seconds that the kernel of a run may take to start.").tag(config=True)
    cell_limit = Float(300.0, min=1.0, help="Seconds that one cell of a run may take.").tag(config=True)
    run_limit = Float(900.0, min=1.0, help="Seconds that a whole run may take.").tag(config=True)
    memory_limit = Integer(
        0, min=0, help="Bytes of memory that a run's kernel may hold; 0: nine tenths of the machine's."
    ).tag(config=True)
    records_dir = Unicode("", help="Folder for the records of runs; empty: in the Jupyter data folder.").tag(
        config=True
    )

    _lab: Lab | None = None

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
        from .lab import Lab

        return Lab(self)

    def initialize_handlers(self) -> None:
        self.handlers.extend((pattern, handler, {"app": self}) for pattern, handler in ROUTES)
        self.handlers.append((routes_catalog.UNKNOWN, routes_catalog.UnknownRoute, {"app": self}))

    async def stop_extension(self) -> None:
        """End all runs, so that no kernel outlives the server."""
        if self._lab is not None:
            await self._lab.close()

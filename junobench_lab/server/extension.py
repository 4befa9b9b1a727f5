"""The server extension: its settings and its routes. Nothing of the core is loaded before the first request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jupyter_server.extension.application import ExtensionApp
from traitlets import Dict, Float, Integer, Unicode

from . import routes_attempts, routes_catalog, routes_compare, routes_runs, routes_traces

if TYPE_CHECKING:
    from .lab import Lab


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
    max_runs = Integer(2, min=1, help="Runs at the same time; further ones wait for their turn.").tag(config=True)
    cell_limit = Float(300.0, min=1.0, help="Seconds that one cell of a run may take.").tag(config=True)
    run_limit = Float(900.0, min=1.0, help="Seconds that a whole run may take.").tag(config=True)
    memory_limit = Integer(
        0, min=0, help="Bytes of memory that a run's kernel may hold; 0: nine tenths of the machine's."
    ).tag(config=True)
    records_dir = Unicode("", help="Folder for the records of runs; empty: in the Jupyter data folder.").tag(
        config=True
    )

    _lab: Lab | None = None

    @property
    def lab(self) -> Lab:
        """The core behind the routes, loaded on first use."""
        if self._lab is None:
            from .lab import Lab

            self._lab = Lab(self)
        return self._lab

    def initialize_handlers(self) -> None:
        modules = (routes_catalog, routes_attempts, routes_traces, routes_compare, routes_runs)
        routes = [route for module in modules for route in module.ROUTES]
        self.handlers.extend((pattern, handler, {"app": self}) for pattern, handler in routes)
        self.handlers.append((routes_catalog.UNKNOWN, routes_catalog.UnknownRoute, {"app": self}))

    async def stop_extension(self) -> None:
        """End all runs, so that no kernel outlives the server."""
        if self._lab is not None:
            await self._lab.close()

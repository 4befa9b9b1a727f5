"""The two entry points by which JupyterLab and Jupyter Server find the extension."""

from __future__ import annotations

from typing import Any

from ._version import __version__

__all__ = ["__version__"]


def _jupyter_labextension_paths() -> list[dict[str, str]]:
    return [{"src": "labextension", "dest": "junobench-lab"}]


def _jupyter_server_extension_points() -> list[dict[str, Any]]:
    # Imported here so that the command line and the core don't load the server.
    from .server.extension import JunoBenchLab

    return [{"module": "junobench_lab", "app": JunoBenchLab}]

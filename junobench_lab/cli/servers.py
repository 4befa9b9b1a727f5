"""Jupyter servers of this person that run on this machine."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode


@dataclass(frozen=True)
class Server:
    url: str
    token: str
    root: Path

    def address_of(self, path: str) -> str:
        """The address under which JupyterLab opens a file of the contents root."""
        query = f"?{urlencode({'token': self.token})}" if self.token else ""
        return f"{self.url.rstrip('/')}/lab/tree/{quote(path)}{query}"


def server_showing(folder: Path) -> Server | None:
    """The running server in whose files a folder is, the one with the nearest root; ``None`` where there is none."""
    from jupyter_server.serverapp import list_running_servers

    folder = folder.resolve()
    try:
        servers = [server for info in list_running_servers() if (server := _server(info)) is not None]
    except OSError:
        return None
    showing = [server for server in servers if folder.is_relative_to(server.root)]
    return max(showing, key=lambda server: len(server.root.parts), default=None)


def _server(info: Mapping[str, Any]) -> Server | None:
    root, url = info.get("root_dir"), info.get("url")
    if not isinstance(root, str) or not isinstance(url, str):
        return None
    return Server(url=url, token=str(info.get("token") or ""), root=Path(root).resolve())

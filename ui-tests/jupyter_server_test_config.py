"""The server of the browser tests. It has no token and no password: for tests only."""

import os

from jupyterlab.galata import configure_jupyter_server

c = get_config()  # type: ignore[name-defined]  # noqa: F821

configure_jupyter_server(c)
c.ServerApp.ip = "127.0.0.1"
c.ServerApp.port = int(os.environ["JUNOBENCH_UI_PORT"])
c.ServerApp.allow_root = True

"""The server of the browser tests. It has no token and no password: for tests only."""

import os
import sys
from pathlib import Path

from jupyterlab.galata import configure_jupyter_server

c = get_config()  # type: ignore[name-defined]  # noqa: F821

configure_jupyter_server(c)
c.ServerApp.ip = "127.0.0.1"
c.ServerApp.port = int(os.environ["JUNOBENCH_UI_PORT"])
c.ServerApp.allow_root = True


def _published() -> str:
    """The address of a hub on this machine, whose data set is a part of the starter bench."""
    root = Path(__file__).resolve().parent.parent
    sys.path.insert(0, str(root))
    from tests.fetching.local_hub import LocalHub, serve_for_good

    bench = root / "junobench_lab" / "instances" / "starter"
    sheets = [file for file in bench.iterdir() if file.suffix == ".xlsx"]
    kept = [file for id in ("ferry-reviews", "tram-delays") for file in (bench / "benchmark" / id).rglob("*")]
    files = [file for file in [*sheets, *kept] if file.is_file()]
    return serve_for_good(LocalHub({file.relative_to(bench).as_posix(): file.read_bytes() for file in files}))


c.JunoBenchLab.fetch_source = "a-lab/crashes"
c.JunoBenchLab.fetch_endpoint = _published()

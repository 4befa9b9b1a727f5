"""The extension costs the start of the server next to nothing: the core is loaded by the first request."""

import subprocess
import sys

# JupyterLab itself loads rich, by way of httpx, where click is installed as well.
EVENT = "junobench_lab.running.environments.container.ended_event"
"""Has to be known before anyone listens to the server's events; loads nothing but the packages that it is in."""
HEAVY = {"pydantic", "openpyxl", "typer", "psutil", "docker", "nbformat"}

SCRIPT = """
import sys
from jupyter_server.serverapp import ServerApp
app = ServerApp.instance(jpserver_extensions={"junobench_lab": True}, log_level="CRITICAL")
before = set(sys.modules)
app.initialize(argv=["--ServerApp.allow_root=True", "--ServerApp.root_dir=."], new_httpserver=False)
assert "junobench_lab" in app.extension_manager.extension_apps
new = set(sys.modules) - before
print(*sorted(name for name in new if name.partition(".")[0] in {"junobench_lab", *%r}))
"""


def test_nothing_of_the_core_is_loaded_at_the_start(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT % sorted(HEAVY)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    loaded = done.stdout.split()
    assert "junobench_lab.server.extension" in loaded
    own = {name for name in loaded if name.startswith("junobench_lab") and not f"{EVENT}.".startswith(f"{name}.")}
    assert not {name for name in own if name.split(".")[1:2] not in (["server"], ["errors"], ["_version"])}
    assert not own & {"junobench_lab.server.lab", "junobench_lab.server.models", "junobench_lab.server.operations"}
    assert not {name.partition(".")[0] for name in loaded} & HEAVY

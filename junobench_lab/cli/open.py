"""``open``: an attempt in JupyterLab."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import options

if TYPE_CHECKING:
    from ..instances.bench import Bench


def open_attempt(
    id: Annotated[str, typer.Argument(metavar="ID", help="The instance, as `list` names it.", show_default=False)],
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Don't open a browser; print the address instead.")
    ] = False,
    new: Annotated[
        bool, typer.Option("--new", help="Begin a new attempt instead of going on with the latest.")
    ] = False,
    kernel: options.Kernel = None,
    bench: options.Bench = None,
    as_json: options.Json = False,
) -> None:
    """Open an attempt at an instance in JupyterLab: the latest one, or a first one.

    The attempt is kept in the folder `junobench` of the current folder, or of the files of a running Jupyter server
    that shows the current folder; in that server it is opened, else JupyterLab is started here.
    A bench that was given by its path is kept, so that JupyterLab knows it.
    With --json the attempt is made and printed, and nothing is opened.
    """
    from .contents import attempts_at, place_for_attempt
    from .printing import console, print_json

    opened = _kept(bench)
    root, server = place_for_attempt(opened, id)
    attempt = attempts_at(opened, root).start(opened.name, id, kernel, new)
    if as_json:
        print_json(attempt)
        return
    out = console()
    out.print(f"Attempt {attempt.number} at {attempt.id}: {root / attempt.path}", soft_wrap=True)
    if server is None:
        _start_lab(root, attempt.path, no_browser)
        return
    address = server.address_of(attempt.path)
    if no_browser:
        out.print(f"Open it at {address}", soft_wrap=True)
    else:
        import webbrowser

        if not webbrowser.open(address):
            out.print(f"No browser could be opened; open it at {address}", soft_wrap=True)


def _kept(bench: str | None) -> "Bench":
    """The bench, kept for the server: the attempt's notebook names it, and the server has to find it by that name."""
    from ..errors import EnvironmentUnavailable
    from ..instances.registry import add_bench, open_catalog
    from .benches import chosen_bench

    chosen = chosen_bench(bench)
    catalog = open_catalog()
    if chosen.name in catalog.names() and catalog.bench(chosen.name).path.resolve() == chosen.path.resolve():
        return chosen
    try:
        return open_catalog().bench(add_bench(chosen.path).name)
    except OSError as error:
        raise EnvironmentUnavailable(
            f"The bench {chosen.path} can't be added to the list of benches ({error.strerror}: {error.filename}): "
            "see that the folder can be written."
        ) from error


def _start_lab(root: Path, path: str, no_browser: bool) -> None:
    """Start JupyterLab on loopback and wait until the person ends it."""
    import os
    import signal
    import subprocess
    import sys
    from urllib.parse import quote

    from ..errors import EnvironmentUnavailable

    command = [
        sys.executable,
        "-m",
        "jupyterlab",
        "--ip=127.0.0.1",
        f"--ServerApp.root_dir={root}",
        f"--LabApp.default_url=/lab/tree/{quote(path)}",
    ]
    if no_browser:
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    try:
        lab = subprocess.Popen(command)
    except OSError as error:
        raise EnvironmentUnavailable(f"JupyterLab could not be started ({error.strerror}).") from error
    # Ctrl-C goes to JupyterLab as well, which asks whether to stop: its answer ends this command.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        code = lab.wait()
    finally:
        signal.signal(signal.SIGINT, before)
    if code not in (0, -signal.SIGINT, -signal.SIGTERM):
        raise EnvironmentUnavailable(
            f"JupyterLab ended with code {code}; what it said above tells why, and `junobench-lab doctor` may."
        )

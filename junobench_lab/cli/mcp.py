"""``mcp``: crashes for an agent to repair, over the Model Context Protocol."""

from pathlib import Path
from typing import Annotated

import typer

from . import exit_codes, options


def mcp(
    steps: Annotated[int, typer.Option("--steps", metavar="N", min=1, help="Actions of an episode.")] = 100,
    seconds: Annotated[float, typer.Option("--seconds", metavar="S", min=1, help="Time of an episode.")] = 1800.0,
    cell_seconds: Annotated[
        float, typer.Option("--cell-seconds", metavar="S", min=1, help="Time of one cell.")
    ] = 120.0,
    memory: Annotated[
        int | None, typer.Option("--memory", metavar="MB", min=1, help="Memory of the kernel.", show_default=False)
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option("--folder", metavar="PATH", help="Where trajectories are kept.  [default: Jupyter's data folder]"),
    ] = None,
    agent: Annotated[str, typer.Option("--agent", metavar="NAME", help="The agent's name, for the records.")] = "mcp",
    kernel: options.Kernel = None,
    environment: options.Environment = "local",
    unconfined: options.Unconfined = False,
    bench: options.Bench = None,
) -> None:
    """Serve the crashes of a bench to an agent, on stdin and stdout.

    The agent reads, edits and runs cells and submits; the reference fixes stay out of its reach: kernels are confined
    (on Linux), or in containers. Tell your agent's program to start `junobench-lab mcp` as an MCP server. Every episode
    is kept as a trajectory.
    """
    import os
    import sys

    from ..errors import InvalidRequest
    from ..research.agents.kept import trajectories_folder
    from ..research.agents.models import EpisodeLimits
    from .benches import chosen_bench
    from .interrupts import run_until_cancelled
    from .kernels import kernels_for_others

    try:
        from ..research.agents.mcp_server import episode_server
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] != "mcp":
            raise
        raise InvalidRequest(
            "This needs the package mcp: install it with pip install 'junobench-lab[agents]'"
        ) from None
    opened = chosen_bench(bench)
    opened.summaries()
    kernels = kernels_for_others(opened, environment, kernel, unconfined=unconfined)
    limits = EpisodeLimits(
        steps=steps, seconds=seconds, cell=cell_seconds, memory=memory * 1_000_000 if memory is not None else None
    )
    kept = folder or trajectories_folder()
    _require_writable(kept)
    if sys.stdin.isatty():
        typer.echo("Serving an agent on stdin and stdout: its program starts this command. Ctrl-C ends it.", err=True)
    server = episode_server(opened, environment=kernels, limits=limits, folder=kept, agent=agent)
    if run_until_cancelled(server.serve):
        # A thread may wait for stdin still, and the agent's program needn't ever close it.
        os._exit(exit_codes.CANCELLED)


def _require_writable(folder: Path) -> None:
    """Raises `InvalidRequest` where nothing can be kept in the folder, which is made."""
    import os

    from ..errors import InvalidRequest

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidRequest(f"{folder} can't be made ({error.strerror}): name another folder.") from None
    if not os.access(folder, os.W_OK):
        raise InvalidRequest(f"{folder} can't be written: name another folder.")

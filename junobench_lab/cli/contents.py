"""Where a person's attempts are, as seen from the command line."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..instances.bench import Bench
    from ..practice.attempts import Attempts
    from ..practice.models import Attempt
    from .servers import Server


def place_for_attempt(bench: "Bench", id: str) -> "tuple[Path, Server | None]":
    """The contents root for an attempt at an instance, and the running server that shows it, if any.

    It is the root of the server that shows the current folder, because a server finds attempts below its root; the
    current folder where no server does, or where attempts at the instance were begun in it before.
    """
    from .servers import server_showing

    here = Path.cwd()
    server = server_showing(here)
    if server is None or (server.root != here.resolve() and attempts_at(bench, here).list(bench.name, id)):
        return here, None
    return server.root, server


def find_attempt(bench: "Bench", id: str, number: int) -> "tuple[Attempts, Attempt]":
    """An attempt and those that it is among, wherever `place_for_attempt` would have put it.

    Raises `UnknownAttempt`.
    """
    from ..errors import UnknownAttempt
    from .servers import server_showing

    attempts = attempts_at(bench, Path.cwd())
    try:
        return attempts, attempts.get(bench.name, id, number)
    except UnknownAttempt:
        server = server_showing(Path.cwd())
        if server is not None:
            attempts = attempts_at(bench, server.root)
            return attempts, attempts.get(bench.name, id, number)
        raise


def latest_attempt(bench: "Bench", id: str) -> "tuple[Attempts, Attempt]":
    """The latest attempt at an instance and those that it is among. Raises `UnknownAttempt` where there is none."""
    from ..errors import UnknownAttempt

    attempts = attempts_at(bench, place_for_attempt(bench, id)[0])
    found = attempts.list(bench.name, id)
    if not found:
        raise UnknownAttempt(f"There is no attempt at {id} here: start one with `junobench-lab open {id}`.")
    return attempts, found[-1]


def attempts_at(bench: "Bench", root: Path) -> "Attempts":
    """The attempts at a bench below a contents root."""
    from ..instances.catalog import Catalog
    from ..practice.attempts import Attempts
    from ..practice.progress.store import ProgressStore

    return Attempts(root, Catalog(lambda: {bench.name: bench}), ProgressStore())

"""What all parts of the lab work on: the benches, a person's files, attempts, reveals, progress and runs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ..errors import EnvironmentUnavailable, UnknownAttempt
from ..instances.catalog import Catalog
from ..instances.notebooks import Notebook
from ..practice.attempts import Attempts
from ..practice.models import Attempt
from ..practice.progress.store import ProgressStore
from ..practice.reveals import RevealStore
from .runs import RunManager

_NO_DISK = (
    "This server keeps its files elsewhere than on a disk, so attempts can't be made here: start one on a folder."
)


@dataclass(frozen=True)
class Workplace:
    catalog: Catalog
    progress: ProgressStore
    reveals: RevealStore
    runs: RunManager
    root: Path | None
    """Where the server's files are; ``None`` where they are on no disk."""
    own_attempts: Attempts | None
    """Those among these files."""
    keeps_warm: bool
    """Whether kernels may be forked from a process that has imported the usual libraries."""

    @property
    def contents_root(self) -> Path:
        """Raises `EnvironmentUnavailable` where the server's files are on no disk."""
        if self.root is None:
            raise EnvironmentUnavailable(_NO_DISK)
        return self.root

    @property
    def attempts(self) -> Attempts:
        """Raises `EnvironmentUnavailable` where the server's files are on no disk."""
        if self.own_attempts is None:
            raise EnvironmentUnavailable(_NO_DISK)
        return self.own_attempts

    def attempt(self, bench: str, id: str, number: str) -> Attempt:
        """Raises `UnknownBench`, `UnknownInstance`, `UnknownAttempt`."""
        if not re.fullmatch(r"[1-9][0-9]{0,8}", number):
            raise UnknownAttempt(f"{number[:20]!r} is no number of an attempt: they count from 1.")
        return self.attempts.get(bench, id, int(number))

    def instance_of(self, notebook: Notebook) -> tuple[str, str] | None:
        """Bench and id of the instance that a notebook is an attempt at; ``None`` for a person's own notebook."""
        named = notebook.metadata.get("junobench_lab")
        if not isinstance(named, dict):
            return None
        bench, id = named.get("bench"), named.get("id")
        return (bench, id) if isinstance(bench, str) and isinstance(id, str) and bench in self.catalog.names() else None

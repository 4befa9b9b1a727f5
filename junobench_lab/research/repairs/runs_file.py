"""The file of runs of repairs (see `running.runs_file`)."""

from pathlib import Path

from ...running.runs_file import add_line, mend, read_lines
from .models import RepairRun

__all__ = ["add_run", "mend", "read_runs"]


def read_runs(file: Path) -> list[RepairRun]:
    """The runs on file, none where there is no file. Raises `InvalidRequest`, which names the line."""
    return read_lines(file, RepairRun, "run of a repair")


def add_run(file: Path, run: RepairRun) -> None:
    """Add a run to the file. Raises `InvalidRequest` where it can't be written."""
    add_line(file, run)

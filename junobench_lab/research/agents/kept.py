"""Where the trajectories of episodes are kept, and reading one."""

import re
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from ...data_folder import data_folder
from ...errors import InvalidRequest
from ..tasks.jsonl import read_text
from .models import Trajectory

LARGEST = 50_000_000
"""Bytes of a file that is read."""

_MOST = 200
"""Files of one instance that are looked at, newest first."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}\.json")


def trajectories_folder() -> Path:
    """The folder of those that `mcp` keeps unless it is told another one."""
    return data_folder() / "episodes" / "trajectories"


def kept_trajectory(name: str) -> Path:
    """The file of a kept trajectory. Raises `InvalidRequest` for what can't be the name of one."""
    if not _NAME.fullmatch(name):
        raise InvalidRequest(f"{name[:80]!r} names no kept trajectory.")
    return trajectories_folder() / name


def kept_of(bench: str, id: str) -> Iterator[tuple[str, Trajectory]]:
    """The kept trajectories of an instance with their names, newest first; files that are none are passed over."""
    folder = trajectories_folder()
    names = sorted((file.name for file in folder.glob("*.json") if file.name.startswith(f"{id}-")), reverse=True)
    for name in names[:_MOST]:
        try:
            trajectory = read_trajectory(folder / name)
        except InvalidRequest:
            continue
        if (trajectory.bench, trajectory.id) == (bench, id):
            yield name, trajectory


def read_trajectory(file: Path) -> Trajectory:
    """The first one of a file. Raises as `read_trajectories`."""
    return read_trajectories(file)[0]


def read_trajectories(file: Path) -> list[Trajectory]:
    """One as it was kept, or several of them as JSON lines.

    Raises `InvalidRequest` where the file is none, is too large, or holds something else than trajectories.
    """
    if not file.is_file():
        raise InvalidRequest(f"There is no file {file}: name one in which an episode was kept.")
    if file.stat().st_size > LARGEST:
        raise InvalidRequest(f"{file} has more than {LARGEST // 1_000_000} MB: that is no trajectory of an agent.")
    text = read_text(file)
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    # One alone may be spread over many lines.
    several = len(lines) > 1 and all(line.startswith("{") and line.rstrip().endswith("}") for _, line in lines)
    if not several:
        return [_trajectory(text, file.name)]
    return [_trajectory(line, f"Line {number} of {file.name}") for number, line in lines]


def _trajectory(text: str, where: str) -> Trajectory:
    try:
        return Trajectory.model_validate_json(text)
    except ValidationError as error:
        place = ".".join(str(part) for part in error.errors()[0]["loc"])
        unfit = f" (it doesn't fit at {place[:80]})" if place else ""
        raise InvalidRequest(
            f"{where} holds no trajectory of an agent{unfit}: name a file that `junobench-lab mcp` or an `Episode` has "
            "kept, or one of such trajectories as JSON lines."
        ) from None

"""Which processes have used containers and have not ended in order: one small file each. Loads nothing."""

from pathlib import Path

from ....data_folder import data_folder


def notes_folder() -> Path:
    return data_folder() / "containers"


def notes() -> list[Path]:
    """The files; each holds the name of its process (see `labels.owner`)."""
    return sorted(notes_folder().glob("*.owner"))

"""Which systems are loaded: kept as ``systems.json`` in the product's data folder, for the next sessions, too::

{"format": 1, "systems": [{"key": "ours-labels", "name": "ours", "bench": "starter", "task": "labels", ...}]}
"""

import json
import os
import tempfile
from pathlib import Path

from pydantic import ValidationError

from ...data_folder import data_folder
from ...errors import InvalidRequest, UnknownSystem
from ...instances.slugs import slug
from ...one_writer import one_writer
from ..tasks.models import TaskName
from .models import KeptSystem

_FORMAT = 1
_LONGEST_NAME = 60


def kept_systems(bench: str | None = None) -> list[KeptSystem]:
    """Those that are loaded, of one bench or of all, in the order in which they were.

    Entries that make no sense are passed over. Raises `InvalidRequest` where the list can't be read at all.
    """
    file = _file()
    try:
        entries = json.loads(file.read_bytes())["systems"]
        found = [entry for entry in map(_entry, entries) if entry is not None]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, TypeError, KeyError):
        raise InvalidRequest(
            f"The list of loaded systems {file} is damaged: correct or delete it, and load them again."
        ) from None
    return [entry for entry in found if bench is None or entry.bench == bench]


def keep_system(
    bench: str, task: TaskName, *, predictions: Path | None, runs: Path | None, name: str | None, usual_name: str
) -> KeptSystem:
    """Keep a system; the same files are kept once. ``usual_name`` is numbered where it is taken.

    Raises `InvalidRequest` where the name makes no sense, or the bench has another system of that name and task.
    """
    with one_writer(_lock()):
        return _kept_in(bench, task, predictions, runs, name, usual_name)


def _kept_in(
    bench: str, task: TaskName, predictions: Path | None, runs: Path | None, name: str | None, usual_name: str
) -> KeptSystem:
    entries = kept_systems()
    paths = {
        "predictions": str(predictions) if predictions is not None else None,
        "runs": str(runs) if runs is not None else None,
    }
    wanted = (name or "").strip() or usual_name
    if len(wanted) > _LONGEST_NAME or not wanted.isprintable() or not slug(wanted):
        raise InvalidRequest(
            f"{wanted[:80]!r} can't name a system: take at most {_LONGEST_NAME} characters, some of them letters or "
            "digits."
        )
    taken = {entry.name for entry in entries if (entry.bench, entry.task) == (bench, task)}
    for entry in entries:
        same = (entry.bench, entry.task, entry.predictions, entry.runs) == (bench, task, *paths.values())
        if same and (name is None or entry.name == wanted):
            return entry
    if wanted in taken:
        if name is not None:
            raise InvalidRequest(f"A system {wanted} is loaded for {task} already: choose another name.")
        wanted = next(f"{wanted} {number}" for number in range(2, 1000) if f"{wanted} {number}" not in taken)
    stem = f"{slug(wanted)}-{task}"
    keys = {entry.key for entry in entries}
    key = next(key for key in (stem, *(f"{stem}-{number}" for number in range(2, 1000))) if key not in keys)
    kept = KeptSystem(key=key, name=wanted, bench=bench, task=task, **paths)
    _keep([*entries, kept])
    return kept


def forget_system(key: str) -> KeptSystem:
    """Take a system off the list; its files stay. Raises `UnknownSystem`."""
    with one_writer(_lock()):
        entries = kept_systems()
        gone = system_of(key, entries)
        _keep([entry for entry in entries if entry.key != key])
    return gone


def system_of(key: str, entries: list[KeptSystem]) -> KeptSystem:
    """Raises `UnknownSystem`."""
    found = next((entry for entry in entries if entry.key == key), None)
    if found is None:
        loaded = ", ".join(entry.key for entry in entries) or "none"
        raise UnknownSystem(f"No system {key[:80]!r} is loaded; there are: {loaded}.")
    return found


def _file() -> Path:
    return data_folder() / "systems.json"


def _lock() -> Path:
    """Held while the list is changed, as the command line may do so beside the lab."""
    return _file().with_name(".systems.lock")


def _entry(value: object) -> KeptSystem | None:
    try:
        entry = KeptSystem.model_validate(value)
    except ValidationError:
        return None
    return entry if entry.predictions is not None or entry.runs is not None else None


def _keep(entries: list[KeptSystem]) -> None:
    file = _file()
    document = {"format": _FORMAT, "systems": [entry.model_dump(exclude_none=True) for entry in entries]}
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=file.parent, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as opened:
            json.dump(document, opened, indent=2)
        os.replace(temporary, file)
    except OSError as error:
        raise InvalidRequest(
            f"The list of loaded systems {file} can't be written ({error.strerror}): see that it can be."
        ) from None

"""Which benches there are: the starter bench, those a person added, and those that were configured.

What a person added is kept as ``benches.json`` in the product's data folder::

    {"format": 1, "benches": [{"name": "junobench", "title": "JunoBench", "path": "/data/JunoBench"}]}
"""

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Any

from ..data_folder import data_folder
from ..errors import InvalidRequest, LabError, UnknownBench
from ..one_writer import one_writer
from .bench import Bench
from .catalog import Catalog, bench_info
from .models import BenchInfo
from .slugs import is_slug, slug

STARTER = "starter"
STARTER_TITLE = "Starter bench"

_FORMAT = 1


def starter_bench() -> Bench:
    """The bench that ships with the package."""
    return Bench.open(Path(__file__).parent / STARTER, STARTER, STARTER_TITLE)


def open_catalog(extra: Mapping[str, str] | None = None) -> Catalog:
    """The starter bench, the benches a person added, and ``extra`` ones (name -> path), in this order.

    Reads no bench. Where two have one name, the first keeps it.
    """
    return Catalog(_Benches(extra or {}))


def add_bench(path: Path | str, name: str | None = None, title: str | None = None) -> BenchInfo:
    """Keep a bench for the next sessions; one that is kept already under that path stays as it is.

    Name and title are made of the folder's name where they aren't said, the name of the title where that is.
    Raises `BrokenBench` where nothing can be read at the path, `InvalidRequest` where the name is taken or no slug, or
    the list can't be written.
    """
    bench = Bench.open(path, name or slug(title or "") or None, title)
    path = bench.path.resolve()
    bench.summaries()
    # What is kept already is told without writing anything.
    return _kept_as(path, name) or _added(bench, path, name)


def _kept_as(path: Path, name: str | None) -> BenchInfo | None:
    for entry in _kept():
        if Path(entry["path"]) == path and name in (None, entry["name"]):
            return bench_info(Bench.open(path, entry["name"], entry["title"]))
    return None


def _added(bench: Bench, path: Path, name: str | None) -> BenchInfo:
    with one_writer(_file().with_name(".benches.lock")):
        # Another process may have added it meanwhile.
        known = _kept_as(path, name)
        if known is not None:
            return known
        kept = _kept()
        taken = {STARTER, *(entry["name"] for entry in kept)}
        if name is None:
            name = next(candidate for candidate in _numbered(bench.name) if candidate not in taken)
        elif not is_slug(name):
            raise InvalidRequest(f"{name[:80]!r} can't name a bench: use lower-case letters, digits and hyphens.")
        elif name in taken:
            raise InvalidRequest(f"There is a bench {name} already: choose another name.")
        _keep([*kept, {"name": name, "title": bench.title, "path": str(path)}])
    return bench_info(Bench.open(path, name, bench.title))


def bench_from(path_or_name: Path | str) -> Bench:
    """A bench by the name under which it is kept, or by its path, which needn't be kept.

    Raises `UnknownBench`.
    """
    catalog = open_catalog()
    if str(path_or_name) in catalog.names():
        return catalog.bench(str(path_or_name))
    path = Path(path_or_name).expanduser()
    try:
        exists = path.exists()
    except (OSError, ValueError):
        exists = False
    if not exists:
        raise UnknownBench(
            f"There is no bench {str(path_or_name)[:200]!r}, neither by name ({', '.join(catalog.names())}) "
            "nor as a folder: check the spelling."
        )
    return Bench.open(path)


def registry_problem() -> str | None:
    """What is wrong with the file of kept benches, in a sentence; ``None`` where all is well."""
    try:
        _read_kept()
    except LabError as error:
        return str(error)
    return None


class _Benches:
    """Gives the benches at every call, opening each only once as long as its entry stays."""

    def __init__(self, extra: Mapping[str, str]) -> None:
        self._extra = dict(extra)
        self._starter = starter_bench()
        self._opened: dict[tuple[str, str, str], Bench] = {}
        self._lock = Lock()

    def __call__(self) -> Mapping[str, Bench]:
        entries = _kept() + [
            {"name": slug(name) or "bench", "title": name, "path": str(path)} for name, path in self._extra.items()
        ]
        benches = {STARTER: self._starter}
        with self._lock:
            for entry in entries:
                if entry["name"] not in benches:
                    key = (entry["name"], entry["title"], entry["path"])
                    if key not in self._opened:
                        self._opened[key] = Bench.open(entry["path"], entry["name"], entry["title"])
                    benches[entry["name"]] = self._opened[key]
        return benches


def _numbered(name: str) -> "list[str]":
    return [name, *(f"{name}-{number}" for number in range(2, 1000))]


def _file() -> Path:
    return data_folder() / "benches.json"


def _kept() -> list[dict[str, str]]:
    try:
        return _read_kept()
    except LabError:
        return []


def _read_kept() -> list[dict[str, str]]:
    """The entries of the file; those that make no sense are passed over. Raises `InvalidRequest` where it is no such
    file at all."""
    file = _file()
    try:
        content = json.loads(file.read_bytes())
        entries = content["benches"]
        return [entry for entry in map(_entry, entries) if entry is not None]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, TypeError, KeyError):
        raise InvalidRequest(
            f"The list of added benches {file} is damaged and isn't used: correct or delete it, and add them again."
        ) from None


def _entry(value: Any) -> dict[str, str] | None:
    if not isinstance(value, Mapping):
        return None
    name, path = value.get("name"), value.get("path")
    if not isinstance(name, str) or not is_slug(name) or not isinstance(path, str) or "\x00" in path:
        return None
    title = value.get("title")
    return {"name": name, "title": title if isinstance(title, str) else name, "path": path}


def _keep(entries: list[dict[str, str]]) -> None:
    file = _file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if registry_problem() is not None:
            os.replace(file, file.with_suffix(".json.damaged"))
        handle, temporary = tempfile.mkstemp(dir=file.parent, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as opened:
            json.dump({"format": _FORMAT, "benches": entries}, opened, indent=2)
        os.replace(temporary, file)
    except OSError as error:
        raise InvalidRequest(
            f"The list of added benches {file} can't be written ({error.strerror}): see that its folder can be written "
            "and the disk isn't full."
        ) from None

"""The folders of a bench: where its sheet and its instances are, and what an instance's folder holds.

::

    benchmark_desc.xlsx
    ground_truth_crash_prediction.xlsx
    benchmark/<id>/<id>.ipynb, <id>_reproduced.ipynb, <id>_fixed.ipynb, README.md, data/...
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import BrokenBench
from .ground_truth import GROUND_TRUTH_FILE
from .models import DataFile, Problem, VariantInfo, VariantName
from .pointers import HEAD_LENGTH, MAX_POINTER_BYTES, pointer_sentence
from .sheet import SHEET_FILE

INSTANCES_FOLDER = "benchmark"

FILE_NAMES: dict[VariantName, str] = {
    "original": "{id}.ipynb",
    "reproduced": "{id}_reproduced.ipynb",
    "fixed": "{id}_fixed.ipynb",
    "fixed2": "{id}_fixed2.ipynb",
}

REQUIRED_VARIANTS: tuple[VariantName, ...] = ("reproduced", "fixed")

CHECK_FILE = "check.py"

MAX_LISTED_FILES = 100
"""A folder of input data with more files is listed as one entry."""

MAX_README_CHARACTERS = 100_000


@dataclass(frozen=True)
class BenchLayout:
    """Where the parts of a bench are."""

    sheet: Path
    instances: Path
    """The folder that holds one folder per instance; it may be missing, as long as nothing was downloaded."""
    ground_truth: Path
    """It may be missing."""


def find_layout(path: Path) -> BenchLayout:
    """Find the parts of a bench from its root, or from the folder of its instances.

    Raises `BrokenBench` where there is no such folder or no label sheet.
    """
    if path.name == SHEET_FILE:
        path = path.parent
    if not path.is_dir():
        what = "a file, not a folder" if path.exists() else "missing"
        raise BrokenBench(f"The bench {path} is {what}: check its path.")
    path = path.resolve()
    inner = path / INSTANCES_FOLDER
    if (path / SHEET_FILE).is_file():
        holds_instances = not inner.is_dir() and any(_instance_folders(path))
        return _layout(path, path if holds_instances else inner)
    if (inner / SHEET_FILE).is_file():
        return _layout(inner, inner)
    if (path.parent / SHEET_FILE).is_file() and (path.name == INSTANCES_FOLDER or any(_instance_folders(path))):
        return _layout(path.parent, path)
    raise BrokenBench(
        f"{path} has no label sheet: a bench needs {path / SHEET_FILE}, beside the folder `{INSTANCES_FOLDER}` "
        "that holds the instances."
    )


def _layout(sheet_folder: Path, instances: Path) -> BenchLayout:
    folders = (sheet_folder, instances, instances.parent)
    truth = [folder / GROUND_TRUTH_FILE for folder in folders]
    return BenchLayout(
        sheet=sheet_folder / SHEET_FILE,
        instances=instances,
        ground_truth=next((file for file in truth if file.is_file()), truth[0]),
    )


def _instance_folders(path: Path) -> Iterator[str]:
    return (entry.name for entry in folder_entries(path) if holds_notebook(path / entry.name))


def folder_entries(path: Path) -> list[os.DirEntry[str]]:
    """The visible folders in a folder, by name; none where it can't be read."""
    try:
        with os.scandir(path) as entries:
            found = [entry for entry in entries if not entry.name.startswith((".", "_")) and _is_folder(entry)]
    except OSError:
        return []
    return sorted(found, key=lambda entry: entry.name)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def holds_notebook(folder: Path) -> bool:
    """Whether a folder holds any notebook, which makes it an instance even where the sheet doesn't know it."""
    try:
        with os.scandir(folder) as entries:
            return any(entry.name.endswith(".ipynb") for entry in entries)
    except OSError:
        return False


@dataclass(frozen=True)
class InstanceFolder:
    """What an instance's folder shows without opening a notebook."""

    variants: list[VariantInfo] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def look_into(folder: Path) -> InstanceFolder:
    """Find the variants of the instance that the folder is named after, and what is wrong with their files.

    Only files so small that they can't be notebooks of this kind are looked into, as they may be pointer files.
    """
    try:
        with os.scandir(folder) as entries:
            files = {entry.name: entry for entry in entries if entry.name.endswith(".ipynb")}
    except OSError as error:
        return InstanceFolder(problems=[Problem(subject="data", message=f"{folder} can't be read ({error.strerror}).")])
    variants, problems = [], []
    for variant, pattern in FILE_NAMES.items():
        name = pattern.format(id=folder.name)
        if name not in files:
            if variant in REQUIRED_VARIANTS:
                missing = f"The {variant} variant is missing: there is no {name} in {folder}."
                problems.append(Problem(subject=variant, message=missing))
            continue
        try:
            size = files[name].stat().st_size
            sentence = _small_file_sentence(folder / name, size) if size <= MAX_POINTER_BYTES else None
        except FileNotFoundError:
            broken_link = f"{name} is a link that leads nowhere: download the file again."
            problems.append(Problem(subject=variant, message=broken_link))
            continue
        except OSError as error:
            problems.append(Problem(subject=variant, message=f"{name} can't be read ({error.strerror})."))
            continue
        variants.append(VariantInfo(name=variant, file=name, size=size))
        if sentence is not None:
            problems.append(Problem(subject=variant, message=sentence))
    return InstanceFolder(variants, problems)


def _small_file_sentence(file: Path, size: int) -> str | None:
    if size == 0:
        return f"{file.name} is empty: get the file again."
    with file.open("rb") as opened:
        return pointer_sentence(file.name, opened.read(HEAD_LENGTH))


def input_files(folder: Path) -> list[Path]:
    """All files a notebook of the instance may read, by relative path: not its variants, its check or its README."""
    return [path for path in _files(folder) if path.parent != folder or not _is_own(path.name, folder.name)]


def _is_own(name: str, id: str) -> bool:
    """Whether a file beside the variants belongs to the instance rather than to its input; any version of the notebook
    does, whatever its name ends in, as it may give the answer away."""
    is_notebook = name.startswith(id) and name.endswith(".ipynb")
    return is_notebook or name == CHECK_FILE or name.casefold().startswith("readme")


def data_files(folder: Path) -> list[DataFile]:
    """The input files, those of a large folder as one entry with their number and total size."""
    by_top: dict[str, list[Path]] = {}
    for path in input_files(folder):
        relative = path.relative_to(folder)
        by_top.setdefault(f"{relative.parts[0]}/" if len(relative.parts) > 1 else "", []).append(path)
    listed = []
    for top, paths in sorted(by_top.items()):
        sizes = [_size(path) for path in paths]
        if len(paths) > MAX_LISTED_FILES:
            listed.append(DataFile(path=top or "./", size=sum(sizes), files=len(paths)))
        else:
            names = [path.relative_to(folder).as_posix() for path in paths]
            listed += [DataFile(path=name, size=size) for name, size in zip(names, sizes, strict=True)]
    return listed


def data_problems(folder: Path) -> list[Problem]:
    """Whether input files are only pointers to what wasn't downloaded; of many files the first ones are looked at."""
    for path in input_files(folder)[:MAX_LISTED_FILES]:
        try:
            sentence = _small_file_sentence(path, size) if 0 < (size := _size(path)) <= MAX_POINTER_BYTES else None
        except OSError:
            continue
        if sentence is not None:
            return [Problem(subject="data", message=sentence)]
    return []


def readme_text(folder: Path) -> str | None:
    """The text of the README, its start where it is very long; ``None`` where there is none."""
    try:
        names = sorted(entry.name for entry in os.scandir(folder) if entry.name.casefold().startswith("readme"))
        with (folder / names[0]).open(encoding="utf-8", errors="replace") as file:
            return file.read(MAX_README_CHARACTERS)
    except (OSError, IndexError):
        return None


def _files(folder: Path) -> Iterator[Path]:
    """All files below a folder, without hidden ones. Links are followed, as large data often lie elsewhere, but into
    no folder twice, so that it ends."""
    seen: set[str] = set()
    for parent, folders, names in os.walk(folder, followlinks=True):
        real = os.path.realpath(parent)
        if real in seen:
            folders.clear()
            continue
        seen.add(real)
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "__pycache__")
        yield from (Path(parent, name) for name in sorted(names) if not name.startswith("."))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0

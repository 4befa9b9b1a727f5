"""Less data, or made-up data, as long as the crash stays and the fix runs."""

import asyncio
import re
import shutil
import zlib
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from .data.file_kind import FileKind, MakingUp, Unreadable
from .data.kinds import kind_of
from .ddmin import ddmin
from .models import DataChange, DataChoice

_MOST_TESTS = 24
"""Candidates for one file, or one group: what isn't small by then hardly gets small."""
_CODE = (".py",)
_NAMING = (".csv", ".tsv", ".json", ".jsonl", ".txt")
_MOST_TO_READ = 5_000_000
"""Bytes of a table that is searched for the names of files; a larger one isn't small enough to name few."""
_BETWEEN_WORDS = re.compile(r"[\s,;|\"'\[\]{}]+")


@dataclass
class DataWork:
    """Where the data are made smaller, and what tells whether they still do."""

    staged: Path
    """The folder of the instance's files; it is made here."""
    still: Callable[[Path, Sequence[Path]], Awaitable[bool]]
    """Whether the crash stays, and the fix runs, with these files below that folder."""
    spent: Callable[[], bool]
    """Whether the bounds of the search are reached."""
    enough: int
    """So few rows or files are few enough."""
    words: Collection[str]
    seed: str
    tell: Callable[[str], None] = lambda _: None
    """Told what goes on, a sentence each."""
    require_going_on: Callable[[], None] = lambda: None
    """Raises what ends the work, where the person has ended it; asked between two files."""
    files: list[str] = field(default_factory=list)
    """What is there at the moment, relative."""

    async def holds(self) -> bool:
        return await self.still(self.staged, [self.staged / file for file in self.files])


async def shrunk(work: DataWork, folder: Path, files: Sequence[str], choice: DataChoice) -> list[DataChange]:
    """Copy ``files`` (relative to ``folder``) to the staged folder, smaller where the crash stays.

    In this order: files that aren't needed go, tables and arrays get fewer rows (those of one length the same ones, as
    they most likely belong together), folders of many files get fewer, those first that tables still name, and with
    ``synthetic`` what is left is made up.
    """
    work.staged.mkdir(parents=True, exist_ok=True)
    work.files = list(files)
    if not files:
        return []
    work.tell("Copying the data")
    await asyncio.to_thread(_copy, folder, work.staged, files, work.require_going_on)
    if choice == "whole":
        return await asyncio.to_thread(_as_they_are, folder, files)
    work.tell("Leaving out files that nothing reads")
    await _leave_out_files(work)
    changes = await _thin_out_tables(work, folder)
    changes |= await _thin_out_folders(work)
    if choice == "synthetic":
        changes = await _make_up(work, changes)
    await asyncio.to_thread(_remove_all_but, work.staged, work.files)
    for file in work.files:
        work.require_going_on()
        covered = any(file == path or (path.endswith("/") and file.startswith(path)) for path in changes)
        if not covered and not file.endswith(_CODE):
            changes[file] = await asyncio.to_thread(_unchanged, folder, file)
    return [changes[path] for path in sorted(changes)]


async def _leave_out_files(work: DataWork) -> None:
    """Drop whole folders and files that neither crash nor fix reads."""
    units: dict[str, list[str]] = {}
    for file in work.files:
        units.setdefault(file.partition("/")[0], []).append(file)
    everything = list(work.files)

    async def happens(kept: list[str]) -> bool:
        work.files = [file for unit in kept for file in units[unit]]
        return await work.holds()

    kept = await ddmin(list(units), happens, enough=_bound(work))
    work.files = [file for file in everything if file.partition("/")[0] in kept]


async def _thin_out_folders(work: DataWork) -> dict[str, DataChange]:
    by_folder: dict[str, list[str]] = {}
    for file in work.files:
        top, slash, _ = file.partition("/")
        if slash:
            by_folder.setdefault(f"{top}/", []).append(file)
    changes = {}
    for top, members in by_folder.items():
        if len(members) <= work.enough:
            continue
        work.tell(f"Making the data smaller: {top}")
        gone = set(members)
        others = [file for file in work.files if file not in gone]

        async def happens(kept: list[int], members: Sequence[str] = members, others: Sequence[str] = others) -> bool:
            work.files = [*others, *(members[place] for place in kept)]
            return bool(kept) and await work.holds()

        named = await asyncio.to_thread(_named, work.staged, others, members)
        if not work.spent() and 0 < len(named) <= work.enough and await happens(named):
            kept = named
        else:
            kept = await _sample(work, len(members), happens)
        work.files = [*others, *(members[place] for place in kept)]
        changes[top] = DataChange(path=top, what="files", before=len(members), after=len(kept))
    return changes


def _named(staged: Path, others: Sequence[str], members: Sequence[str]) -> list[int]:
    """Places of those files that a table names: by their path or the end of it, else by their name, else by their name
    without its ending."""
    words: set[str] = set()
    for file in others:
        if file.lower().endswith(_NAMING) and (staged / file).stat().st_size <= _MOST_TO_READ:
            text = (staged / file).read_text(encoding="utf-8", errors="replace").replace("\\", "/")
            words |= {word.removeprefix("./") for word in _BETWEEN_WORDS.split(text)}
    paths = [PurePosixPath(file) for file in members]
    for names_of in (_ends, lambda path: {path.name}, lambda path: {path.stem}):
        named = [place for place, path in enumerate(paths) if names_of(path) & words]
        if named:
            return named
    return []


def _ends(path: PurePosixPath) -> set[str]:
    """The path and what is left of it without its first folders, but for the name alone."""
    return {"/".join(path.parts[start:]) for start in range(len(path.parts) - 1)}


async def _thin_out_tables(work: DataWork, folder: Path) -> dict[str, DataChange]:
    counts: dict[str, int] = {}
    kinds: dict[str, FileKind] = {}
    for file in work.files:
        work.require_going_on()
        kind = kind_of(Path(file))
        try:
            count = await asyncio.to_thread(kind.count, folder / file) if kind is not None else None
        except Unreadable:
            continue
        if kind is not None and count is not None and count > work.enough:
            counts[file], kinds[file] = count, kind
    groups: dict[int, list[str]] = {}
    for file, count in counts.items():
        groups.setdefault(count, []).append(file)
    changes: dict[str, DataChange] = {}
    for count, members in sorted(groups.items(), reverse=True):
        tried = [members] if len(members) == 1 else [members, *([member] for member in members)]
        for group in tried:
            if any(member in changes for member in group):
                continue
            work.tell(f"Making the data smaller: {', '.join(group)}")
            kept = await _thin_out(work, folder, {member: kinds[member] for member in group}, count)
            if len(kept) < count:
                what = kinds[group[0]].what
                for member in group:
                    changes[member] = DataChange(path=member, what=what, before=count, after=len(kept))
    return changes


async def _thin_out(work: DataWork, folder: Path, group: Mapping[str, FileKind], count: int) -> list[int]:
    """The items that stay in all files of a group; the files are written accordingly."""

    async def write(items: Sequence[int]) -> None:
        for file, kind in group.items():
            if len(items) == count:
                await asyncio.to_thread(shutil.copyfile, folder / file, work.staged / file)
            else:
                await asyncio.to_thread(kind.take, folder / file, work.staged / file, items)

    async def happens(items: list[int]) -> bool:
        if not items:
            return False
        try:
            await write(items)
        except Unreadable:
            return False
        return await work.holds()

    kept = await _sample(work, count, happens)
    await write(kept)
    return kept


async def _sample(work: DataWork, count: int, happens: Callable[[list[int]], Awaitable[bool]]) -> list[int]:
    """Few places of ``count``, evenly spread where that will do, else those that delta debugging finds."""
    everything = list(range(count))
    if work.spent():
        return everything
    spread = sorted({place * (count - 1) // max(work.enough - 1, 1) for place in range(work.enough)})
    if await happens(spread):
        return spread
    return await ddmin(everything, happens, enough=_bound(work, work.enough))


def _bound(work: DataWork, few: int = 0) -> Callable[[int], bool]:
    """When a search in the data ends: few items are left, it took many candidates, or all bounds are reached."""
    asked = 0

    def enough(length: int) -> bool:
        nonlocal asked
        asked += 1
        return length <= few or asked > _MOST_TESTS or work.spent()

    return enough


async def _make_up(work: DataWork, changes: dict[str, DataChange]) -> dict[str, DataChange]:
    """Replace what is staged by made-up files: all at once where that will do, else one by one."""
    data = [file for file in work.files if not file.endswith(_CODE)]
    real = work.staged.with_name(f"{work.staged.name}-real")
    await asyncio.to_thread(_copy, work.staged, real, data)
    notes: dict[str, str] = {}
    for file in data:
        work.require_going_on()
        work.tell(f"Making up data: {file}")
        try:
            await asyncio.to_thread(_make_up_file, work, real / file, work.staged / file, file)
        except Unreadable as error:
            notes[file] = f"Not made up: {error}"
            await asyncio.to_thread(shutil.copyfile, real / file, work.staged / file)
    made = [file for file in data if file not in notes]
    if not made or not await work.holds():
        await asyncio.to_thread(_copy, real, work.staged, made)
        for file in made:
            work.tell(f"Making up data: {file}, by itself")
            # Beyond the bounds of the search, too, as real data are what nobody asked for; they are few by now.
            await asyncio.to_thread(_make_up_file, work, real / file, work.staged / file, file)
            if not await work.holds():
                notes[file] = "Not made up: the crash doesn't stay without its values, or the fix doesn't run."
                await asyncio.to_thread(shutil.copyfile, real / file, work.staged / file)
    told: dict[str, DataChange] = {}
    for file in data:
        counted = changes[file] if file in changes else await asyncio.to_thread(_unchanged, real, file)
        told[file] = counted.model_copy(update={"synthetic": file not in notes, "note": notes.get(file, "")})
    return _by_folder(told, changes)


def _by_folder(told: dict[str, DataChange], changes: Mapping[str, DataChange]) -> dict[str, DataChange]:
    """Files of a folder that was thinned out as one entry again, as they were counted together."""
    for top, change in changes.items():
        members = [path for path in told if top.endswith("/") and path.startswith(top) and path not in changes]
        if members:
            real = [told[path] for path in members if not told[path].synthetic]
            update = {"synthetic": not real, "note": real[0].note if real else ""}
            told[top] = change.model_copy(update=update)
            for path in members:
                del told[path]
    return told


def _make_up_file(work: DataWork, source: Path, target: Path, name: str) -> None:
    import numpy as np

    kind = kind_of(source)
    if kind is None:
        raise Unreadable("this kind of file can't be.")
    # The same file always gets the same values.
    seed = zlib.crc32(f"{work.seed}/{name}".encode())
    try:
        kind.make_up(source, target, MakingUp(np.random.default_rng(seed), work.words))
    except (ValueError, TypeError, OverflowError) as error:
        # Odd values have many ways to be odd; whose data can't be made up is told.
        raise Unreadable(f"its values are of a kind that can't be ({type(error).__name__}).") from None


def _as_they_are(folder: Path, files: Sequence[str]) -> list[DataChange]:
    return [_unchanged(folder, file) for file in files if not file.endswith(_CODE)]


def _unchanged(folder: Path, file: str) -> DataChange:
    kind = kind_of(Path(file))
    try:
        count = kind.count(folder / file) if kind is not None else None
    except Unreadable:
        count = None
    if kind is None or count is None:
        return DataChange(path=file, what="file", before=1, after=1)
    return DataChange(path=file, what=kind.what, before=count, after=count)


def _remove_all_but(folder: Path, files: Sequence[str]) -> None:
    """What isn't needed must not go with the instance."""
    kept = {folder / file for file in files}
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path not in kept:
            path.unlink()


def _copy(source: Path, target: Path, files: Sequence[str], between: Callable[[], None] = lambda: None) -> None:
    for file in files:
        between()
        copy = target / file
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / file, copy)

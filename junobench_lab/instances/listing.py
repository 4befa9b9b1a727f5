"""The list of a bench's instances, brought up to date with as little reading as the times of files and folders allow.

A folder is looked into when its time changed, when something was wrong with it (a file may have been repaired in
place), and, where the list was kept by an earlier process, when its instance is asked for. The sheet is read when it
changed, or when something is asked that only a row tells.
"""

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import overload

from .facets import Columns, ColumnsLine, Filterable, columns_line
from .kept_copies import Stamp
from .layout import BenchLayout, folder_entries, holds_notebook, look_into
from .models import InstanceSummary, Labels, Problem
from .sheet import LabelSheet, SheetRow, is_id, read_sheet

MANY = 1000
"""Instances of a bench whose list is kept for the next process, and whose files aren't looked at again at every key
that a person types into the filter."""


class Sheet:
    """The label sheet of a bench, read when somebody asks for a row of it. Those who ask get `BrokenBench`."""

    def __init__(self, path: Path, folders: Collection[str]) -> None:
        self._path = path
        self._folders = folders

    @cached_property
    def read(self) -> LabelSheet:
        return read_sheet(self._path, self._folders)


class Summaries(Sequence[InstanceSummary]):
    """One for each instance. What was kept by an earlier process is compared with the folder, and made, once it is
    asked for."""

    def __init__(self, entries: list[InstanceSummary | bytes], made: Callable[[int, bytes], InstanceSummary]) -> None:
        self.entries = entries
        """A summary, or the JSON of one."""
        self._made = made

    def __len__(self) -> int:
        return len(self.entries)

    @overload
    def __getitem__(self, place: int) -> InstanceSummary: ...
    @overload
    def __getitem__(self, place: slice) -> list[InstanceSummary]: ...
    def __getitem__(self, place: int | slice) -> InstanceSummary | list[InstanceSummary]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self.entries)))]
        entry = self.entries[place]
        if isinstance(entry, bytes):
            entry = self.entries[place] = self._made(place, entry)
        return entry


@dataclass(frozen=True)
class Source:
    """What a list is made of, apart from the folders."""

    bench: str
    layout: BenchLayout
    sheet_stamp: Stamp


@dataclass
class Listing:
    """The list as sheet and folders were at the last look."""

    source: Source
    sheet: Sheet
    problems: list[Problem]
    """Of the sheet as a whole."""
    row_count: int
    """So many instances, the first ones, have a row in the sheet."""
    columns: Columns
    entries: list[InstanceSummary | bytes]
    folder_stamps: Mapping[str, Stamp]
    """Of all folders, those that are no instances, too."""
    troubles: dict[str, list[Problem]]
    """What is wrong with the folders of instances; nothing for sound ones."""

    def __len__(self) -> int:
        return len(self.entries)

    @cached_property
    def summaries(self) -> Summaries:
        return Summaries(self.entries, self._of_kept)

    @cached_property
    def filterable(self) -> Filterable:
        return Filterable(self.summaries, self.columns)

    @cached_property
    def places(self) -> Mapping[str, int]:
        return {id: place for place, id in enumerate(self.columns.ids)}

    def folder_problems(self, id: str) -> list[Problem] | None:
        """As at the last look; ``None`` where it is no instance."""
        return self.troubles.get(id, []) if id in self.places else None

    def _of_kept(self, place: int, kept: bytes) -> InstanceSummary:
        """The summary that an earlier process has kept, or a new one where files were changed in place since: that
        leaves the time of their folder as it was."""
        id = self.columns.ids[place]
        found = look_at(id, self.source.layout.instances, id in self.folder_stamps, place < self.row_count) or []
        if found == self.troubles.get(id, []):
            return InstanceSummary.model_validate_json(kept)
        self.troubles[id] = found
        return _summary(id, self.source.bench, self.sheet.read.rows.get(id), found)


def new_listing(source: Source, stamps: Mapping[str, Stamp]) -> Listing:
    """The list of a bench of which nothing is known. Raises `BrokenBench`."""
    sheet = Sheet(source.layout.sheet, stamps)
    rows = sheet.read.rows
    found = {id: look_at(id, source.layout.instances, id in stamps, id in rows) for id in {**rows, **stamps}}
    empty = Listing(source, sheet, sheet.read.problems, 0, Columns.of([]), [], {}, {})
    return _made_anew(empty, stamps, list(rows), found)


def brought_up_to_date(old: Listing, stamps: Mapping[str, Stamp]) -> Listing:
    """The list of the folders as they are now; the old one where that says the same. Raises `BrokenBench`."""
    changed = {id for id, stamp in stamps.items() if stamp != old.folder_stamps.get(id)}
    gone = old.folder_stamps.keys() - stamps.keys()
    doubtful = changed | gone | (old.troubles.keys() & stamps.keys())
    row_ids = old.columns.ids[: old.row_count]
    rows = frozenset(row_ids) if doubtful else frozenset()
    found = {id: look_at(id, old.source.layout.instances, id in stamps, id in rows) for id in doubtful}
    if any(problems != old.folder_problems(id) for id, problems in found.items()):
        return _made_anew(old, stamps, row_ids, found)
    if changed or gone:
        old.folder_stamps = stamps
    return old


def look_at(id: str, instances: Path, exists: bool, has_row: bool) -> list[Problem] | None:
    """What is wrong with an instance's folder; ``None`` for a folder that is no instance."""
    folder = instances / id
    if not exists:
        return [Problem(subject="data", message=no_folder(id, instances))] if has_row else None
    if not is_id(id):
        return None
    if is_outside(folder, instances):
        return [Problem(subject="data", message=leads_out(id))]
    return look_into(folder).problems if has_row or holds_notebook(folder) else None


def is_outside(folder: Path, instances: Path) -> bool:
    return folder.is_symlink() and not folder.resolve().is_relative_to(instances)


def no_folder(id: str, instances: Path) -> str:
    return (
        f"The label sheet names {id}, but there is no folder {instances / id}: put it there, or get it with "
        f"`junobench-lab fetch {id}` if it is one of JunoBench's."
    )


def leads_out(id: str) -> str:
    return f"The folder of {id} is a link that leads out of the bench and isn't opened: put the folder itself there."


def folder_stamps(instances: Path) -> dict[str, Stamp]:
    """What tells whether something was added to, taken from or put in place of each folder: its times and identity."""
    stamps: dict[str, Stamp] = {}
    for entry in folder_entries(instances):
        try:
            stamps[entry.name] = _folder_stamp(entry.stat(), entry.inode())
        except OSError:
            # It was removed since the folder was listed.
            continue
    return stamps


def says_of(listing: Listing, id: str) -> bool:
    """Whether what the list says of one instance still holds, as far as its folder tells; looks at no other.

    Not where something was wrong with the folder: that has to be looked at again.
    """
    if id not in listing.places or id in listing.troubles:
        return False
    folder = listing.source.layout.instances / id
    try:
        return listing.folder_stamps.get(id) == _folder_stamp(folder.stat(), folder.lstat().st_ino)
    except OSError:
        return False


def _folder_stamp(status: os.stat_result, inode: int) -> Stamp:
    """``inode``: of the folder's entry, which of a link isn't that of the folder."""
    return status.st_mtime_ns, status.st_ctime_ns, inode


def _made_anew(
    old: Listing, stamps: Mapping[str, Stamp], row_ids: Sequence[str], found: Mapping[str, list[Problem] | None]
) -> Listing:
    """``found``: as `look_at` says of the folders that were looked into; of the others the old list knows."""
    rows = frozenset(row_ids)
    lines: list[ColumnsLine] = []
    entries: list[InstanceSummary | bytes] = []
    troubles = {}
    for id in [*row_ids, *(name for name in stamps if name not in rows)]:
        before = old.folder_problems(id)
        problems = found.get(id, before)
        if problems is None:
            continue
        if problems:
            troubles[id] = problems
        if problems == before:
            place = old.places[id]
            entries.append(old.entries[place])
            lines.append(old.columns.line(place))
        else:
            made = _summary(id, old.source.bench, old.sheet.read.rows.get(id), problems)
            entries.append(made)
            lines.append(columns_line(made))
    columns = Columns.of_lines(lines)
    return Listing(old.source, old.sheet, old.problems, len(row_ids), columns, entries, stamps, troubles)


def _summary(id: str, bench: str, row: SheetRow | None, folder_problems: Sequence[Problem]) -> InstanceSummary:
    if row is None:
        missing = Problem(subject="labels", message=f"The label sheet has no row for {id}, so it has no labels.")
        return InstanceSummary(id=id, bench=bench, ok=False, labels=Labels(), problems=[missing, *folder_problems])
    labels = row.labels()
    problems = [*row.problems, *folder_problems]
    return InstanceSummary(
        id=id,
        bench=bench,
        ok=not problems,
        labels=labels,
        crash=row.crash(),
        needs_network=row.needs_network(),
        notebook_specific=labels.notebook_specific,
        problems=problems,
    )

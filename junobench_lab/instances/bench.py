"""A bench: the instances of one folder, read when they are asked for."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from threading import RLock

from ..errors import BrokenBench, BrokenNotebook, UnknownInstance, UnknownVariant
from .facets import Filterable
from .ground_truth import read_diagnoses
from .layout import (
    CHECK_FILE,
    BenchLayout,
    InstanceFolder,
    data_files,
    data_problems,
    find_layout,
    folder_entries,
    holds_notebook,
    input_files,
    look_into,
    readme_text,
)
from .models import VARIANTS, DataSource, Diagnosis, Instance, InstanceSummary, Labels, Problem, VariantInfo
from .notebook_cache import NotebookCache
from .notebooks import Notebook
from .sheet import SHEET_FILE, LabelSheet, SheetRow, is_id, read_sheet
from .slugs import slug

_Stamp = tuple[int, int]

_MANY = 1000
"""Instances of a bench whose files aren't looked at again at every key that a person types into the filter."""
_RECENT = 20.0
"""For how many times its own length such a look holds."""


@dataclass
class _Listing:
    """What is known of the bench as its files were at the last look."""

    layout: BenchLayout
    sheet_stamp: _Stamp
    sheet: LabelSheet
    folder_stamps: dict[str, _Stamp] = field(default_factory=dict)
    folders: dict[str, InstanceFolder] = field(default_factory=dict)
    summaries: dict[str, InstanceSummary] = field(default_factory=dict)
    filterable: Filterable | None = None


class Bench:
    """The instances of one folder. Opening it reads nothing; what was read is kept until the files change.

    All methods may be called from any thread. Those that need the list of instances raise `BrokenBench` where the
    folder or its label sheet can't be read.
    """

    def __init__(self, path: Path, name: str, title: str) -> None:
        self.path = path
        self.name = name
        self.title = title
        self._lock = RLock()
        self._listing: _Listing | None = None
        self._recent_until = 0.0
        self._notebooks = NotebookCache()
        self._diagnoses: tuple[_Stamp, dict[str, str]] | None = None

    @classmethod
    def open(cls, path: Path | str, name: str | None = None, title: str | None = None) -> "Bench":
        """A bench by its folder (the root of the data set, or its folder of instances); it needn't exist."""
        path = Path(path).expanduser().absolute()
        shown = path.parent.name if path.name in ("benchmark", SHEET_FILE) else path.name
        return cls(path, name or slug(shown) or "bench", title or shown or str(path))

    def problems(self) -> list[Problem]:
        """What is wrong with the bench as a whole; that it can't be read at all is one of them, not an error."""
        try:
            return list(self._look().sheet.problems)
        except BrokenBench as error:
            return [Problem(subject="bench", message=str(error))]

    def summaries(self) -> list[InstanceSummary]:
        """All instances: those of the sheet in its order, then folders that the sheet doesn't name.

        Never opens a notebook.
        """
        return self.contents()[0]

    def contents(self) -> tuple[list[InstanceSummary], list[Problem]]:
        """The instances as in `summaries` and the problems of the bench as a whole, from one look at the files."""
        listing = self._look()
        return list(listing.summaries.values()), list(listing.sheet.problems)

    def filterable(self) -> tuple[Filterable, list[Problem]]:
        """As `contents`, ready to be filtered.

        To compare a long list with its files takes a moment, so what it says may be as old as a few such moments.
        """
        with self._lock:
            listing = self._listing
            if listing is None or time.monotonic() > self._recent_until:
                began = time.monotonic()
                listing = self._look()
                now = time.monotonic()
                self._recent_until = now + (_RECENT * (now - began) if len(listing.summaries) >= _MANY else 0.0)
            if listing.filterable is None:
                listing.filterable = Filterable(listing.summaries.values())
            return listing.filterable, list(listing.sheet.problems)

    def summary(self, id: str) -> InstanceSummary:
        """One row of the list. Raises `UnknownInstance`."""
        return self._summary_in(self._look(), id)

    def instance(self, id: str) -> Instance:
        """All about one instance but the answer; opens its notebooks to say what is wrong with them.

        Raises `UnknownInstance`.
        """
        listing = self._look()
        summary = self._summary_in(listing, id)
        row = listing.sheet.rows.get(id)
        notebook_url = row.notebook_url() if row is not None else None
        extra = dict(row.extra) if row is not None else {}
        try:
            folder = self._folder_in(listing, id)
        except UnknownInstance:
            return Instance(
                summary=summary, variants=[], data=[], sources=self.sources(id), notebook_url=notebook_url, extra=extra
            )
        looked = look_into(folder)
        problems = [problem for problem in summary.problems if problem.subject not in VARIANTS]
        problems += [*self._variant_problems(folder, looked), *data_problems(folder)]
        return Instance(
            summary=summary.model_copy(update={"problems": problems, "ok": not problems}),
            variants=looked.variants,
            data=data_files(folder),
            sources=self.sources(id),
            notebook_url=notebook_url,
            readme=readme_text(folder),
            extra=extra,
        )

    def sources(self, id: str) -> list[DataSource]:
        """Where the instance's input comes from, as the sheet says; opens nothing of the instance.

        Raises `UnknownInstance`.
        """
        listing = self._look()
        self._summary_in(listing, id)
        row = listing.sheet.rows.get(id)
        return row.sources() if row is not None else []

    def diagnosis(self, id: str) -> Diagnosis:
        """Why the instance crashes; without a text where the bench has none.

        Raises `UnknownInstance`, and `BrokenBench` where the sheet of diagnoses can't be read.
        """
        listing = self._look()
        self._summary_in(listing, id)
        file = listing.layout.ground_truth
        try:
            stamp = _stamp(file)
        except OSError:
            return Diagnosis(id=id, text=None)
        with self._lock:
            if self._diagnoses is None or self._diagnoses[0] != stamp:
                self._diagnoses = (stamp, read_diagnoses(file))
            return Diagnosis(id=id, text=self._diagnoses[1].get(id))

    def folder(self, id: str) -> Path:
        """The folder of an instance.

        Raises `UnknownInstance` where there is none, and for every id that isn't the plain name of a folder in the
        bench: a path, or a link that leads out of it.
        """
        return self._folder_in(self._look(), id)

    def variants(self, id: str) -> list[VariantInfo]:
        """The variants whose files are there. Raises `UnknownInstance`."""
        listing = self._look()
        self._summary_in(listing, id)
        try:
            return look_into(self._folder_in(listing, id)).variants
        except UnknownInstance:
            return []

    def notebook(self, id: str, variant: str) -> Notebook:
        """A variant's notebook. Raises `UnknownInstance`, `UnknownVariant`, `BrokenNotebook`."""
        folder = self.folder(id)
        found = {info.name: info for info in look_into(folder).variants}
        info = next((info for name, info in found.items() if name == variant), None)
        if info is None:
            has = ", ".join(found) or "none"
            raise UnknownVariant(f"{id} has no variant {variant[:80]!r}; it has: {has}.")
        return self._notebooks.get(folder / info.file)

    def input_files(self, id: str) -> list[Path]:
        """All files the notebooks may read; not the notebooks themselves, ``check.py`` or the README.

        Raises `UnknownInstance`.
        """
        return input_files(self.folder(id))

    def check(self, id: str) -> str | None:
        """Source of the instance's check; ``None`` where it has none. Raises `UnknownInstance`, `BrokenBench`."""
        file = self.folder(id) / CHECK_FILE
        try:
            return file.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError):
            raise BrokenBench(f"{file} can't be read as text: see that it can be, or remove it.") from None

    def _look(self) -> _Listing:
        """The listing, brought up to date with as little reading as the file times allow."""
        with self._lock:
            layout = find_layout(self.path)
            try:
                sheet_stamp = _stamp(layout.sheet)
            except OSError as error:
                raise BrokenBench(f"{layout.sheet} can't be read ({error.strerror}).") from None
            stamps = _folder_stamps(layout.instances)
            old = self._listing
            if old is None or old.layout != layout or old.sheet_stamp != sheet_stamp:
                old = _Listing(layout, sheet_stamp, read_sheet(layout.sheet, stamps.keys()))
            self._listing = _brought_up_to_date(old, stamps, self.name)
            return self._listing

    def _variant_problems(self, folder: Path, looked: InstanceFolder) -> Iterable[Problem]:
        yield from looked.problems
        told = {problem.subject for problem in looked.problems}
        for info in looked.variants:
            if info.name in told:
                continue
            try:
                self._notebooks.get(folder / info.file)
            except BrokenNotebook as error:
                yield Problem(subject=info.name, message=str(error))

    def _summary_in(self, listing: _Listing, id: str) -> InstanceSummary:
        if not is_id(id):
            raise UnknownInstance(
                f"{id[:80]!r} can't be an instance: an id is the plain name of a folder in the bench."
            )
        if id not in listing.summaries:
            near = get_close_matches(id, listing.summaries, n=3, cutoff=0.6)
            hint = f"did you mean {' or '.join(near)}?" if near else "`junobench-lab list` shows all."
            raise UnknownInstance(f"The bench {self.title} has no instance {id[:80]!r}: {hint}")
        return listing.summaries[id]

    def _folder_in(self, listing: _Listing, id: str) -> Path:
        self._summary_in(listing, id)
        instances = listing.layout.instances
        folder = instances / id
        if _is_outside(folder, instances):
            raise UnknownInstance(_leads_out(id))
        if not folder.is_dir():
            raise UnknownInstance(_no_folder(id, instances))
        return folder


def _folder_stamps(instances: Path) -> dict[str, _Stamp]:
    """What tells whether something was added to, taken from or put in place of each folder: its time and identity."""
    stamps = {}
    for entry in folder_entries(instances):
        try:
            stamps[entry.name] = (entry.stat().st_mtime_ns, entry.inode())
        except OSError:
            # It was removed since the folder was listed.
            continue
    return stamps


def _brought_up_to_date(old: _Listing, stamps: dict[str, _Stamp], bench: str) -> _Listing:
    """A listing of the folders as they are now. Sound folders are looked into again only when their time changed,
    others always, as a file may have been repaired in place."""
    stale = {
        id
        for id, stamp in stamps.items()
        if stamp != old.folder_stamps.get(id) or (id in old.folders and old.folders[id].problems)
    }
    if old.summaries and not stale and len(stamps) == len(old.folder_stamps):
        return old
    rows = old.sheet.rows
    new = _Listing(old.layout, old.sheet_stamp, old.sheet, folder_stamps=stamps)
    for id in [*rows, *(name for name in stamps if name not in rows and is_id(name))]:
        known = old.folders.get(id) if id not in stale and id in stamps else None
        folder = known or _look_at(id, old.layout.instances, id in stamps, id in rows)
        if folder is None:
            continue
        new.folders[id] = folder
        unchanged = id in old.summaries and folder == old.folders[id]
        new.summaries[id] = old.summaries[id] if unchanged else _summary(id, bench, rows.get(id), folder.problems)
    return new


def _look_at(id: str, instances: Path, exists: bool, has_row: bool) -> InstanceFolder | None:
    """What an instance's folder shows; ``None`` for a folder that is no instance."""
    folder = instances / id
    if not exists:
        return InstanceFolder(problems=[Problem(subject="data", message=_no_folder(id, instances))])
    if _is_outside(folder, instances):
        return InstanceFolder(problems=[Problem(subject="data", message=_leads_out(id))])
    return look_into(folder) if has_row or holds_notebook(folder) else None


def _is_outside(folder: Path, instances: Path) -> bool:
    return folder.is_symlink() and not folder.resolve().is_relative_to(instances)


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


def _stamp(file: Path) -> _Stamp:
    status = file.stat()
    return status.st_mtime_ns, status.st_size


def _no_folder(id: str, instances: Path) -> str:
    return (
        f"The label sheet names {id}, but there is no folder {instances / id}: put it there, or get it with "
        f"`junobench-lab fetch {id}` if it is one of JunoBench's."
    )


def _leads_out(id: str) -> str:
    return f"The folder of {id} is a link that leads out of the bench and isn't opened: put the folder itself there."

"""A bench: the instances of one folder, read when they are asked for."""

import time
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from threading import RLock

from ..errors import BrokenBench, BrokenNotebook, UnknownInstance, UnknownVariant
from .facets import Filterable
from .ground_truth import read_diagnoses
from .kept_copies import Stamp, file_stamp
from .kept_listing import keep_listing, kept_listing
from .layout import (
    CHECK_FILE,
    InstanceFolder,
    data_files,
    data_problems,
    find_layout,
    input_files,
    look_into,
    readme_text,
)
from .listing import (
    MANY,
    Listing,
    Source,
    brought_up_to_date,
    folder_stamps,
    is_outside,
    leads_out,
    new_listing,
    no_folder,
    says_of,
)
from .models import VARIANTS, DataSource, Diagnosis, Instance, InstanceSummary, Problem, VariantInfo
from .notebook_cache import NotebookCache
from .notebooks import Notebook
from .sheet import SHEET_FILE, is_id
from .slugs import slug

_RECENT = 20.0
"""For how many times its own length a look at the files of a long list holds."""


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
        self._listing: Listing | None = None
        self._recent_until = 0.0
        self._notebooks = NotebookCache()
        self._diagnoses: tuple[Stamp, dict[str, str]] | None = None

    @classmethod
    def open(cls, path: Path | str, name: str | None = None, title: str | None = None) -> "Bench":
        """A bench by its folder (the root of the data set, or its folder of instances); it needn't exist."""
        path = Path(path).expanduser().absolute()
        shown = path.parent.name if path.name in ("benchmark", SHEET_FILE) else path.name
        return cls(path, name or slug(shown) or "bench", title or shown or str(path))

    def problems(self) -> list[Problem]:
        """What is wrong with the bench as a whole; that it can't be read at all is one of them, not an error."""
        try:
            return list(self._look().problems)
        except BrokenBench as error:
            return [Problem(subject="bench", message=str(error))]

    def summaries(self) -> list[InstanceSummary]:
        """All instances: those of the sheet in its order, then folders that the sheet doesn't name.

        Never opens a notebook.
        """
        return self.contents()[0]

    def count(self) -> tuple[int, list[Problem]]:
        """The number of instances and the problems of the bench as a whole; makes no summary."""
        listing = self._look()
        return len(listing), list(listing.problems)

    def contents(self) -> tuple[list[InstanceSummary], list[Problem]]:
        """The instances as in `summaries` and the problems of the bench as a whole, from one look at the files."""
        listing = self._look()
        return list(listing.summaries), list(listing.problems)

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
                self._recent_until = now + (_RECENT * (now - began) if len(listing) >= MANY else 0.0)
            return listing.filterable, list(listing.problems)

    def summary(self, id: str) -> InstanceSummary:
        """One row of the list. Raises `UnknownInstance`."""
        return self._summary_in(self._look_for(id), id)

    def instance(self, id: str) -> Instance:
        """All about one instance but the answer; opens its notebooks to say what is wrong with them.

        Raises `UnknownInstance`.
        """
        listing = self._look_for(id)
        summary = self._summary_in(listing, id)
        row = listing.sheet.read.rows.get(id)
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
        listing = self._look_for(id)
        self._summary_in(listing, id)
        row = listing.sheet.read.rows.get(id)
        return row.sources() if row is not None else []

    def diagnosis(self, id: str) -> Diagnosis:
        """Why the instance crashes; without a text where the bench has none.

        Raises `UnknownInstance`, and `BrokenBench` where the sheet of diagnoses can't be read.
        """
        listing = self._look_for(id)
        self._summary_in(listing, id)
        file = listing.source.layout.ground_truth
        try:
            stamp = file_stamp(file)
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
        return self._folder_in(self._look_for(id), id)

    def variants(self, id: str) -> list[VariantInfo]:
        """The variants whose files are there. Raises `UnknownInstance`."""
        listing = self._look_for(id)
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

    def _look_for(self, id: str) -> Listing:
        """A listing that is up to date as far as one instance is concerned: of a large bench, asking thousands of
        folders takes a while."""
        with self._lock:
            listing = self._listing
            if listing is not None and says_of(listing, id) and listing.source == self._source():
                return listing
            return self._look()

    def _source(self) -> Source:
        layout = find_layout(self.path)
        try:
            return Source(self.name, layout, file_stamp(layout.sheet))
        except OSError as error:
            raise BrokenBench(f"{layout.sheet} can't be read ({error.strerror}).") from None

    def _look(self) -> Listing:
        """The listing, brought up to date with as little reading as the file times allow."""
        with self._lock:
            began = time.time_ns()
            source = self._source()
            stamps = folder_stamps(source.layout.instances)
            known = self._listing if self._listing is not None and self._listing.source == source else None
            known = known or kept_listing(source)
            before = known.folder_stamps if known is not None else None
            listing = brought_up_to_date(known, stamps) if known is not None else new_listing(source, stamps)
            if listing is not known or listing.folder_stamps is not before:
                keep_listing(listing, began)
            self._listing = listing
            return listing

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

    def _summary_in(self, listing: Listing, id: str) -> InstanceSummary:
        if not is_id(id):
            raise UnknownInstance(
                f"{id[:80]!r} can't be an instance: an id is the plain name of a folder in the bench."
            )
        if id not in listing.places:
            near = get_close_matches(id, listing.columns.ids, n=3, cutoff=0.6)
            hint = f"did you mean {' or '.join(near)}?" if near else "`junobench-lab list` shows all."
            raise UnknownInstance(f"The bench {self.title} has no instance {id[:80]!r}: {hint}")
        return listing.summaries[listing.places[id]]

    def _folder_in(self, listing: Listing, id: str) -> Path:
        self._summary_in(listing, id)
        instances = listing.source.layout.instances
        folder = instances / id
        if is_outside(folder, instances):
            raise UnknownInstance(leads_out(id))
        if not folder.is_dir():
            raise UnknownInstance(no_folder(id, instances))
        return folder

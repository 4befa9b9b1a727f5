"""Fetching: first what it would take, then the download itself, which can be broken off and taken up again.

The folder becomes a bench in the data set's own layout, kept in the list of benches. Beside it stands the listing that
it was made from, so that what is there can be checked without a network.
"""

import shutil
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Lock

from pydantic import ValidationError

from ..data_folder import data_folder
from ..errors import BrokenBench, DownloadFailed, LabError
from ..instances.bench import Bench
from ..instances.models import DataSource
from ..instances.registry import add_bench
from ..sizes import bytes_in_words
from .checksums import has_size, is_intact
from .hub import DownloadCancelled, Hub
from .models import (
    Amount,
    FetchOffer,
    FetchPlan,
    FetchResult,
    FetchStep,
    HubFile,
    HubListing,
    InstanceDownload,
    OfferedInstance,
)
from .selection import files_of, sheets

LISTING_FILE = ".junobench-listing.json"
_AT_A_TIME = 4
"""Image folders are hundreds of small files: one after the other they would wait for the network most of the time."""
_SPARE = 200_000_000
"""Bytes that stay free on the disk."""


def default_folder() -> Path:
    """Where the data set goes unless told otherwise."""
    return data_folder() / "benches" / "junobench"


def plan_fetch(
    hub: Hub,
    folder: Path,
    ids: Sequence[str],
    *,
    notebooks_only: bool = False,
    is_here: Callable[[Path, HubFile], bool] = is_intact,
) -> FetchPlan:
    """What fetching these instances (all where none is named) would take. Fetches nothing but the label sheets, which
    say the licences. ``is_here`` says of each file whether it needn't come.

    Raises `UnknownInstance`, `DownloadFailed` and what ``is_here`` raises.
    """
    listing = hub.listing()
    chosen = files_of(listing.files, ids, notebooks_only=notebooks_only)
    _begin(hub, listing, folder)
    return _plan(listing, folder, chosen, notebooks_only, is_here)


def offer_fetch(hub: Hub, folder: Path) -> FetchOffer:
    """What there is to choose from: every instance, with its input data and without. Fetches nothing but the label
    sheets.

    Raises `DownloadFailed`.
    """
    listing = hub.listing()
    notebooks, everything = (files_of(listing.files, [], notebooks_only=only) for only in (True, False))
    _begin(hub, listing, folder)
    sources = _sources(folder)
    instances = [
        OfferedInstance(
            id=id,
            notebooks=_amount(folder, notebooks[id]),
            everything=_amount(folder, files),
            sources=sources.get(id, []),
        )
        for id, files in everything.items()
    ]
    return FetchOffer(
        source=listing.source,
        folder=str(folder),
        free=_free(folder),
        notebooks=_sum(instance.notebooks for instance in instances),
        everything=_sum(instance.everything for instance in instances),
        instances=instances,
    )


def plan_offline(folder: Path, ids: Sequence[str], *, notebooks_only: bool = False) -> FetchPlan:
    """The same by the listing of the last fetch, without a network: what is missing or damaged here.

    Raises `DownloadFailed` where nothing was fetched to the folder before.
    """
    listing = _read_listing(folder)
    chosen = files_of(listing.files, ids, notebooks_only=notebooks_only)
    return _plan(listing, folder, chosen, notebooks_only, is_intact)


def carry_out(
    hub: Hub, plan: FetchPlan, report: Callable[[FetchStep], None], cancel: Event | None = None
) -> FetchResult:
    """Fetch what the plan says. Files that came whole stay, whatever happens to the others.

    ``report`` is called from several threads, one at a time. Raises `DownloadFailed` where the disk has no room.
    """
    cancel = cancel or Event()
    if plan.size + _SPARE > plan.free:
        raise DownloadFailed(
            f"{bytes_in_words(plan.size)} are to be fetched and {plan.folder} has {bytes_in_words(plan.free)} free: "
            "make room, name fewer instances, or choose another folder."
        )
    download = _Download(hub, plan, report, cancel)
    with ThreadPoolExecutor(_AT_A_TIME, thread_name_prefix="fetch") as pool:
        failed = [sentence for sentence in pool.map(download.fetch, plan.files) if sentence is not None]
    return FetchResult(
        bench=_kept(Path(plan.folder)),
        folder=plan.folder,
        fetched=download.fetched,
        failed=failed,
        cancelled=cancel.is_set(),
        sentence=_sentence(plan, download.fetched, failed, cancel.is_set()),
    )


class _Download:
    """Counts over all files of a plan."""

    def __init__(self, hub: Hub, plan: FetchPlan, report: Callable[[FetchStep], None], cancel: Event) -> None:
        self._hub, self._plan, self._report, self._cancel = hub, plan, report, cancel
        self._lock = Lock()
        self._done = 0
        self.fetched = 0

    def fetch(self, file: HubFile) -> str | None:
        """Why the file couldn't be fetched; ``None`` where it was, or where the person asked to stop."""
        folder = Path(self._plan.folder)
        came = 0

        def came_in(bytes_: int) -> None:
            nonlocal came
            came += bytes_
            self._tell("bytes", file, bytes_)

        for last in (False, True):
            if self._cancel.is_set():
                return None
            try:
                _fetch_one(self._hub, file, self._plan.revision, folder, came_in, self._cancel)
            except DownloadCancelled:
                return None
            except _Damaged:
                if last:
                    return f"{file.path}: it came damaged twice, and was removed. Try again later."
                self._tell("again", file, -came)
                came = 0
            except DownloadFailed as error:
                self._tell("bytes", file, -came)
                return f"{file.path}: {error}"
            else:
                self._tell("file", file, file.size - came)
                return None
        raise AssertionError("The last try returns.")

    def _tell(self, kind: str, file: HubFile, bytes_: int) -> None:
        with self._lock:
            self._done += bytes_
            self.fetched += kind == "file"
            step = {"kind": kind, "path": file.path, "done": self._done, "total": self._plan.size}
            self._report(FetchStep.model_validate(step))


class _Damaged(DownloadFailed):
    """What came isn't what the listing names."""


def _fetch_one(
    hub: Hub, file: HubFile, revision: str, folder: Path, came_in: Callable[[int], None], cancel: Event
) -> None:
    hub.download(file, revision, folder, came_in, cancel)
    place = folder / file.path
    if not is_intact(place, file):
        place.unlink(missing_ok=True)
        raise _Damaged(f"{file.path} came damaged, and was removed: fetch again.")


def _begin(hub: Hub, listing: HubListing, folder: Path) -> None:
    """Keep the listing, and bring the label sheets."""
    _write_listing(folder, listing)
    for sheet in sheets(listing.files):
        if not is_intact(folder / sheet.path, sheet):
            _fetch_one(hub, sheet, listing.revision, folder, lambda _: None, Event())


def _amount(folder: Path, files: Sequence[HubFile]) -> Amount:
    missing = sum(file.size for file in files if not has_size(folder / file.path, file))
    return Amount(size=sum(file.size for file in files), missing=missing)


def _sum(amounts: Iterable[Amount]) -> Amount:
    found = list(amounts)
    return Amount(size=sum(one.size for one in found), missing=sum(one.missing for one in found))


def _plan(
    listing: HubListing,
    folder: Path,
    chosen: dict[str, list[HubFile]],
    notebooks_only: bool,
    is_here: Callable[[Path, HubFile], bool],
) -> FetchPlan:
    sources = _sources(folder)
    instances, missing = [], []
    for id, files in chosen.items():
        lacking = [file for file in files if not is_here(folder / file.path, file)]
        missing += lacking
        instances.append(
            InstanceDownload(
                id=id,
                files=len(files),
                size=sum(file.size for file in files),
                missing=sum(file.size for file in lacking),
                sources=sources.get(id, []),
            )
        )
    return FetchPlan(
        source=listing.source,
        revision=listing.revision,
        folder=str(folder),
        notebooks_only=notebooks_only,
        instances=instances,
        files=missing,
        size=sum(file.size for file in missing),
        free=_free(folder),
    )


def _sources(folder: Path) -> dict[str, list[DataSource]]:
    """Where each instance's input comes from; of none where the sheet can't be read."""
    bench = Bench.open(folder)
    try:
        return {summary.id: bench.sources(summary.id) for summary in bench.summaries()}
    except BrokenBench:
        return {}


def _write_listing(folder: Path, listing: HubListing) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        part = folder / f"{LISTING_FILE}.part"
        part.write_text(listing.model_dump_json(), encoding="utf-8")
        part.replace(folder / LISTING_FILE)
    except OSError as error:
        raise DownloadFailed(f"{folder} can't be written ({error.strerror}): choose another folder.") from None


def _read_listing(folder: Path) -> HubListing:
    try:
        return HubListing.model_validate_json((folder / LISTING_FILE).read_bytes())
    except (OSError, ValidationError):
        raise DownloadFailed(f"Nothing was fetched to {folder} yet: fetch once with a network.") from None


def _free(folder: Path) -> int:
    existing = next((place for place in (folder, *folder.parents) if place.is_dir()), Path("/"))
    return shutil.disk_usage(existing).free


def _kept(folder: Path) -> str | None:
    try:
        return add_bench(folder).name
    except LabError:
        return None


def _sentence(plan: FetchPlan, fetched: int, failed: Sequence[str], cancelled: bool) -> str:
    number = len(plan.instances)
    of = f"{number} instance{'s' if number != 1 else ''}"
    if cancelled:
        return f"Stopped: {fetched} of {len(plan.files)} files are here. Fetch again to get the rest."
    if failed:
        return f"{len(failed)} of {len(plan.files)} files couldn't be fetched. Fetch again to get them."
    if not plan.files:
        return f"All files of {of} were here already, and whole."
    return f"{of} fetched: {fetched} file{'s' if fetched != 1 else ''}, {bytes_in_words(plan.size)}."

"""The list of a large bench, kept for the next process, which then makes no more of it than it shows.

A file in the data folder::

    {"format": 1, "rules": ..., "sheet": ..., "taken": ..., "checksum": ...}       a line that says whether it holds
    {"problems": [...], "row_count": ..., "labels": {...}, "folders": {...}, ...}  a line of columns
    {"id": ..., "labels": {...}, ...}                                              a line for each instance

A copy that is damaged, of another sheet, or made by other rules is no copy.
"""

import json
import os
import zlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from .facets import Columns
from .kept_copies import Stamp, copy_file, keep_copy
from .listing import MANY, Listing, Sheet, Source
from .models import FILTER_DIMENSIONS, InstanceSummary, Problem

_FORMAT = 1

_TICK = 2_000_000_000
"""Nanoseconds within which a file may change without its time telling, on the coarsest file systems."""


def kept_listing(source: Source) -> Listing | None:
    """The list that was kept of the bench, as long as its sheet is the same; its folders may have changed since."""
    with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
        head, body = _file(source).read_bytes().split(b"\n", 1)
        told = json.loads(head)
        if {**told, "taken": 0, "checksum": 0} != _head(source) or told["checksum"] != zlib.crc32(body):
            return None
        if _may_have_changed(source.sheet_stamp, told["taken"]):
            return None
        columns, *entries = body.split(b"\n")
        return _listing(source, json.loads(columns), entries, told["taken"])
    return None


def keep_listing(listing: Listing, taken: int) -> None:
    """Keep the list of a large bench; ``taken`` is when its files began to be looked at, in nanoseconds since 1970."""
    if len(listing) < MANY:
        return
    stamps = listing.folder_stamps
    columns = {
        "problems": [problem.model_dump() for problem in listing.problems],
        "row_count": listing.row_count,
        "ids": listing.columns.ids,
        "texts": listing.columns.texts,
        "labels": listing.columns.labels,
        "folders": list(stamps),
        "stamps": list(zip(*stamps.values(), strict=True)),
        "troubles": {id: [one.model_dump() for one in problems] for id, problems in listing.troubles.items()},
    }
    entries = [entry if isinstance(entry, bytes) else _json(entry) for entry in listing.entries]
    body = b"\n".join([json.dumps(columns).encode(), *entries])
    head = {**_head(listing.source), "taken": taken, "checksum": zlib.crc32(body)}
    keep_copy(_file(listing.source), json.dumps(head).encode() + b"\n" + body)


def _file(source: Source) -> Path:
    return copy_file("listings", source.layout.sheet, source.layout.instances, source.bench)


def _head(source: Source) -> dict[str, Any]:
    """What has to be the same for a copy to hold; its time and its checksum aside."""
    return {"format": _FORMAT, "rules": _rules(), "sheet": list(source.sheet_stamp), "taken": 0, "checksum": 0}


def _rules() -> list[list[Any]]:
    """The modules by whose rules a list is made, as they are now."""
    with os.scandir(Path(__file__).parent) as entries:
        modules = [(entry.name, entry.stat()) for entry in entries if entry.name.endswith(".py")]
    return sorted([name, status.st_mtime_ns, status.st_size] for name, status in modules)


def _listing(source: Source, columns: Mapping[str, Any], entries: list[bytes], taken: int) -> Listing:
    stamps: dict[str, Stamp] = dict(zip(columns["folders"], zip(*columns["stamps"], strict=True), strict=True))
    # A folder of which it can't be told is looked at again.
    sure = {id: stamp if not _may_have_changed(stamp, taken) else () for id, stamp in stamps.items()}
    count = len(entries)
    labels = {dimension: columns["labels"][dimension] for dimension in FILTER_DIMENSIONS}
    if any(len(column) != count for column in (columns["ids"], columns["texts"], *labels.values())):
        raise ValueError
    return Listing(
        source=source,
        sheet=Sheet(source.layout.sheet, stamps),
        problems=[Problem(**problem) for problem in columns["problems"]],
        row_count=columns["row_count"],
        columns=Columns(columns["ids"], columns["texts"], labels),
        entries=list(entries),
        folder_stamps=sure,
        troubles={id: [Problem(**one) for one in problems] for id, problems in columns["troubles"].items()},
    )


def _may_have_changed(stamp: Stamp, taken: int) -> bool:
    """Whether it was so young when it was looked at that a later change may have left it the same time."""
    modified, changed, *_ = stamp
    return max(modified, changed) > taken - _TICK


def _json(summary: InstanceSummary) -> bytes:
    return summary.model_dump_json(exclude_defaults=True).encode()

"""The progress as a file: a table with a line for each attempt, or everything as JSON."""

import csv
import io
import json
from collections.abc import Sequence
from typing import Literal

from .models import ProgressEvent, ProgressExport
from .summary import instance_progress

ExportFormat = Literal["csv", "json"]

_COLUMNS = ("bench", "id", "attempt", "started", "state", "checks", "hints", "minutes")


def export(events: Sequence[ProgressEvent], form: ExportFormat) -> ProgressExport:
    return ProgressExport(name=f"junobench-progress.{form}", text=_csv(events) if form == "csv" else _json(events))


def _csv(events: Sequence[ProgressEvent]) -> str:
    """Hints are named by what was revealed, with blanks between; hints before any attempt have a line of their own."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(_COLUMNS)
    for one in instance_progress(events):
        for attempt in one.attempts:
            started = attempt.started.isoformat(timespec="seconds") if attempt.started else ""
            hints, minutes = " ".join(attempt.hints), f"{attempt.seconds / 60:.1f}"
            table.writerow([one.bench, one.id, attempt.attempt, started, attempt.state, attempt.checks, hints, minutes])
        before = [what for what in one.hints if not any(what in attempt.hints for attempt in one.attempts)]
        if before:
            table.writerow([one.bench, one.id, "", "", "new", 0, " ".join(before), "0.0"])
    return out.getvalue()


def _json(events: Sequence[ProgressEvent]) -> str:
    document = {
        "format": 1,
        "instances": [one.model_dump(mode="json") for one in instance_progress(events)],
        "events": [event.model_dump(mode="json") for event in events],
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"

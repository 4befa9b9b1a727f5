"""What a person did is kept once, whole, and comes to what it should."""

import csv
import io
import json
import multiprocessing
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from junobench_lab.errors import EnvironmentUnavailable
from junobench_lab.instances.facets import Filterable
from junobench_lab.instances.models import InstanceSummary, Labels
from junobench_lab.practice.models import Attempt
from junobench_lab.practice.progress.database import VERSION
from junobench_lab.practice.progress.export import export
from junobench_lab.practice.progress.models import EventKind, ProgressEvent
from junobench_lab.practice.progress.store import ProgressStore
from junobench_lab.practice.progress.summary import LONGEST_PAUSE, duration, instance_progress, progress, time_at_work

NOON = datetime(2026, 11, 29, 12, 0, tzinfo=timezone.utc)


def attempt(number: int = 1, id: str = "trips") -> Attempt:
    return Attempt(bench="mini", id=id, number=number, path=f"{id}.ipynb", started=NOON)


def event(minute: float, kind: EventKind, value: str | None = None, number: int | None = 1) -> ProgressEvent:
    at = NOON + timedelta(minutes=minute)
    return ProgressEvent(bench="mini", id="trips", at=at, kind=kind, value=value, attempt=number, started=NOON)


@pytest.fixture
def store(tmp_path: Path) -> ProgressStore:
    return ProgressStore(tmp_path / "folder" / "progress.sqlite")


@pytest.mark.parametrize(
    ("levels", "state"),
    [
        ([], "tried"),
        (["does_not_run"], "tried"),
        (["does_not_run", "runs"], "runs"),
        (["passes_check", "runs"], "passes"),
        (["runs", "equals_reference", "does_not_run"], "equals"),
    ],
)
def test_the_best_check_counts(levels: list[str], state: str):
    events = [event(0, "opened"), *(event(1 + place, "checked", level) for place, level in enumerate(levels))]
    (one,) = instance_progress(events)
    assert (one.state, one.attempts[0].checks) == (state, len(levels))


def test_an_instance_is_as_far_as_its_best_attempt():
    events = [event(0, "opened"), event(1, "checked", "passes_check"), event(2, "opened", number=2)]
    (one,) = instance_progress(events)
    assert one.state == "passes"
    assert [(each.attempt, each.state) for each in one.attempts] == [(1, "passes"), (2, "tried")]


def test_hints_are_counted_with_their_attempt_and_once_for_the_instance():
    events = [
        event(0, "hint", "root_cause", number=None),
        event(1, "opened"),
        event(2, "hint", "explanation"),
        event(3, "opened", number=2),
        event(4, "hint", "diagnosis", number=2),
    ]
    (one,) = instance_progress(events)
    assert one.hints == ["root_cause", "explanation", "diagnosis"]
    assert [each.hints for each in one.attempts] == [["explanation"], ["diagnosis"]]


def test_a_hint_alone_leaves_an_instance_new():
    (one,) = instance_progress([event(0, "hint", "root_cause", number=None)])
    assert (one.state, one.attempts) == ("new", [])


def test_time_goes_on_between_events_but_not_through_a_break():
    opened, hint, check = event(0, "opened"), event(5, "hint", "root_cause"), event(5 + 300, "checked", "runs")
    assert time_at_work([opened, hint]) == 5 * 60
    # Five hours until the check: somebody has left.
    assert time_at_work([opened, hint, check]) == 5 * 60 + LONGEST_PAUSE
    # Opened again the next day: the night was no work.
    again, second = event(1500, "opened"), event(1503, "checked", "runs")
    assert time_at_work([opened, hint, again, second]) == 5 * 60 + 3 * 60


def test_durations_in_words():
    assert [duration(seconds) for seconds in (0, 240, 3 * 3600 + 12 * 60, 3599)] == [
        "0 min",
        "4 min",
        "3 h 12 min",
        "1 h 0 min",
    ]


def test_a_chart_counts_the_instances_of_each_label_by_state():
    libraries = {"a": "pandas", "b": "pandas", "c": "NumPy"}
    summaries = [
        InstanceSummary(id=id, bench="mini", ok=True, labels=Labels(library=library))
        for id, library in libraries.items()
    ]
    events = [
        event(0, "opened").model_copy(update={"id": "a"}),
        event(1, "checked", "passes_check").model_copy(update={"id": "a"}),
        event(2, "opened").model_copy(update={"id": "c"}),
        event(3, "opened").model_copy(update={"id": "gone"}),
    ]
    made = progress("mini", Filterable(summaries), events)
    assert made.counts == {"new": 1, "tried": 1, "runs": 0, "passes": 1, "equals": 0}
    library = next(chart for chart in made.charts if chart.dimension == "library")
    assert [(group.value, group.counts, group.solved, group.total) for group in library.groups] == [
        ("pandas", {"new": 1, "passes": 1}, 1, 2),
        ("NumPy", {"tried": 1}, 0, 1),
    ]
    assert made.sentence == "2 attempts, 0 hints, 1 min."


def test_what_is_recorded_is_read_again(store: ProgressStore, tmp_path: Path):
    store.opened(attempt())
    store.hint("mini", "trips", "diagnosis", attempt())
    store.hint("other", "elsewhere", "fixed", None)
    again = ProgressStore(tmp_path / "folder" / "progress.sqlite")
    found = again.events()
    assert [(one.bench, one.attempt, one.kind, one.value) for one in found] == [
        ("mini", 1, "opened", None),
        ("mini", 1, "hint", "diagnosis"),
        ("other", None, "hint", "fixed"),
    ]
    assert found[0].started == NOON
    assert [one.id for one in again.events("other")] == ["elsewhere"]


def test_nothing_is_made_by_looking(store: ProgressStore, tmp_path: Path):
    assert (store.events(), store.note) == ([], None)
    assert not (tmp_path / "folder").exists()


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"SQLite format 3\x00" + b"\x07" * 5000])
def test_a_broken_file_is_moved_aside_and_nothing_of_it_is_lost(tmp_path: Path, content: bytes):
    file = tmp_path / "progress.sqlite"
    file.write_bytes(content)
    store = ProgressStore(file)
    store.opened(attempt())
    assert [one.kind for one in store.events()] == ["opened"]
    (aside,) = tmp_path.glob("progress-damaged-*.sqlite")
    assert aside.read_bytes() == content
    assert store.note is not None and str(aside) in store.note


def test_a_broken_file_that_is_only_read_says_so(tmp_path: Path):
    (tmp_path / "progress.sqlite").write_bytes(b"x" * 4096)
    store = ProgressStore(tmp_path / "progress.sqlite")
    assert store.events() == []
    assert store.note is not None and "could not be read" in store.note


def test_a_file_of_a_later_version_is_left_alone(store: ProgressStore, tmp_path: Path):
    store.opened(attempt())
    file = tmp_path / "folder" / "progress.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    before = file.read_bytes()
    # Work goes on, unrecorded.
    store.opened(attempt())
    with pytest.raises(EnvironmentUnavailable, match="later version"):
        store.events()
    assert store.solved("mini") == set()
    assert file.read_bytes() == before


def test_a_folder_that_cannot_be_written_stops_nobody(tmp_path: Path):
    (tmp_path / "folder").write_text("in the way")
    store = ProgressStore(tmp_path / "folder" / "progress.sqlite")
    store.opened(attempt())
    assert store.solved("mini") == set()


def test_removing_forgets_one_bench_or_all(store: ProgressStore, tmp_path: Path):
    store.opened(attempt())
    store.hint("other", "quay-prices", "fixed", None)
    assert store.remove("other").events == 1
    assert [one.bench for one in store.events()] == ["mini"]
    # Nor can it be found in the file any more.
    assert b"quay-prices" not in (tmp_path / "folder" / "progress.sqlite").read_bytes()
    assert store.remove().sentence.startswith("1 entry of the progress removed.")
    assert store.events() == []


def _write(file: Path, number: int) -> None:
    store = ProgressStore(file)
    for _ in range(20):
        store.opened(attempt(number))


def test_programs_that_write_at_once_lose_nothing(tmp_path: Path):
    file = tmp_path / "new" / "progress.sqlite"
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_write, args=(file, number)) for number in (1, 2)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(120)
    assert [writer.exitcode for writer in writers] == [0, 0]
    numbers = [one.attempt for one in ProgressStore(file).events()]
    assert (numbers.count(1), numbers.count(2)) == (20, 20)


def test_threads_that_find_a_broken_file_at_once_set_it_aside_once(tmp_path: Path):
    file = tmp_path / "progress.sqlite"
    file.write_bytes(b"broken" * 1000)
    store = ProgressStore(file)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: store.opened(attempt(number)), range(1, 9)))
    assert sorted(one.attempt or 0 for one in store.events()) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert len(list(tmp_path.glob("progress-damaged-*"))) == 1


def test_the_table_has_a_line_for_each_attempt():
    events = [
        event(0, "hint", "fixed", number=None),
        event(0, "opened"),
        event(3, "hint", "root_cause"),
        event(6, "checked", "runs"),
        event(7, "opened", number=2),
    ]
    rows = list(csv.DictReader(io.StringIO(export(events, "csv").text)))
    assert [list(row.values()) for row in rows] == [
        ["mini", "trips", "1", "2026-11-29T12:00:00+00:00", "runs", "1", "root_cause", "6.0"],
        ["mini", "trips", "2", "2026-11-29T12:00:00+00:00", "tried", "0", "", "0.0"],
        ["mini", "trips", "", "", "new", "0", "fixed", "0.0"],
    ]


def test_the_json_file_holds_every_entry():
    made = export([event(0, "opened"), event(1, "checked", "passes_check")], "json")
    document = json.loads(made.text)
    assert made.name == "junobench-progress.json"
    assert [entry["kind"] for entry in document["events"]] == ["opened", "checked"]
    assert document["instances"][0]["state"] == "passes"

"""Several processes write into one bench at a time, and nothing of it is lost."""

import json
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from junobench_lab import one_writer as locks
from junobench_lab.errors import InvalidRequest
from junobench_lab.instances import registry
from junobench_lab.instances.bench import Bench
from junobench_lab.one_writer import one_writer
from junobench_lab.research.curation.annotations import annotate, settle
from junobench_lab.research.curation.own_bench import OwnBench
from tests.notebook_factory import crash_and_fix, write_bench

IDS = [f"tide-{number}" for number in range(12)]
WRITERS = 2
WELL_OVER = 120

# Each has all imported before it says so, and begins when it is told: they write at the same time.
WRITER = """
import sys
from pathlib import Path
from junobench_lab.research.curation.annotations import annotate, settle
from junobench_lab.research.curation.own_bench import OwnBench
import openpyxl
own = OwnBench(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
for id in sys.argv[2:]:
    annotate(own, "Anna", id, {"stage": "training"})
    settle(own, id, {"root_cause": "API misuse"})
"""


def together(script: str, arguments: Sequence[Sequence[str]]) -> None:
    """Run a script once for each arguments, all at a time."""
    running = [
        subprocess.Popen([sys.executable, "-c", script, *own], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for own in arguments
    ]
    try:
        for process in running:
            assert process.stdout is not None and process.stdout.readline() == "ready\n"
        for process in running:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        for process in running:
            assert process.wait(WELL_OVER) == 0
    finally:
        for process in running:
            process.kill()
            process.communicate()


def test_labels_of_two_processes_are_all_in_sheet_and_files(tmp_path: Path) -> None:
    own = OwnBench(write_bench(tmp_path / "own", {id: crash_and_fix() for id in IDS}))
    together(WRITER, [[str(own.path), *IDS[part::WRITERS]] for part in range(WRITERS)])
    bench = Bench.open(own.path)
    assert {id: bench.summary(id).labels.root_cause for id in IDS} == dict.fromkeys(IDS, "API misuse")
    noted = json.loads((own.root / "curation" / "annotations" / "anna.json").read_text())["labels"]
    settled = json.loads((own.root / "curation" / "settled.json").read_text())["labels"]
    assert (set(noted), set(settled)) == (set(IDS), set(IDS))


def test_benches_that_two_keep_at_a_time_are_both_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    one, other = (write_bench(tmp_path / name, {"quays": crash_and_fix()}) for name in ("one", "other"))
    second = threading.Thread(target=registry.add_bench, args=(other,))
    keep = registry._keep

    def keep_while_another_adds(entries: list[dict[str, str]]) -> None:
        monkeypatch.setattr(registry, "_keep", keep)
        second.start()
        # Without a lock it has all the time to be first, and would be overwritten.
        second.join(1)
        keep(entries)

    monkeypatch.setattr(registry, "_keep", keep_while_another_adds)
    registry.add_bench(one)
    second.join(WELL_OVER)
    assert {"one", "other"} <= set(registry.open_catalog().names())


def test_who_waits_for_a_writer_goes_on_when_it_has_ended(tmp_path: Path) -> None:
    own = OwnBench(write_bench(tmp_path / "own", {"tides": crash_and_fix()}))
    waiting = threading.Thread(target=annotate, args=(own, "Anna", "tides", {"stage": "training"}))
    with own.writing():
        waiting.start()
        # Whoever holds it may write, and others can't have.
        settle(own, "tides", {"root_cause": "API misuse"})
        waiting.join(0.2)
        assert waiting.is_alive()
    waiting.join(WELL_OVER)
    assert (own.root / "curation" / "annotations" / "anna.json").exists()


def test_who_waits_too_long_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "_PATIENCE", 0.0)
    told: list[str] = []

    def other() -> None:
        try:
            with one_writer(tmp_path / "lock"):
                told.append("has it")
        except InvalidRequest as error:
            told.append(str(error))

    with one_writer(tmp_path / "lock"):
        thread = threading.Thread(target=other)
        thread.start()
        thread.join(WELL_OVER)
    assert told == [f"Another program has been writing into {tmp_path} for a minute: try again when it has ended."]

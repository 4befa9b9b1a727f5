"""Checking an attempt from the command line."""

import json
from pathlib import Path

from junobench_lab.instances.catalog import Catalog
from junobench_lab.instances.registry import bench_from
from junobench_lab.practice.attempts import Attempts


def started(bench: Path) -> Path:
    """The notebook of a new attempt in the current folder."""
    opened = bench_from(str(bench))
    attempts = Attempts(Path.cwd(), Catalog(lambda: {opened.name: opened}))
    return attempts.file(attempts.start(opened.name, "tide-tables", new=True))


def edited(notebook: Path, source: str) -> None:
    document = json.loads(notebook.read_text())
    document["cells"][-1]["source"] = source
    notebook.write_text(json.dumps(document))


def test_an_attempt_without_a_change_does_not_run(call, bench: Path):
    started(bench)
    said = call("check", "tide-tables", "--bench", bench)
    assert said.code == 1
    assert "It crashes as before: NameError in cell 2" in said.out


def test_a_right_repair_passes_and_says_so_in_json(call, bench: Path):
    edited(started(bench), "y = 2 - x\ny")
    said = call("check", "tide-tables", "--bench", bench, "--attempt", "1", "--json")
    assert said.code == 0
    assert said.json["level"] == "passes_check"
    assert [condition["ok"] for condition in said.json["conditions"]] == [True]


def test_a_wrong_repair_runs_and_is_not_called_right(call, bench: Path):
    edited(started(bench), "y = x + 5\ny")
    said = call("check", "tide-tables", "--bench", bench)
    assert said.code == 1
    assert "this does not yet show that the repair is right" in " ".join(said.out.split())
    assert "✗ After the crash cell y is what the reference fix makes of it." in " ".join(said.out.split())


def test_without_an_attempt_it_says_how_to_start_one(call, bench: Path):
    said = call("check", "tide-tables", "--bench", bench)
    assert said.code == 2
    assert "junobench-lab open tide-tables" in said.err

"""The commands that start kernels: run and verify; and open, up to the attempt."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from junobench_lab.practice.models import Attempt
from junobench_lab.running import libraries
from junobench_lab.running.libraries import HeavyLibrary
from junobench_lab.running.models import RunRecord, Verification
from junobench_lab.running.outcome import judge
from junobench_lab.running.records import RecordStore
from tests.notebook_factory import code, notebook, write_bench, write_notebook


def test_a_crash_as_labelled_is_well_and_shown_cell_by_cell(call, bench):
    said = call("run", "tide-tables", "--variant", "reproduced", "--bench", bench)
    assert said.code == 0
    assert "1/2  cell 1" in said.out and "2/2  cell 2" in said.out
    assert "It crashes as labelled: NameError in cell 2, line 1." in said.out


def test_a_run_as_json_is_its_record_and_nothing_else(call, bench):
    said = call("run", "tide-tables", "--variant", "fixed", "--bench", bench, "--json")
    record = RunRecord.model_validate_json(said.out)
    assert (said.code, said.err) == (0, "")
    assert record.outcome == judge(record.plan, record.events)
    assert RecordStore().load(record.run) == record


def test_a_fix_that_crashes_is_not_well(call, tmp_path):
    crashing = notebook(code("y", count=1, error=("NameError", "name 'y' is not defined")))
    root = write_bench(tmp_path / "mine", {"unfixed": {"reproduced": crashing, "fixed": crashing}})
    said = call("run", "unfixed", "--variant", "fixed", "--bench", root)
    assert said.code == 1
    assert "✗ Verdict: crash as labelled" in said.out


def test_a_cell_above_its_bound_is_told(call, tmp_path):
    sleeps = notebook(code("import time\ntime.sleep(600)", count=1, error=("NameError", "x")))
    root = write_bench(tmp_path / "mine", {"sleeper": {"reproduced": sleeps, "fixed": sleeps}})
    said = call("run", "sleeper", "--variant", "reproduced", "--bench", root, "--timeout-cell", "0.5")
    assert said.code == 1
    assert "Cell 1 ran longer than its bound of 0.5 s." in said.out


@pytest.mark.parametrize(
    "arguments, words",
    [
        ([], "--variant"),
        (["--variant", "fixed", "--attempt", "1"], "--variant"),
        (["--variant", "fixed2"], "no variant"),
        (["--variant", "fixed", "--kernel", "absent"], "no kernel named 'absent'"),
        (["--attempt", "1"], "no attempt 1"),
        (["--variant", "fixed", "--timeout-cell", "nan"], "--timeout-cell"),
    ],
)
def test_what_can_not_be_run_is_a_mistake(call, bench, arguments, words):
    said = call("run", "tide-tables", "--bench", bench, *arguments)
    assert said.code == 2
    assert words in said.err


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--cluster", "slurm"], "names no cluster"),
        (["--cluster", "absent.toml"], "can't be read"),
        (["--cluster", "tcp://127.0.0.1:9", "--cluster-wait", "nan"], "--cluster-wait"),
        (["--cluster", "tcp://127.0.0.1:9", "--environment", "cloud"], "no environment 'cloud'"),
    ],
)
def test_a_cluster_that_makes_no_sense_is_a_mistake(call, bench, arguments, words):
    said = call("verify", "--bench", bench, *arguments)
    assert said.code == 2
    assert words in said.err


def test_a_verification_is_not_run_again_where_its_file_has_all_of_it(call, bench, tmp_path):
    file = tmp_path / "runs.jsonl"
    first = call("verify", "tide-tables", "--bench", bench, "--runs", file, "--json").json
    before = file.read_bytes()
    again = call("verify", "tide-tables", "--bench", bench, "--runs", file, "--json").json
    assert again["instances"] == first["instances"]
    assert file.read_bytes() == before and before.count(b"\n") == 2


@pytest.mark.parametrize("text", ["remember the milk", "remember the milk\n", '{"format":1,"milk":true}'])
def test_a_file_of_something_else_is_not_changed(call, bench, tmp_path, text):
    file = tmp_path / "notes.txt"
    file.write_text(text)
    said = call("verify", "tide-tables", "--bench", bench, "--runs", file)
    assert said.code == 2 and "Line 1" in said.err
    assert file.read_text() == text


def test_an_attempt_is_made_resumed_and_run(call, bench):
    first = Attempt.model_validate_json(call("open", "tide-tables", "--bench", bench, "--json").out)
    again = Attempt.model_validate_json(call("open", "tide-tables", "--bench", bench, "--json").out)
    assert first == again
    assert Path(first.path).is_file()
    second = Attempt.model_validate_json(call("open", "tide-tables", "--bench", bench, "--json", "--new").out)
    assert second.number == 2

    assert call("run", "tide-tables", "--attempt", "1", "--bench", bench).code == 1
    text = Path(first.path).read_text(encoding="utf-8")
    Path(first.path).write_text(text.replace('"source": "y"', '"source": "x"'), encoding="utf-8")
    said = call("run", "tide-tables", "--attempt", "1", "--bench", bench)
    assert said.code == 0
    assert "doesn't show yet that the repair is right" in " ".join(said.out.split())


def test_an_attempt_is_compared_with_the_reference_fix(call, bench):
    call("open", "tide-tables", "--bench", bench, "--json")
    comparison = call("compare", "tide-tables:attempt-1", "tide-tables:fixed", "--bench", bench, "--json").json
    assert comparison["left"]["title"] == "Your fix"


def test_verification_tells_every_instance_and_the_totals(call, bench, tmp_path):
    said = call("verify", "--bench", bench, "--jobs", "2", "--report", tmp_path / "report.html")
    assert said.code == 1
    assert "✓  tide-tables" in said.out and "✗  half" in said.out
    assert "Reproduced: 2 crash as labelled" in said.out
    assert "2 of 3 instances do what their labels say" in said.out
    assert "tide-tables" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_what_a_kernel_can_not_run_is_no_fault_of_the_instance(call, tmp_path, monkeypatch):
    nowhere = HeavyLibrary("Nowhere", "nowhere_to_be_found", "nowhere")
    monkeypatch.setattr(libraries, "HEAVY_LIBRARIES", {nowhere.module: nowhere})
    cells = (code("import nowhere_to_be_found", count=1), code("{}['fee']", count=2, error=("KeyError", "'fee'")))
    heavy = {"reproduced": notebook(*cells), "fixed": notebook(cells[0], code("1", count=2))}
    said = call("verify", "--bench", write_bench(tmp_path / "harbour", {"heavy": heavy}))
    assert said.code == 1
    assert "-  heavy" in said.out and "✗  heavy" not in said.out
    words = " ".join(said.out.split())
    assert "heavy: This crash needs Nowhere, which the kernel doesn't have. Install it with: " in words
    assert words.count("This crash needs") == 1
    assert "0 of 1 instances do what their labels say, 1 could not be run" in words


def test_verification_of_sound_instances_is_well(call, bench):
    said = call("verify", "tide-tables", "--bench", bench, "--json")
    verification = Verification.model_validate_json(said.out)
    assert (said.code, said.err) == (0, "")
    assert verification.ok
    assert [(one["id"], one["ok"]) for one in said.json["instances"]] == [("tide-tables", True)]


def test_a_report_that_can_not_be_written_is_told_before_the_work(call, bench, tmp_path):
    said = call("verify", "--bench", bench, "--report", tmp_path / "nowhere" / "report.html")
    assert said.code == 2
    assert "nowhere" in said.err
    assert not RecordStore().list(bench="nowhere")


@pytest.mark.parametrize("command", [["run", "sleeper", "--variant", "reproduced"], ["verify"]])
def test_ctrl_c_ends_what_runs_in_one_line_and_leaves_nothing(tmp_path, command):
    started = tmp_path / "started"
    source = f"import pathlib, time\npathlib.Path({str(started)!r}).touch()\ntime.sleep(600)"
    sleeps = notebook(code(source, count=1, error=("NameError", "x")))
    root = write_bench(tmp_path / "mine", {"sleeper": {"reproduced": sleeps, "fixed": sleeps}})
    temporary = tmp_path / "t"
    temporary.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "junobench_lab.cli", *command, "--bench", str(root)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(temporary)},
    )
    _wait_for(started, process)
    kernels = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in out + err
    assert len(err.strip().splitlines()) == 1
    assert kernels
    assert not any(kernel.is_running() for kernel in kernels)
    assert list(temporary.iterdir()) == []


def _wait_for(file: Path, process: "subprocess.Popen[str]") -> None:
    import time

    deadline = time.monotonic() + 60
    while not file.exists():
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.05)


def test_a_notebook_that_is_cut_off_is_told_and_the_others_are_verified(call, bench):
    folder = bench / "benchmark" / "tide-tables"
    write_notebook(folder / "tide-tables_fixed.ipynb", '{"cells": [')
    said = call("verify", "tide-tables", "half", "--bench", bench, "--json")
    assert said.code == 1
    assert [one["ok"] for one in said.json["instances"]] == [False, False]
    assert said.json["instances"][0]["reproduced"]["verdict"] == "crash_as_labelled"

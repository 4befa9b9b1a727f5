"""Kernels and code that go wrong, for real: each run ends in its verdict, in time, and leaves nothing behind."""

from pathlib import Path

import pytest

from junobench_lab.running.models import Limits

from .runs import Done, kernel_processes, plan, run_all

CELL = 2.0
GRACE = 10.0
"""Seconds within which a run has to end after the fact: far above what it takes, as machines may be busy."""

QUICK = Limits(start=30, cell=30, run=50)
SHORT = Limits(start=30, cell=CELL, run=50)

CASES = {
    "killed": (
        plan("import os, time\nprint('before', flush=True)\ntime.sleep(1)\nos.kill(os.getpid(), 9)", "1"),
        QUICK,
    ),
    "exited": (plan("import os\nos._exit(3)"), QUICK),
    "segfault": (plan("import ctypes\nctypes.string_at(0)"), QUICK),
    "illegal": (plan("import os, signal\nos.kill(os.getpid(), signal.SIGILL)"), QUICK),
    "exit": (plan("1", "exit()", "2"), QUICK),
    "exit_last": (plan("1", "quit()"), QUICK),
    "loop": (plan("print('begun')\nwhile True: pass", "1"), SHORT),
    "stubborn": (
        plan("import signal\nprint('begun')\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass"),
        SHORT,
    ),
    "whole_run": (plan(*["import time\ntime.sleep(1)"] * 9), Limits(start=30, cell=30, run=3.5)),
    "memory": (
        plan("held = []\nwhile True: held.append(bytearray(20_000_000))"),
        Limits(start=30, cell=30, run=50, memory=400_000_000),
    ),
    "memory_of_child": (
        plan(
            "import subprocess, sys\n"
            "subprocess.run([sys.executable, '-c', "
            "'import time; held = bytearray(500_000_000); held[::4096] = bytes(len(held[::4096])); time.sleep(60)'])"
        ),
        Limits(start=30, cell=30, run=50, memory=400_000_000),
    ),
    "flood": (plan("while True: print('drops', flush=True)"), Limits(start=30, cell=CELL, run=50, output=10_000)),
    "huge": (plan("print('x' * 20_000_000)\nprint('end')", "1/0"), Limits(start=30, cell=30, run=50, output=10_000)),
    "question": (plan("input('Name? ')"), QUICK),
    "closed_files": (plan("import os\nos.close(0); os.close(1); os.close(2)", "1/0"), QUICK),
    "closed_streams": (plan("import sys\nsys.stdout.close(); sys.stderr.close()", "1/0"), QUICK),
    "left_behind": (
        plan(
            "import subprocess, sys, threading, time\n"
            "nap = [sys.executable, '-c', 'import time; time.sleep(600)']\n"
            "subprocess.Popen(nap)\n"
            "subprocess.Popen(nap, start_new_session=True)\n"
            "subprocess.Popen(nap, start_new_session=True, env={})\n"
            "subprocess.Popen(['sh', '-c', 'sleep 600 & sleep 600 &'], start_new_session=True)\n"
            "threading.Thread(target=time.sleep, args=(600,)).start()\n"
            "time.sleep(0.4)"
        ),
        QUICK,
    ),
    "bytes": (plan("import os, time\nos.write(1, b'caf\\xe9\\n')\nprint('\\udcff')\ntime.sleep(1)\n'\\ud800'"), QUICK),
}


@pytest.fixture(scope="module")
def done(folder: Path) -> dict[str, Done]:
    return run_all(CASES, folder)


def test_a_kernel_that_is_killed_ends_the_run_with_what_it_wrote(done):
    outcome = done["killed"].outcome
    assert (outcome.verdict, outcome.cell, outcome.executed, outcome.planned) == ("kernel_died", 0, 0, 2)
    assert "SIGKILL" in outcome.sentence
    assert done["killed"].text() == "before\n"


def test_a_kernel_that_exits_is_told_with_its_code(done):
    assert done["exited"].outcome.verdict == "kernel_died"
    assert "exit code 3" in done["exited"].outcome.sentence


@pytest.mark.parametrize("case, words", [("segfault", "segmentation fault"), ("illegal", "another processor")])
def test_a_crash_of_a_library_is_told_by_its_cause(done, case, words):
    assert done[case].outcome.verdict == "kernel_died"
    assert words in done[case].outcome.sentence


@pytest.mark.parametrize("case", ["exit", "exit_last"])
def test_code_that_ends_its_own_kernel_is_named(done, case):
    outcome = done[case].outcome
    assert (outcome.verdict, outcome.cell, outcome.executed) == ("kernel_died", 1, 2)
    assert "exit() or quit()" in outcome.sentence


@pytest.mark.parametrize("case", ["loop", "stubborn"])
def test_an_endless_loop_ends_soon_after_its_bound_and_keeps_what_it_printed(done, case):
    outcome = done[case].outcome
    assert (outcome.verdict, outcome.cell, outcome.executed) == ("timeout", 0, 0)
    assert "Cell 1" in outcome.sentence and "2 s" in outcome.sentence
    assert done[case].outputs()[0] == {"output_type": "stream", "name": "stdout", "text": "begun\n"}
    assert CELL <= done[case].ended.at - done[case].started().at <= CELL + GRACE


def test_the_bound_of_the_whole_run_holds_across_cells(done):
    outcome = done["whole_run"].outcome
    assert outcome.verdict == "timeout"
    assert "whole run" in outcome.sentence
    assert 0 < outcome.executed < outcome.planned
    assert 3.5 <= outcome.seconds <= 3.5 + GRACE


@pytest.mark.parametrize("case", ["memory", "memory_of_child"])
def test_memory_above_the_bound_ends_the_run_also_where_a_child_holds_it(done, case):
    outcome = done[case].outcome
    assert (outcome.verdict, outcome.cell) == ("out_of_memory", 0)
    assert "400 MB" in outcome.sentence


def test_a_cell_that_prints_without_end_is_stopped_and_its_output_bounded(done):
    assert done["flood"].outcome.verdict == "timeout"
    streams = [output for output in done["flood"].outputs() if output["output_type"] == "stream"]
    assert sum(len(output["text"]) for output in streams) == 10_000
    assert "left out" in done["flood"].outputs()[-1]["data"]["text/plain"]


def test_one_huge_output_is_cut_and_the_run_goes_on_to_its_crash(done):
    assert done["huge"].outcome.executed == 2
    assert done["huge"].finished(1).ename == "ZeroDivisionError"
    assert done["huge"].outputs()[0]["text"] == "x" * 10_000
    assert "20.0 MB" in done["huge"].outputs()[-1]["data"]["text/plain"]


def test_a_cell_that_asks_a_person_gets_an_error_and_never_waits(done):
    assert done["question"].outcome.verdict == "other_crash"
    assert done["question"].finished().ename == "StdinNotImplementedError"


@pytest.mark.parametrize("case", ["closed_files", "closed_streams"])
def test_code_that_closes_its_own_streams_is_still_heard(done, case):
    assert done[case].finished(1).ename == "ZeroDivisionError"


def test_what_code_leaves_running_ends_with_the_run(done):
    assert done["left_behind"].outcome.verdict == "no_crash"
    assert kernel_processes() == []


def test_bytes_that_are_no_text_become_marks(done):
    assert done["bytes"].outcome.verdict == "no_crash"
    text = done["bytes"].text()
    assert "caf\N{REPLACEMENT CHARACTER}" in text
    assert text.encode("utf-8")


def test_nothing_is_left_in_the_temporary_folder(done, copies):
    assert len(done) == len(CASES)


def test_every_verdict_can_be_computed_again_from_the_events(done):
    for name, one in done.items():
        copied = [type(event).model_validate_json(event.model_dump_json()) for event in one.events]
        assert Done(one.plan, copied).outcome == one.outcome, name

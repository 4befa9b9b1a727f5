"""The program as a whole: help, version, mistakes in its use, its own faults."""

import subprocess
import sys
from pathlib import Path

import pytest

from junobench_lab import _version
from junobench_lab.cli import checks
from junobench_lab.cli.log import log_file
from junobench_lab.cli.models import Check, Doctor
from junobench_lab.instances.bench import Bench
from tests.needed import needed

COMMANDS = ["list", "show", "trace", "estimate", "run", "check", "verify", "compare", "open", "doctor", "score"]


def test_the_version_is_that_of_the_package(call):
    said = call("--version")
    assert (said.code, said.out) == (0, f"junobench-lab {_version.__version__}\n")


def test_help_names_every_command(call):
    said = call("--help")
    assert said.code == 0
    assert [command for command in COMMANDS if command not in said.out] == []
    assert call().out == said.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_json_and_says_what_its_exit_code_means(call, command):
    said = call(command, "--help")
    assert said.code == 0
    assert "--json" in said.out


@pytest.mark.parametrize(
    "arguments", [["lst"], ["list", "--colour"], ["run"], ["verify", "--jobs", "0"], ["verify", "--jobs", "many"]]
)
def test_a_mistake_in_use_is_a_sentence_that_points_to_the_help(call, arguments):
    said = call(*arguments)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("Error: ") and "--help" in said.err
    as_json = call(*arguments, "--json")
    assert as_json.code == 2
    assert as_json.json["error"]["kind"] == "InvalidRequest"


def test_a_fault_of_the_program_is_one_sentence_and_its_details_are_in_a_file(call, monkeypatch):
    def fail(self: Bench) -> None:
        raise ZeroDivisionError("a fault for the test")

    monkeypatch.setattr(Bench, "summaries", fail)
    said = call("list")
    assert (said.code, said.out) == (70, "")
    assert "a fault for the test" in said.err and str(log_file()) in said.err
    assert "ZeroDivisionError: a fault for the test" in log_file().read_text(encoding="utf-8")
    assert call("list", "--json").json["error"]["kind"] == "Unexpected"


def test_the_doctor_finds_this_installation_well_enough_to_run_kernels(call):
    found = Doctor.model_validate_json(call("doctor", "--json").out)
    by_name = {check.name: check for check in found.checks}
    assert by_name["Python"].status == "ok"
    assert by_name["Kernels"].status == "ok"
    assert by_name["Bench starter"].status == "ok"


def test_a_failed_check_says_what_to_do_and_is_not_well(call, monkeypatch):
    failed = Check(name="Kernels", status="fail", message="There is none.", advice="Install one.")
    monkeypatch.setattr(checks, "_CHECKS", {"Kernels": lambda: iter([failed])})
    said = call("doctor")
    assert said.code == 1
    assert "Install one." in said.out


def test_a_check_that_breaks_is_a_warning_and_the_others_go_on(call, monkeypatch):
    def breaks() -> None:
        raise OSError("no luck")

    well = Check(name="Disk", status="ok", message="Enough.")
    monkeypatch.setattr(checks, "_CHECKS", {"Kernels": breaks, "Disk": lambda: iter([well])})
    said = call("doctor", "--json")
    assert said.code == 0
    assert [check["status"] for check in said.json["checks"]] == ["warn", "ok"]


def test_a_reader_who_stops_early_sees_no_complaint():
    program = subprocess.run(
        f"'{sys.executable}' -m junobench_lab.cli list | head -1",
        shell=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert program.stderr == ""


def test_help_comes_without_loading_kernels_or_tables():
    code = (
        "import sys\nfrom junobench_lab.cli.app import app\n"
        "heavy = {'jupyter_client', 'jupyter_server', 'zmq', 'openpyxl', 'IPython', 'docker', 'pandas'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert loaded.stdout == "[]\n"


@needed(Path("/dev/full").exists(), "The system has no disk that is always full.")
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["list", "--json"], "The output can't be written (No space left on device)"),
        (["list"], "The output can't be written (No space left on device)"),
        (["show", "none", "--json"], "no instance 'none'"),
    ],
)
def test_an_output_on_a_full_disk_is_a_sentence(arguments: list[str], sentence: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "junobench_lab.cli", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
            check=False,
        )
    assert (done.returncode, done.stderr.count("\n"), "Traceback" in done.stderr) == (2, 1, False)
    assert sentence in done.stderr

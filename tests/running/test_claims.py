"""A file that a command goes on with is that command's alone."""

import subprocess
import sys
from pathlib import Path

import pytest

from junobench_lab.errors import InvalidRequest
from junobench_lab.running.claims import claimed

HOLDER = """
import sys
from pathlib import Path
from junobench_lab.running.claims import claimed
with claimed(Path(sys.argv[1])):
    print("mine", flush=True)
    sys.stdin.read()
"""


def test_a_file_that_another_process_adds_to_is_refused_until_that_one_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    file, link = tmp_path / "runs.jsonl", tmp_path / "link.jsonl"
    link.symlink_to(file)
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "mine\n"
        for name in (file, link):
            with pytest.raises(InvalidRequest, match="Another command is at work on"), claimed(name):
                pass
        with claimed(tmp_path / "other.jsonl"):
            pass
        holder.kill()
        holder.wait(60)
    with claimed(file):
        pass
    assert {path.name for path in tmp_path.iterdir()} == {"data", "link.jsonl"}


def test_no_file_and_no_place_for_locks_keep_nobody_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").write_text("no folder")
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    for file in (None, tmp_path / "runs.jsonl"):
        with claimed(file):
            pass

"""``fetch`` as a person calls it, with the hub's own environment variables."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fetching.local_hub import NAME, LocalHub, serving
from tests.notebook_factory import crash_and_fix, write_bench


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[LocalHub]:
    root = write_bench(
        tmp_path / "published",
        {"pandas_1": crash_and_fix()},
        {"pandas_1": {"DatasetLicenseName_1": "CC0-1.0", "DatasetTitle_1": "Titanic"}},
    )
    files = {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}
    with serving(LocalHub(files)) as served:
        yield served


def fetch(
    hub: LocalHub, tmp_path: Path, *arguments: str, answer: str = "", **variables: str
) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "junobench_lab.cli", "fetch", "--source", NAME, "--folder", str(tmp_path / "here")]
    environment = {**os.environ, "HF_ENDPOINT": hub.address, "HF_HOME": str(tmp_path / "hf"), **variables}
    done = subprocess.run(
        [*command, *arguments], input=answer, capture_output=True, text=True, env=environment, timeout=60
    )
    assert "Traceback" not in done.stdout + done.stderr
    return done


def test_sizes_and_licences_are_shown_and_nothing_is_fetched_without_a_yes(hub: LocalHub, tmp_path: Path) -> None:
    done = fetch(hub, tmp_path, "pandas_1", answer="n\n")
    assert done.returncode == 130
    assert "CC0-1.0" in done.stdout and "Fetch them?" in done.stdout
    assert not (tmp_path / "here" / "benchmark").exists()


def test_a_yes_fetches_and_names_the_bench(hub: LocalHub, tmp_path: Path) -> None:
    done = fetch(hub, tmp_path, "pandas_1", answer="y\n")
    assert done.returncode == 0, done.stderr
    assert "--bench here" in done.stdout
    assert (tmp_path / "here" / "benchmark" / "pandas_1" / "pandas_1_fixed.ipynb").is_file()


def test_with_json_a_program_is_told_what_it_would_take_before_it_says_yes(hub: LocalHub, tmp_path: Path) -> None:
    asked = fetch(hub, tmp_path, "--all", "--json")
    plan = json.loads(asked.stdout)
    assert asked.returncode == 1 and plan["size"] > 0
    done = fetch(hub, tmp_path, "--all", "--json", "--yes")
    assert (done.returncode, json.loads(done.stdout)["fetched"]) == (0, len(plan["files"]))


def test_the_hub_s_offline_mode_is_honoured(hub: LocalHub, tmp_path: Path) -> None:
    done = fetch(hub, tmp_path, "pandas_1", HF_HUB_OFFLINE="1")
    assert done.returncode == 2
    assert "HF_HUB_OFFLINE" in done.stderr
    assert not hub.downloads


def test_nothing_named_is_a_mistake_that_says_what_to_name(hub: LocalHub, tmp_path: Path) -> None:
    done = fetch(hub, tmp_path)
    assert done.returncode == 2 and "--all" in done.stderr

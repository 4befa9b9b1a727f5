"""`systems`: what the lab shows beside the instances, from the command line."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.research.task_bench import task_bench


@pytest.fixture
def tides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    return task_bench(tmp_path / "tides").path


def test_systems_are_added_listed_and_removed(call: Call, tides: Path) -> None:
    call("tasks", "localisation", "--baseline", "trace-rules", "--bench", tides, "-o", "rules.jsonl")
    said = call("systems", "add", "rules.jsonl", "--bench", tides)
    assert said.code == 0
    assert said.out.startswith("rules-localisation: right about ") and said.out.endswith(" of 4 crashes\n")
    listed = call("systems", "list", "--bench", tides, "--json").json
    (system,) = listed["systems"]
    assert system["files"] == [str(Path("rules.jsonl").absolute())]
    assert system["right"] + system["wrong"] == 4
    assert next(chart["dimension"] for chart in listed["charts"]) == "library"
    assert "rules-localisation" in call("systems", "list", "--bench", tides).out
    assert "its files stay" in call("systems", "remove", "rules-localisation").out
    assert Path("rules.jsonl").exists()
    assert call("systems", "list", "--bench", tides).out == "No system is loaded for the bench tides.\n"


def test_what_could_not_be_used_of_a_file_is_told(call: Call, tides: Path) -> None:
    call("tasks", "labels", "--baseline", "estimators", "--bench", tides, "-o", "labels.jsonl")
    with Path("labels.jsonl").open("a") as file:
        file.write("broken\n")
    said = call("systems", "add", "labels.jsonl", "--bench", tides, "--name", "ours")
    assert said.code == 1
    assert said.out.startswith("ours-labels: ") and "passed over: 5." in said.out


@pytest.mark.parametrize(("text", "why"), [("", "is empty"), ("broken\n", "line 1 is none")])
def test_a_file_that_cannot_be_used_is_refused(call: Call, tides: Path, text: str, why: str) -> None:
    Path("bad.jsonl").write_text(text)
    said = call("systems", "add", "bad.jsonl", "--bench", tides, "--json")
    assert (said.code, json.loads(said.out)["error"]["kind"]) == (2, "InvalidRequest")
    assert why in json.loads(said.out)["error"]["message"]
    assert call("systems", "remove", "bad-labels").code == 2

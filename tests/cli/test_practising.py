"""Attempts, guesses, hints and progress from the command line."""

import json
from pathlib import Path

import pytest

from .test_check import edited, started


@pytest.fixture(autouse=True)
def own_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What other tests revealed of a bench of the same name is not to be seen here."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))


def test_attempts_are_listed_and_begun_anew(call, bench: Path):
    assert "open ID" in call("attempts", "--bench", bench).out
    started(bench)
    said = call("attempts", "tide-tables", "--reset", "--bench", bench)
    assert said.code == 0 and "Attempt 2 at tide-tables" in said.out
    listed = call("attempts", "--bench", bench, "--json").json["attempts"]
    assert [(one["id"], one["number"]) for one in listed] == [("tide-tables", 1), ("tide-tables", 2)]
    assert call("attempts", "--reset", "--bench", bench).code == 2


def test_hints_come_one_at_a_time(call, bench: Path):
    started(bench)
    first = call("hint", "tide-tables", "--bench", bench)
    assert "Root cause: API misuse" in first.out and "never defined" not in first.out
    assert "Next: what the trace says" in first.out
    call("hint", "tide-tables", "--bench", bench)
    assert "The tide was never defined." in call("hint", "tide-tables", "--bench", bench).out
    shown = call("hint", "tide-tables", "--again", "--bench", bench, "--json").json["hints"]
    assert [hint["shown"] for hint in shown] == [True, True, True, False]


def test_a_guess_is_kept_and_answered_by_the_check(call, bench: Path):
    notebook = started(bench)
    assert call("guess", "tide-tables", "9", "API misuse", "--bench", bench).code == 2
    assert call("guess", "tide-tables", "1", "bad luck", "--bench", bench).code == 2
    said = call("guess", "tide-tables", "2", "api misuse", "--bench", bench)
    assert said.code == 0 and "cell 2, a function is used wrongly" in said.out
    edited(notebook, "y = 2 - x\ny")
    checked = call("check", "tide-tables", "--bench", bench)
    assert checked.code == 0 and "You thought cell 2: a function is used wrongly." in " ".join(checked.out.split())
    assert "too late" in call("guess", "tide-tables", "1", "API misuse", "--bench", bench).err


def test_progress_is_shown_exported_and_removed(call, bench: Path, tmp_path: Path):
    edited(started(bench), "y = 2 - x\ny")
    call("progress", "--remove", "--yes")
    call("check", "tide-tables", "--bench", bench)
    said = call("progress", "--bench", bench, "--by", "root-cause")
    assert said.code == 0 and "1 passes" in said.out and "Root cause" in said.out
    assert call("progress", "--bench", bench, "--json").json["counts"]["passes"] == 1
    for name in ("mine.csv", "mine.json"):
        assert call("progress", "--export", tmp_path / name).code == 0
    assert "tide-tables,1," in (tmp_path / "mine.csv").read_text()
    assert json.loads((tmp_path / "mine.json").read_text())["format"] == 1
    assert call("progress", "--export", tmp_path / "mine.txt").code == 2
    assert call("progress", "--by", "luck").code == 2
    assert call("progress", "--remove", "--bench", bench, "--json").json["events"] == 1
    assert call("progress", "--bench", bench, "--json").json["instances"] == []

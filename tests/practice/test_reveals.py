"""The answer stays hidden until it is asked for, and the choice lasts."""

from pathlib import Path

import pytest

from junobench_lab.errors import NotRevealed
from junobench_lab.practice.reveals import RevealStore


def test_nothing_is_revealed_at_first(tmp_path: Path):
    store = RevealStore(tmp_path / "reveals.json")
    assert store.revealed("mini", "trips").revealed == []
    with pytest.raises(NotRevealed, match="reference fix of trips"):
        store.require("mini", "trips", "fixed")


def test_a_reveal_lasts_and_concerns_its_instance_alone(tmp_path: Path):
    file = tmp_path / "folder" / "reveals.json"
    RevealStore(file).reveal("mini", "trips", "fixed")
    again = RevealStore(file)
    again.require("mini", "trips", "fixed")
    for bench, id, what in [("mini", "trips", "diagnosis"), ("mini", "other", "fixed"), ("other", "trips", "fixed")]:
        with pytest.raises(NotRevealed):
            again.require(bench, id, what)


def test_a_damaged_file_hides_everything_again(tmp_path: Path):
    file = tmp_path / "reveals.json"
    file.write_text("[1, 2")
    store = RevealStore(file)
    assert store.revealed("mini", "trips").revealed == []
    assert store.reveal("mini", "trips", "diagnosis").revealed == ["diagnosis"]

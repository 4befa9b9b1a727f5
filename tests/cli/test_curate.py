"""``curate`` as a person calls it."""

import json
from pathlib import Path

import pytest

from junobench_lab.instances.bench import Bench
from junobench_lab.research.curation.models import LABELS
from tests.cli.conftest import Call
from tests.notebook_factory import code, notebook, write_notebook

ERROR = ("NameError", "name 'y' is not defined")


@pytest.fixture
def crashed(tmp_path: Path) -> Path:
    cells = [code("x = 1", count=1), code("more = 2", count=2), code("y", count=3, error=ERROR)]
    write_notebook(tmp_path / "repaired.ipynb", notebook(*cells[:2], code("y = 5\ny", count=3)))
    return write_notebook(tmp_path / "Tide tables.ipynb", notebook(*cells))


def test_a_draft_is_made_accepted_and_listed(call: Call, crashed: Path, tmp_path: Path) -> None:
    bench = tmp_path / "my bench"
    said = call("curate", crashed, "--bench", bench)
    assert said.code == 1
    assert "tide-tables stays a draft" in said.out
    assert "1 of 3 executions" in said.out
    shown = " ".join(said.out.split())
    assert f"curate accept tide-tables --bench '{bench}' --fixed NOTEBOOK" in shown

    said = call("curate", "accept", "tide-tables", "--bench", bench, "--fixed", tmp_path / "repaired.ipynb")
    assert (said.code, said.err) == (0, "")
    assert "tide-tables is part of the bench" in said.out
    assert call("list", "--bench", "my-bench", "--json").json["instances"][0]["id"] == "tide-tables"
    assert call("verify", "--bench", bench).code == 0


def test_a_bench_is_named_as_it_is_listed_and_drafts_are_discarded(call: Call, crashed: Path, tmp_path: Path) -> None:
    call("curate", crashed, "--bench", tmp_path / "quay bench")
    said = call("curate", "settle", "tide-tables", "--bench", "quay-bench-drafts", "--diagnosis", "Nobody made y.")
    assert (said.code, said.out) == (0, "Settled: tide-tables.\n")
    assert "Nobody made y." in call("show", "tide-tables", "--bench", "quay-bench-drafts", "--diagnosis").out
    # Nothing is accepted yet, so that it is only known by its folder.
    said = call("curate", "discard", "tide-tables", "--bench", tmp_path / "quay bench")
    assert (said.code, said.out) == (0, "Discarded: the draft tide-tables.\n")
    said = call("curate", "discard", "tide-tables", "--bench", tmp_path / "quay bench")
    assert said.code == 2
    assert "has no draft 'tide-tables'" in said.err


def test_an_instance_is_made_where_the_list_of_benches_can_not_be_written(
    call: Call, crashed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "no folder").write_text("")
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "no folder"))
    said = call("curate", crashed, "--bench", tmp_path / "own")
    assert (said.code, said.err) == (1, "")
    assert "Not listed" in said.out and "can't be written" in said.out
    assert Bench.open(tmp_path / "own" / "drafts").summary("tide-tables").problems != []


def test_what_no_rule_says_is_asked_for(call: Call, tmp_path: Path) -> None:
    error = ("AssertionError", "bad")
    file = write_notebook(tmp_path / "odd.ipynb", notebook(code("x = 1"), code("assert x > 1, 'bad'", error=error)))
    said = " ".join(call("curate", file, "--bench", tmp_path / "odd crashes").out.split())
    assert "2 of 2 executions, partly guessed, as counts are missing" in said
    assert "Root cause none proposed. No rule applies to this crash." in said
    command = "junobench-lab curate settle odd --bench odd-crashes-drafts --diagnosis TEXT"
    assert f"Diagnosis none proposed: say it by `{command}`" in said


def test_with_json_it_is_one_document(call: Call, crashed: Path, tmp_path: Path) -> None:
    bench = tmp_path / "mine"
    fixed = tmp_path / "repaired.ipynb"
    said = call(
        *("curate", "--json", "--bench", bench, "--fixed", fixed, "--root-cause", "implementation error", crashed)
    )
    assert (said.code, said.err) == (0, "")
    made = said.json
    assert (made["accepted"], made["record"]["order"]["kept"]) == (True, 1)
    assert made["labels"]["root_cause"] == "implementation error"
    record = json.loads((bench / "curation" / "tide-tables.json").read_text())
    assert record["chosen"] == {"root_cause": "implementation error"}


def test_two_people_label_agree_and_settle(call: Call, bench: Path) -> None:
    for name, cause in (("anna", "API misuse"), ("ben", "data confusion")):
        said = call("curate", "annotate", "tide-tables", "--bench", bench, "--by", name, "--root-cause", cause)
        assert said.code == 0, said.err
        call("curate", "annotate", "tide-tables", "--bench", bench, "--by", name, "--stage", "training")
    call("curate", "annotate", "half", "--bench", bench, "--by", "ben", "--ml-bug", "ML bug")
    said = call("curate", "agreement", "--bench", bench)
    assert said.code == 1
    assert ["half", "ben", "Kind", "of", "bug"] in [line.split() for line in said.out.splitlines()]
    lines = [line.split() for line in said.out.splitlines() if line.strip()]
    assert ["Root", "cause", "1", "0", "0.00"] in lines
    assert ["Pipeline", "stage", "1", "1", "not", "defined"] in lines
    assert "tide-tables" in said.out

    assert "1 label of 1 instance, on which both agree" in call("curate", "settle", "--bench", bench).out
    assert call("curate", "settle", "tide-tables", "--bench", bench, "--root-cause", "API misuse").code == 0
    agreed = call("curate", "agreement", "--bench", bench, "--json")
    assert (agreed.code, agreed.json["disagreements"][0]["settled"]) == (0, "API misuse")
    assert Bench.open(bench).summary("tide-tables").labels.stage == "training"


def test_nobody_is_asked_for_labels_that_can_not_be_noted(
    call: Call, bench: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading an answer fails here."""
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    for id, name, part in (("nope", "anna", "has no instance 'nope'"), ("tide-tables", "?", "can't name an annotator")):
        said = call("curate", "annotate", id, "--bench", bench, "--by", name)
        assert (said.code, said.out) == (2, "")
        assert part in said.err


def test_mistakes_are_one_sentence(call: Call, crashed: Path, bench: Path, tmp_path: Path) -> None:
    for arguments, part in (
        (("curate", tmp_path / "none.ipynb", "--bench", bench), "none.ipynb doesn't exist"),
        (("curate", crashed, "--bench", crashed), "is a file: a bench is a folder"),
        (("curate", crashed, "--bench", tmp_path), "holds other things and no label sheet"),
        (("curate", crashed, "--bench", bench, "--synthetic", "--whole-data"), "not both"),
        (("curate", crashed, "--bench", bench, "--id", "mine", "--inputs", "tides.csv"), "is no file below"),
        (("curate", crashed, "--bench", bench, "--stage", "lunch"), "'lunch' is not a known one"),
        (("curate", crashed, "--bench", bench, "--kernel", "none"), "none"),
        (("curate", "accept", "tide-tables", "--bench", bench), "has no draft 'tide-tables'"),
        (("curate", "annotate", "tide-tables", "--bench", bench, "--by", "anna"), "Say at least one label"),
        (("curate", "agreement", "--bench", bench), "Agreement is between two people"),
        (("curate", "settle", "--bench", bench, "--stage", "training"), "Name the instance"),
        (("curate", crashed), "Missing option '--bench'"),
    ):
        said = call(*arguments)
        assert said.code == 2, arguments
        assert part in said.err, said.err
        assert len(said.err.strip().splitlines()) == 1


def test_the_help_says_what_there_is(call: Call) -> None:
    said = call("curate", "--help")
    assert said.code == 0
    for name in ("make", "accept", "annotate", "agreement", "settle"):
        assert name in said.out


def test_every_label_can_be_said(call: Call) -> None:
    said = call("curate", "annotate", "--help")
    for label in LABELS:
        assert f"--{label.replace('_', '-')}" in said.out

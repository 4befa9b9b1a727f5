"""The command line called as a person calls it, in this process."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from junobench_lab.cli.app import app
from tests.notebook_factory import code, crash_and_fix, markdown, notebook, write_bench


@dataclass(frozen=True)
class Said:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Call = Callable[..., Said]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Call:
    """Call the command line in an empty folder."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)

    def call(*arguments: str | Path) -> Said:
        with pytest.raises(SystemExit) as ended:
            app([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        assert "Traceback" not in printed.out + printed.err
        exit_code = ended.value.code
        assert isinstance(exit_code, int)
        return Said(exit_code, printed.out, printed.err)

    return call


LONG_ID = "a-story-whose-slug-is-as-long-as-a-narrow-terminal-can-show"


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    """A bench with two sound instances, and one of which the crash is missing."""
    crashing = crash_and_fix()
    instances = {
        "tide-tables": crashing,
        LONG_ID: {**crashing, "fixed": notebook(code("x = 1", count=1), markdown("y"), code("y = 2", count=2))},
        "half": {"fixed": crashing["fixed"]},
    }
    labels = {
        "tide-tables": {"label_root_cause": "API misuse"},
        LONG_ID: {"label_refined_exp_type": "key error"},
    }
    return write_bench(
        tmp_path / "harbour", instances, labels, diagnoses={"tide-tables": "The tide was never defined."}
    )

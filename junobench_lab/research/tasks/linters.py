"""Static checkers as baselines of detection: the target crashes where the checker finds an error in it.

As in the benchmark's crash-detection experiment (arXiv 2510.18013): the cells that ran and the target make one script,
in the order of the session; an error on a line of the target counts, whatever stands above.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ...errors import EnvironmentUnavailable
from .models import DetectionItem, DetectionPrediction, Item, TaskName

LINTER_TASKS: tuple[TaskName, ...] = ("detection",)

_ErrorLines = Callable[[Any], list[int]]
"""Lines with an error, from 1, in what a checker said."""

_SECONDS = 120.0
"""For one script."""
_HEAD = "from IPython import get_ipython\nfrom IPython.display import display\n"
"""What a notebook has without importing it."""


def script_of(item: DetectionItem) -> tuple[str, range]:
    """The session as one script, magics as calls of IPython's, and the lines of the target in it (from 1)."""
    above = _HEAD + "".join(_plain(step.source) for step in item.steps)
    target = _plain(item.target.source)
    first = above.count("\n") + 1
    return above + target, range(first, first + target.count("\n"))


def pylint(item: Item) -> DetectionPrediction | None:
    """Raises `EnvironmentUnavailable` where Pylint isn't installed, or fails."""
    if find_spec("pylint") is None:
        raise EnvironmentUnavailable("Pylint isn't installed: pip install 'junobench-lab[linters]'")
    options = ("--errors-only", "--output-format=json", "--score=n")
    return _predicted(item, [sys.executable, "-m", "pylint", *options], _pylint_lines)


def pyright(item: Item) -> DetectionPrediction | None:
    """Raises `EnvironmentUnavailable` where Pyright isn't installed, or fails."""
    beside = Path(sys.executable).with_name("pyright")
    command = str(beside) if beside.exists() else shutil.which("pyright")
    if command is None:
        raise EnvironmentUnavailable("Pyright isn't installed: pip install 'junobench-lab[linters]'")
    return _predicted(item, [command, "--outputjson", "--pythonpath", sys.executable], _pyright_lines)


def _predicted(item: Item, command: Sequence[str], error_lines: _ErrorLines) -> DetectionPrediction | None:
    if not isinstance(item, DetectionItem):
        return None
    script, target = script_of(item)
    with tempfile.TemporaryDirectory(prefix="jbl-lint-") as folder:
        file = Path(folder, "session.py")
        file.write_text(script, encoding="utf-8")
        try:
            done = subprocess.run(
                [*command, file.name], cwd=folder, capture_output=True, text=True, timeout=_SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            raise EnvironmentUnavailable(f"The checker took longer than {_SECONDS:g} s for {item.item}.") from None
    try:
        lines = error_lines(json.loads(done.stdout))
    except (ValueError, KeyError, TypeError):
        said = (done.stderr or done.stdout).strip()[-300:]
        raise EnvironmentUnavailable(f"The checker failed on {item.item}: {said}") from None
    return DetectionPrediction(item=item.item, crash=any(line in target for line in lines))


def _pylint_lines(said: Any) -> list[int]:
    return [message["line"] for message in said if message["type"] in ("error", "fatal")]


def _pyright_lines(said: Any) -> list[int]:
    """Pyright counts lines from 0."""
    found = said["generalDiagnostics"]
    return [one["range"]["start"]["line"] + 1 for one in found if one["severity"] == "error" and "range" in one]


def _plain(source: str) -> str:
    from IPython.core.inputtransformer2 import TransformerManager

    return str(TransformerManager().transform_cell(source))

"""How often the library cause of made crashes is estimated rightly: ``python -m benchmarks.made_crashes [--wrong]``.

Labelled crashes are few, and the rules were written on some of them. So more were made: snippets that misuse a library,
each labelled with it when it was written. Those of ``rules_*.txt`` were looked at while rules were written; those of
``unseen_*.txt`` were measured first. They are run here, in a folder that is thrown away, so that tracebacks are those
of the installed versions; what needs a library that isn't installed is left out and counted. Prints JSON: how many are
right by the traceback alone, as a label sheet has it, and by the notebook. ``--wrong`` lists the others.

A file has sections: ``## setup`` with imports and data, and ``### Library`` with a snippet that crashes.
"""

import json
import os
import re
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

from IPython.core.interactiveshell import InteractiveShell

from junobench_lab.instances.notebooks import parse_notebook
from junobench_lab.research.estimators.estimate import notebook_evidence
from junobench_lab.research.estimators.evidence import CrashEvidence, evidence_of_traceback
from junobench_lab.research.estimators.library import estimate_library

SNIPPETS = Path(__file__).parent / "made_crashes"
_SECTION = re.compile(r"^(?:##|###) (.+)\n", re.MULTILINE)


@dataclass(frozen=True)
class Made:
    """A snippet's crash; ``cells`` are the setups so far and the snippet."""

    library: str
    cells: list[str]
    ename: str
    evalue: str
    traceback: list[str]


class _Shell(InteractiveShell):
    """A shell that keeps an exception as it would be saved, rather than show it."""

    crash: tuple[str, str, list[str]] | None = None

    def _showtraceback(self, etype: type[BaseException], evalue: BaseException | None, stb: list[str]) -> None:
        self.crash = (etype.__name__, str(evalue), list(stb))

    def crash_of(self, source: str) -> tuple[str, str, list[str]] | None:
        self.crash = None
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            self.run_cell(source, store_history=True)
        return self.crash


def main() -> None:
    os.environ |= {"MPLBACKEND": "agg", "CUDA_VISIBLE_DEVICES": "", "TF_CPP_MIN_LOG_LEVEL": "3"}
    warnings.simplefilter("ignore")
    shell = _Shell.instance(colors="nocolor")
    report = {path.stem: _measured(shell, path) for path in sorted(SNIPPETS.glob("*.txt"))}
    json.dump(report, sys.stdout, indent=2, ensure_ascii=False)
    print()


def _measured(shell: _Shell, path: Path) -> dict[str, Any]:
    text, here = path.read_text(encoding="utf-8"), Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            made = list(_made(shell, text))
        finally:
            os.chdir(here)
    crashes = [one for one in made if one is not None]
    by_traceback = [_of_traceback(one) for one in crashes]
    by_notebook = [_of_notebook(one) for one in crashes]
    pairs = list(zip(crashes, by_traceback, by_notebook, strict=True))
    wrong = [_told(*pair) for pair in pairs if {pair[1], pair[2]} != {pair[0].library}]
    return {
        "crashes": len(crashes),
        "left_out": len(made) - len(crashes),
        "right_by_traceback": sum(found == one.library for one, found, _ in pairs),
        "right_by_notebook": sum(found == one.library for one, _, found in pairs),
        **({"wrong": wrong} if "--wrong" in sys.argv else {}),
    }


def _made(shell: _Shell, text: str) -> Iterator[Made | None]:
    """The crashes of a file; ``None`` for each that doesn't come up here."""
    parts = _SECTION.split(text)[1:]
    setups: list[str] = []
    lacking = False
    for title, source in zip(parts[::2], parts[1::2], strict=True):
        if title == "setup":
            lacking = shell.crash_of(source) is not None
            setups.append(source)
            names = dict(shell.user_ns)
        else:
            crash = None if lacking else shell.crash_of(source)
            yield None if crash is None else Made(title, [*setups, source], *crash)
            shell.user_ns.update((name, value) for name, value in names.items() if name not in ("In", "Out"))


def _of_traceback(one: Made) -> str | None:
    return estimate_library(evidence_of_traceback(one.ename, one.evalue, one.traceback)).value


def _of_notebook(one: Made) -> str | None:
    evidence = _notebook_evidence(one)
    return None if evidence is None else estimate_library(evidence).value


def _notebook_evidence(one: Made) -> CrashEvidence | None:
    cells: list[dict[str, Any]] = [
        {"cell_type": "code", "execution_count": count, "metadata": {}, "source": source, "outputs": []}
        for count, source in enumerate(one.cells, 1)
    ]
    error = {"output_type": "error", "ename": one.ename, "evalue": one.evalue, "traceback": one.traceback}
    cells[-1]["outputs"].append(error)
    document = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    return notebook_evidence(parse_notebook(document, where="made.ipynb"))


def _told(one: Made, by_traceback: str | None, by_notebook: str | None) -> dict[str, str | None]:
    return {
        "snippet": one.cells[-1].strip(),
        "crash": f"{one.ename}: {one.evalue[:150]}",
        "library": one.library,
        "by_traceback": by_traceback,
        "by_notebook": by_notebook,
    }


if __name__ == "__main__":
    main()

"""How the front end feels in Chromium: ``python -m benchmarks.front_end`` prints JSON, in milliseconds.

The lab shows a bench of 10,000 instances, whose list is scrolled with the wheel and by its bar and filtered by typing;
then instances of the starter bench are opened. Goals: no frame dropped, no task above 50 ms, marks and trace of an
attempt painted after 1 s, and scripts of 400 kB as gzip packs them. Beside it the same of a lab that is left alone, and
the time in which the lab alone shows the notebook of an attempt: a busy machine drops frames, too.

It needs what ``make ui`` needs (Node, Chromium); ``ui-tests/benchmarks`` is what goes on in the browser.
"""

import gzip
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .catalog import INSTANCES
from .large_bench import write_large_bench
from .measured import spread

ROOT = Path(__file__).parent.parent
BUNDLE = ROOT / "junobench_lab" / "labextension" / "static"
GOALS = {"frames_dropped": 0.0, "longest_task": 50.0, "attempt": 1000.0, "bundle": 400_000}

_FRAME = 1000 / 60
_BOUND = 600.0


def main() -> None:
    report: dict[str, Any]
    try:
        report = measure() if any(BUNDLE.glob("*.js")) else {"not_measured": "It isn't built: run `make build` first."}
    except (OSError, subprocess.SubprocessError) as error:
        report = {"not_measured": f"The browser could not be had or timed; `make ui` says what it needs ({error})."}
    json.dump(report, sys.stdout, indent=2)
    print()


def measure() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as name:
        figures = Path(name) / "figures.json"
        environment = {
            **os.environ,
            "JUNOBENCH_UI_LARGE_BENCH": str(write_large_bench(Path(name) / "bench", INSTANCES)),
            "JUNOBENCH_UI_FIGURES": str(figures),
            "JUNOBENCH_UI_NO_DOCKER": "No timing is about containers.",
        }
        command = [str(ROOT / "tools" / "test-ui.sh"), "--config", "benchmark.config.ts"]
        subprocess.run(command, env=environment, stdout=sys.stderr, check=True, timeout=_BOUND)
        told = json.loads(figures.read_text(encoding="utf-8"))
    return {
        "instances": INSTANCES,
        "left_alone": metered(told["idle"]),
        "wheel": metered(told["wheel"]),
        "drag": metered(told["drag"]),
        "typing": metered(told["typing"]),
        "panel": spread([told["panel"]]),
        "rows_after_a_drag": spread([told["dragged"]]),
        "filtered_after_the_last_key": spread([told["filtered"]]),
        "page": spread(told["pages"]),
        "attempt": spread(told["attempts"]),
        "notebook_by_the_lab_alone": spread(told["notebooks"]),
        "bundle": {
            "whole": spread([_packed(file.name for file in BUNDLE.glob("*.js"))]),
            "with_the_lab": spread([_packed(told["scripts"])]),
        },
        "goals": GOALS,
    }


def metered(told: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    """Share of the frames that were dropped, the longest task and the slowest answer to a key, wheel or click (0 where
    none took long enough to be told)."""
    dropped = sum(max(0, round(taken / _FRAME) - 1) for taken in told["frames"])
    return {
        "frames": len(told["frames"]),
        "frames_dropped": spread([dropped / (dropped + len(told["frames"]))]),
        "longest_task": spread([max(told["longTasks"], default=0.0)]),
        "slowest_answer": spread([max(told["events"], default=0.0)]),
    }


def _packed(names: Iterable[str]) -> int:
    return sum(len(gzip.compress((BUNDLE / name).read_bytes(), 9)) for name in names)


if __name__ == "__main__":
    main()

"""What a trial of a cell costs beyond the cell's own time: ``python -m benchmarks.preflight`` prints JSON.

Each cell is tried again and again in one real kernel, as the lab does it: making the request, the kernel's part, and
reading the reply. ``beyond`` is the time of all that without the cell's own, as measured in the trial: the median over
the cells' medians; ``round_trip`` that of an empty silent request on the same kernel: what any question to it costs.
Milliseconds.
"""

import json
import statistics
import sys
import time
from typing import Any

from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.manager import start_new_kernel

from junobench_lab.running.preflight.models import Trial, TrialRequest
from junobench_lab.running.preflight.trial import read_trial, trial_message

from .measured import spread

GOAL = 50.0
REPEATS = 15
PATIENCE = 60

SESSION = """
import numpy as np, pandas as pd
small = pd.DataFrame({"fare": [1.0, 2.0], "pier": ["a", "b"]})
frame = pd.DataFrame({"n": np.arange(2_000_000), "x": np.random.rand(2_000_000), "y": np.random.rand(2_000_000)})
"""
LIBRARIES = """
import matplotlib.pyplot as plt, seaborn, sklearn.ensemble, sklearn.linear_model
model = sklearn.linear_model.LinearRegression()
"""
CELLS = {
    "a key that is missing": "small['zz']",
    "a new column": "small['fee'] = small.fare * 2",
    "a column of 2 million rows": "frame['z'] = frame.n * 2",
    "one value among 2 million": "frame.loc[1_234_567, 'x'] = 0",
}
WITH_LIBRARIES = {
    "a fit that fails": "model.fit(small[['fare']], [1])",
    "a fit": "model.fit(small[['fare']], [1, 2])",
    "a figure": "plt.plot([1, 2]); plt.show()",
}


class _Kernel:
    def __init__(self, client: BlockingKernelClient) -> None:
        self._client = client

    def run(self, source: str) -> None:
        self._client.execute_interactive(source, timeout=PATIENCE, output_hook=lambda _: None)

    def ask(self, expressions: dict[str, str]) -> dict[str, Any]:
        self._client.execute("", silent=True, store_history=False, user_expressions=expressions, allow_stdin=False)
        content: dict[str, Any] = self._client.get_shell_msg(timeout=PATIENCE)["content"]
        return content

    def tried(self, source: str) -> tuple[float, Trial]:
        began = time.perf_counter()
        reply = self.ask(trial_message(TrialRequest(source=source)).expressions)
        trial = read_trial(reply, source)
        return (time.perf_counter() - began) * 1000, trial


def main() -> None:
    manager, client = start_new_kernel()
    try:
        kernel = _Kernel(client)
        kernel.run(SESSION)
        measured = [_measured(kernel, name, source) for name, source in CELLS.items()]
        kernel.run(LIBRARIES)
        measured += [_measured(kernel, name, source) for name, source in WITH_LIBRARIES.items()]
        round_trips = [_timed(lambda: kernel.ask({})) for _ in range(REPEATS)]
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    report = {
        "goal": GOAL,
        "beyond": spread([each["beyond_p50"] for each in measured]),
        "round_trip": spread(round_trips),
        "cells": measured,
    }
    json.dump(report, sys.stdout, indent=2)
    print()


def _measured(kernel: _Kernel, name: str, source: str) -> dict[str, Any]:
    kernel.tried(source)
    tried = [kernel.tried(source) for _ in range(REPEATS)]
    own = [(trial.seconds or 0.0) * 1000 for _, trial in tried]
    beyond = sorted(whole - cell for (whole, _), cell in zip(tried, own, strict=True))
    return {
        "cell": name,
        "verdict": tried[0][1].verdict,
        "own_p50": round(statistics.median(own), 1),
        "beyond_p50": round(statistics.median(beyond), 1),
        "beyond_min": round(beyond[0], 1),
        "beyond_max": round(beyond[-1], 1),
    }


def _timed(work: Any) -> float:
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


if __name__ == "__main__":
    main()

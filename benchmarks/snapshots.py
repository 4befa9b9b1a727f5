"""How soon a run of an attempt is over whose last cell was edited: ``python -m benchmarks.snapshots`` prints JSON.

The cells before it take 20 s. ``ratio`` is the time of the run over that of the edited cell, as measured around its
execution. Beside it the same run from the beginning.
"""

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from junobench_lab.running.environments.local import LocalEnvironment
from junobench_lab.running.models import CellFinished, Event, KernelReady, Limits, Plan, Step, Target
from junobench_lab.running.runner import run_plan
from junobench_lab.running.snapshots.store import SnapshotStore

from .measured import spread

GOAL = 1.2
PREFIX = 20
REPEATS = 5
EDITED = 5
SETUP = "import time\nimport numpy as np, pandas as pd\nframe = pd.DataFrame({'a': np.arange(1_000_000)})"
TARGET = Target(bench="benchmark", id="prefix", attempt=1)


def main() -> None:
    json.dump(asyncio.run(_measured()), sys.stdout, indent=2)
    print()


async def _measured() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        store = SnapshotStore()
        try:
            whole = await _timed(store, folder, 0)
            resumed = [await _timed(store, folder, number) for number in range(1, REPEATS + 1)]
        finally:
            await store.close()
    ratios = [seconds / edited for seconds, edited, _ in resumed]
    return {
        "goal": GOAL,
        "prefix_seconds": PREFIX,
        "went_on": all(steps > 0 for _, _, steps in resumed),
        "whole_run_seconds": round(whole[0], 2),
        "resumed_seconds": spread([seconds for seconds, _, _ in resumed]),
        "edited_cell_seconds": spread([edited for _, edited, _ in resumed]),
        "ratio": spread(ratios),
    }


async def _timed(store: SnapshotStore, folder: Path, number: int) -> tuple[float, float, int]:
    """Seconds of the run and of the edited cell, and how many steps an earlier run had made."""
    sources = [SETUP, f"time.sleep({PREFIX})", f"time.sleep({EDITED})\nframe.a.sum() + {number}"]
    plan = Plan(steps=[Step(index=place, cell=place, source=source) for place, source in enumerate(sources)])
    began = time.perf_counter()
    events: Sequence[Event] = [
        event
        async for event in run_plan(
            plan,
            folder=folder,
            files=(),
            environment=LocalEnvironment(),
            limits=Limits(),
            snapshots=store.run(TARGET, "python3", folder, ()),
        )
    ]
    seconds = time.perf_counter() - began
    edited = [event.seconds for event in events if isinstance(event, CellFinished)][-1]
    return seconds, edited, next(event.resumed for event in events if isinstance(event, KernelReady))


if __name__ == "__main__":
    main()

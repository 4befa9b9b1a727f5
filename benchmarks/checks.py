"""How long the check of a repair takes: ``python -m benchmarks.checks`` prints JSON, in seconds.

A right repair of each of some starter instances is begun as an attempt and checked, in warm kernels as in the lab: once
with the run of the reference fix that comes before the first check of an instance, then again without.
"""

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from junobench_lab.instances.registry import starter_bench
from junobench_lab.running.environments.warm.environment import WarmEnvironment
from junobench_lab.running.environments.warm.pool import shared_pool
from junobench_lab.running.records import RecordStore

from .measured import spread

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from recording.repairs import Repair, check_repair, read_repairs  # noqa: E402

IDS = (
    "bakery-hours",
    "bike-counter",
    "brewery-tanks",
    "ferry-reviews",
    "flat-rents",
    "gym-members",
    "museum-visits",
    "water-pumps",
)
"""Of instances with different libraries and labels, none of them heavy."""

_BOUND = 120.0


def main() -> None:
    json.dump(asyncio.run(measure()), sys.stdout, indent=2)
    print()


async def measure() -> dict[str, Any]:
    repairs = [next(repair for repair in read_repairs(ROOT / "stories" / id) if repair.right) for id in IDS]
    pool = shared_pool()
    environment = WarmEnvironment(pool, patient=True)
    bench = starter_bench()
    environment.prepare([cell.source for cell in bench.notebook(id, "reproduced").cells] for id in IDS)
    try:
        with tempfile.TemporaryDirectory() as place:
            store = RecordStore(Path(place))
            await asyncio.to_thread(pool.wait_until_prepared, _BOUND)

            async def timed(repair: Repair) -> float:
                began = time.perf_counter()
                result = await check_repair(repair, bench, store, environment=environment)
                if result.level != "passes_check":
                    raise SystemExit(f"{repair.id}: {result.sentence}")
                return time.perf_counter() - began

            first = [await timed(repair) for repair in repairs]
            again = [await timed(repair) for repair in repairs]
    finally:
        await asyncio.to_thread(pool.close)
    return {"instances": len(IDS), "first": spread(first), "again": spread(again)}


if __name__ == "__main__":
    main()

"""Checks that go on from where the check before has left a kernel come to the same results."""

from pathlib import Path
from typing import Any

import pytest
from recording.repairs import check_repair, read_repairs

from junobench_lab.instances.bench import Bench
from junobench_lab.practice.models import CheckResult
from junobench_lab.running.models import KernelReady
from junobench_lab.running.records import RecordStore
from junobench_lab.running.snapshots.store import SnapshotStore

from .conftest import ROOT

INSTANCES = ["library-loans"]


def judged(result: CheckResult) -> dict[str, Any]:
    """All that a person is told, but for times and memory."""
    return result.model_dump(exclude={"run", "checked", "seconds", "budget", "memory_budget", "peak_memory"})


@pytest.mark.asyncio
@pytest.mark.parametrize("id", INSTANCES)
async def test_checks_with_and_without_kept_kernels_agree(
    bench: Bench, id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a fast machine no cell takes long enough to be kept.
    monkeypatch.setattr("junobench_lab.running.snapshots.store._WORTH", 0.0)
    repairs = read_repairs(ROOT / "stories" / id)
    records = RecordStore(tmp_path / "records")
    snapshots = SnapshotStore()
    try:
        resumed = [await check_repair(repair, bench, records, snapshots) for repair in repairs]
    finally:
        await snapshots.close()
    for repair, result in zip(repairs, resumed, strict=True):
        assert judged(result) == judged(await check_repair(repair, bench, records)), repair.name
    events = [event for result in resumed for event in records.load(result.run).events]
    went_on = sum(event.resumed > 0 for event in events if isinstance(event, KernelReady))
    # What passes was decided by a run of the whole plan.
    passed = sum(result.level in ("passes_check", "equals_reference") for result in resumed)
    assert 0 < went_on <= len(repairs) - passed

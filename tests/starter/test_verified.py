"""Every instance crashes as labelled and every fix runs, in real kernels."""

from pathlib import Path

import pytest

from junobench_lab.instances.bench import Bench
from junobench_lab.running.models import InstanceVerification, Verification
from junobench_lab.running.records import RecordStore
from junobench_lab.running.verify import verify_bench


@pytest.mark.asyncio
async def test_every_instance_verifies(bench: Bench, tmp_path: Path) -> None:
    results: list[InstanceVerification | Verification] = []
    async for result in verify_bench(bench, jobs=2, store=RecordStore(tmp_path)):
        results.append(result)
    total = results[-1]
    assert isinstance(total, Verification)
    assert {instance.id: instance.sentence for instance in total.instances if not instance.ok} == {}
    assert len(total.instances) == len(bench.summaries())

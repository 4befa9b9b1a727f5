"""Every instance crashes as labelled and every fix runs, in real kernels."""

from pathlib import Path

import pytest

from junobench_lab.instances.bench import Bench
from junobench_lab.running.libraries import HEAVY_LIBRARIES, HeavyLibrary
from junobench_lab.running.models import InstanceVerification, Verification
from junobench_lab.running.records import RecordStore
from junobench_lab.running.verify import verify_bench


@pytest.mark.asyncio
async def test_every_instance_that_can_be_run_verifies(
    bench: Bench, lacking: dict[str, list[HeavyLibrary]], tmp_path: Path
) -> None:
    results: list[InstanceVerification | Verification] = []
    runnable = [summary.id for summary in bench.summaries() if summary.id not in lacking]
    async for result in verify_bench(bench, runnable, jobs=2, store=RecordStore(tmp_path)):
        results.append(result)
    total = results[-1]
    assert isinstance(total, Verification)
    assert {instance.id: instance.sentence for instance in total.instances if not instance.ok} == {}
    assert len(total.instances) == len(runnable)


@pytest.mark.usefixtures("with_heavy_libraries")
def test_no_instance_is_left_out_for_want_of_a_library(lacking: dict[str, list[HeavyLibrary]]) -> None:
    assert all(HEAVY_LIBRARIES["torchvision"] in libraries for libraries in lacking.values())

"""The starter bench comes to the same with warm kernels as with cold ones: outputs, crashes, tracebacks, names.

A fifth of the instances is run each time, another one every day; all take some minutes. Those that need a heavy
library are left to the verification: their kernels spend their time in what can't be forked.
"""

import asyncio
import time

import pytest

from junobench_lab.instances.registry import starter_bench
from junobench_lab.running.environments.local import LocalEnvironment
from junobench_lab.running.environments.warm.environment import WarmEnvironment
from junobench_lab.running.libraries import needed_libraries
from junobench_lab.running.session import RunJob, variant_job
from tests.running.warm.comparing import came_to

PARTS = 5


def jobs() -> list[RunJob]:
    bench = starter_bench()
    ids = [summary.id for summary in bench.summaries()]
    found = [variant_job(bench, id, "reproduced") for id in ids[int(time.time() // 86400) % PARTS :: PARTS]]
    return [job for job in found if not needed_libraries(job.plan)]


@pytest.mark.parametrize("job", jobs(), ids=lambda job: job.target.id)
def test_an_instance_shows_the_same(job: RunJob, warm: WarmEnvironment) -> None:
    async def both() -> None:
        _, cold = await came_to(LocalEnvironment(), job.plan, job.folder, job.files)
        ready, found = await came_to(warm, job.plan, job.folder, job.files)
        assert ready.warm, ready.cold_because
        assert found == cold

    asyncio.run(both())

from collections.abc import Iterator

import pytest

from junobench_lab.running.environments.warm.environment import WarmEnvironment
from junobench_lab.running.environments.warm.pool import WarmPool


@pytest.fixture(scope="module")
def pool() -> Iterator[WarmPool]:
    pool = WarmPool(ahead=1)
    yield pool
    pool.close()


@pytest.fixture(scope="module")
def warm(pool: WarmPool) -> WarmEnvironment:
    return WarmEnvironment(pool, patient=True)

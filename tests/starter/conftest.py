import sys
from pathlib import Path

import pytest

from junobench_lab.instances.bench import Bench
from junobench_lab.instances.registry import starter_bench

ROOT = Path(__file__).parents[2]
# The recorder is a tool of the repository, not a part of the package.
sys.path.insert(0, str(ROOT / "tools"))


@pytest.fixture(scope="session")
def bench() -> Bench:
    return starter_bench()

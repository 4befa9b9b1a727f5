import asyncio
import sys
from pathlib import Path

import pytest

from junobench_lab.instances.bench import Bench
from junobench_lab.instances.registry import starter_bench
from junobench_lab.running.environments.local import LocalEnvironment
from junobench_lab.running.heavy_instances import lacking_libraries, unrunnable
from junobench_lab.running.libraries import HEAVY_LIBRARIES, HeavyLibrary, listed_titles
from tests.needed import do_without

ROOT = Path(__file__).parents[2]
# The recorder is a tool of the repository, not a part of the package.
sys.path.insert(0, str(ROOT / "tools"))


@pytest.fixture(scope="session")
def bench() -> Bench:
    return starter_bench()


@pytest.fixture(scope="session")
def lacking() -> dict[str, list[HeavyLibrary]]:
    """Instance -> heavy libraries that it needs and the tests' kernel lacks; empty after `make heavy`, but for
    TorchVision."""
    libraries = asyncio.run(lacking_libraries(LocalEnvironment()))
    assert libraries is not None
    return unrunnable(starter_bench(), libraries)


@pytest.fixture
def with_heavy_libraries(lacking: dict[str, list[HeavyLibrary]]) -> None:
    """Skips a test about all instances where some can't be run, or fails where the libraries have to be there."""
    missing = {library for libraries in lacking.values() for library in libraries}
    missing.discard(HEAVY_LIBRARIES["torchvision"])
    if not missing:
        return
    named = listed_titles(sorted(missing, key=lambda library: library.title))
    do_without(f"{named} aren't installed (make heavy), so these can't be run: {', '.join(lacking)}")

"""Before a run a person learns which library the kernel lacks, by asking the kernel."""

import pytest

from junobench_lab.running import heavy_instances, libraries
from junobench_lab.running.libraries import HeavyLibrary
from tests.notebook_factory import code, crash_and_fix, notebook, write_bench

NOWHERE = HeavyLibrary("Nowhere", "nowhere_to_be_found", "nowhere")
ERROR = ("KeyError", "'fee'")


@pytest.fixture
def bench(tmp_path, monkeypatch):
    """A bench with an instance that needs a library which no kernel has."""
    for module in (libraries, heavy_instances):
        monkeypatch.setattr(module, "HEAVY_LIBRARIES", {NOWHERE.module: NOWHERE})
    cells = (code("import nowhere_to_be_found", count=1), code("{}['fee']", count=2, error=ERROR))
    heavy = {"reproduced": notebook(*cells), "fixed": notebook(cells[0], code("1", count=2))}
    return write_bench(tmp_path / "harbour", {"heavy": heavy, "light": crash_and_fix()})


async def test_the_sentence_names_the_library_and_how_to_install_it(call, bench):
    await call("POST", "benches", body={"path": str(bench), "name": "harbour"})
    status, reply = await call("GET", "instances", "harbour", "heavy", "lacking")
    assert status == 200
    assert reply["sentence"].startswith("This crash needs Nowhere, which the kernel doesn't have. Install it with: ")


async def test_an_instance_without_heavy_libraries_lacks_nothing_whatever_the_kernel(call, bench):
    await call("POST", "benches", body={"path": str(bench), "name": "harbour"})
    status, reply = await call("GET", "instances", "harbour", "light", "lacking", params={"kernel": "none-such"})
    assert (status, reply) == (200, {"sentence": None})


async def test_a_kernel_that_can_not_be_asked_is_no_reason_to_warn(call, bench):
    await call("POST", "benches", body={"path": str(bench), "name": "harbour"})
    status, reply = await call("GET", "instances", "harbour", "heavy", "lacking", params={"kernel": "none-such"})
    assert (status, reply) == (200, {"sentence": None})


async def test_an_unknown_instance_is_told(call, bench):
    status, reply = await call("GET", "instances", "starter", "none-such", "lacking")
    assert (status, reply["kind"]) == (404, "UnknownInstance")

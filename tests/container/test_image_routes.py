"""The image over the lab's routes, with a real daemon and a real registry."""

import asyncio
import shutil
import threading
from pathlib import Path
from typing import Any

import pytest

from junobench_lab.running.environments.container import images
from junobench_lab.running.environments.container.kernelspec import remove_kernelspecs
from junobench_lab.running.environments.container.settings import load_settings
from tests.running.runs import wait_until
from tests.server.test_runs import messages_of

from .conftest import docker
from .local_registry import LocalRegistry

BUILT = "junobench-test-routes:light"
WAITS = "FROM {base}\nRUN echo begun && python -c 'import time; time.sleep(300)'\n"


@pytest.fixture
def registry(daemon):
    with LocalRegistry() as registry:
        yield registry


@pytest.fixture
def recipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The product's recipe with the pins of a kernel alone, as all others take hours."""
    folder = tmp_path / "recipe"
    shutil.copytree(images.RECIPE, folder)
    kernel = next(line for line in (folder / "requirements.txt").read_text().split("\n") if "ipykernel" in line)
    (folder / "requirements.txt").write_text(kernel + "\n")
    monkeypatch.setattr(images, "RECIPE", folder)
    return folder


async def started(call, **asked: Any) -> None:
    status, job = await call("POST", "image", body={**asked, "agreed": True})
    assert (status, job["ended"]) == (202, None), job


async def end_of(jp_fetch) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """All that the events told, and the job at its end."""
    response = await jp_fetch("junobench-lab", "api", "image", "events", request_timeout=200)
    told = [progress for _, progress in messages_of(response.body)]
    return told, told[-1]["job"]


async def test_an_image_is_built_with_its_progress_and_its_kernel_is_there(call, jp_fetch, recipe, base, configured):
    configured(BUILT)
    try:
        await started(call, action="build", base=base)
        told, job = await end_of(jp_fetch)
        assert job["ok"], told[-1]["lines"]
        assert any(line.startswith("Step 1/") for line in told[-1]["lines"])
        status, environments = await call("GET", "environments")
        assert (status, environments["container"]["ready"]) == (200, True)
        await started(call, action="check")
        _, checked = await end_of(jp_fetch)
        assert (checked["ok"], checked["sentence"]) == (True, "The image works here: 1 libraries load.")
    finally:
        remove_kernelspecs()
        docker("image", "rm", "--force", BUILT)


async def test_a_build_that_is_cancelled_in_the_middle_leaves_nothing(call, jp_fetch, recipe, base, configured):
    configured(BUILT)
    (recipe / "Dockerfile").write_text(WAITS.format(base=base))
    before = docker("image", "ls", "--all", "--quiet")
    await started(call, action="build")
    following = asyncio.ensure_future(end_of(jp_fetch))
    await asyncio.to_thread(_wait_for_container)
    status, job = await call("DELETE", "image")
    assert (status, job["cancelled"], job["ok"]) == (200, True, False)
    _, told = await following
    assert told == job
    await asyncio.to_thread(_wait_for_no_container)
    assert docker("image", "ls", "--all", "--quiet") == before
    assert (await call("GET", "environments"))[1]["container"]["problem"] == "image"


async def test_a_pull_that_is_cancelled_in_the_middle_can_be_taken_up_again(call, jp_fetch, registry, configured):
    configured("another:image")
    halt = registry.halted[registry.layers[1]] = threading.Event()
    await started(call, action="pull", image=registry.image)
    try:
        # The first layer is here, and of the second a part.
        while registry.layers[1] in registry.halted or not registry.asked[registry.layers[0]]:
            await asyncio.sleep(0.05)
        status, job = await call("DELETE", "image")
        assert (status, job["cancelled"]) == (200, True)
    finally:
        halt.set()
    assert docker("image", "ls", "--quiet", f"{registry.address}/lab/tides") == ""
    assert load_settings().image == "another:image"
    try:
        await started(call, action="pull", image=registry.image)
        told, job = await end_of(jp_fetch)
        assert job["ok"], told[-1]
        assert len(told[-1]["layers"]) == 2
        assert load_settings().image == registry.image
    finally:
        remove_kernelspecs()
        docker("image", "rm", "--force", registry.image)


async def test_what_does_not_fit_its_digest_and_who_may_not_fetch_it_is_told(call, jp_fetch, registry, configured):
    configured("another:image")
    image = registry.image
    layer = registry.layers[1]
    whole = registry.blobs[layer]
    registry.blobs[layer] = whole[:-9] + b"different"
    await started(call, action="pull", image=image)
    _, job = await end_of(jp_fetch)
    assert (job["ok"], job["sentence"].startswith("Docker could not do it")) == (False, True)
    registry.blobs[layer] = whole
    registry.login = ("anna", "secret")
    await started(call, action="pull", image=image)
    _, job = await end_of(jp_fetch)
    assert f"docker login {registry.address}" in job["sentence"]
    assert load_settings().image == "another:image"


def _wait_for_container() -> None:
    wait_until(lambda: docker("ps", "--quiet") != "")


def _wait_for_no_container() -> None:
    wait_until(lambda: docker("ps", "--all", "--quiet") == "")

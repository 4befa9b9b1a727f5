"""Fetching an image by digest, from a registry on this machine with a real daemon."""

import asyncio
import base64
import contextlib
import json
import shutil
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import pytest

from junobench_lab.errors import EnvironmentUnavailable
from junobench_lab.running.environments.container.images import ImageStep, plan_pull, pull_image
from junobench_lab.running.environments.container.registry import bytes_to_fetch
from junobench_lab.running.environments.container.settings import PUBLISHED_IMAGE, load_settings

from .conftest import command, docker
from .local_registry import LocalRegistry


@pytest.fixture
def registry(daemon):
    with LocalRegistry() as registry:
        yield registry
        with contextlib.suppress(Exception):
            docker("image", "rm", registry.image)


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    """Where Docker's client keeps whom a person has logged in as."""
    monkeypatch.setenv("DOCKER_CONFIG", str(tmp_path))
    return tmp_path


def log_in(home: Path, registry: LocalRegistry, name: str, password: str) -> None:
    """As ``docker login`` notes it."""
    noted = base64.b64encode(f"{name}:{password}".encode()).decode()
    (home / "config.json").write_text(json.dumps({"auths": {registry.address: {"auth": noted}}}))


def pulled(image: str) -> list[ImageStep]:
    async def follow() -> list[ImageStep]:
        return [step async for step in pull_image(image)]

    return asyncio.run(follow())


def test_the_size_is_that_of_the_layers_for_the_daemons_processor(registry):
    plan = asyncio.run(plan_pull(registry.image))
    assert plan.fetched == sum(len(registry.blobs[layer]) for layer in registry.layers)
    assert plan.question is None


def test_an_image_is_fetched_by_digest_with_the_progress_of_its_layers(registry):
    steps = pulled(registry.image)
    assert len({step.layer for step in steps if step.total}) == 2
    assert registry.digest in docker("image", "inspect", "--format", "{{.RepoDigests}}", registry.image)


def test_a_layer_that_was_cut_off_is_gone_on_with(registry):
    registry.cut.add(registry.layers[1])
    pulled(registry.image)
    assert docker("image", "inspect", "--format", "{{len .RootFS.Layers}}", registry.image) == "2"
    assert registry.asked[f"resumed {registry.layers[1]}"] == 1
    assert registry.asked[registry.layers[0]] == 1


def test_a_large_image_is_asked_about_with_its_size(registry):
    registry.claimed[registry.layers[1]] = 8_000_000_000
    plan = asyncio.run(plan_pull(registry.image))
    assert plan.question is not None
    assert "8.0 GB to fetch, about 32.0 GB of disk" in plan.question


def test_a_large_image_is_not_fetched_without_a_yes(registry):
    registry.claimed[registry.layers[1]] = 1_200_000_000
    done = subprocess.run(
        [sys.executable, "-m", "junobench_lab.cli", "image", "pull", registry.image],
        input="n\n",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, "1.2 GB to fetch" in done.stdout) == (130, True), done.stderr
    assert not registry.asked


def test_without_room_for_it_nothing_is_fetched(registry, monkeypatch):
    registry.claimed[registry.layers[1]] = 8_000_000_000
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(100, 0, 31_000_000_000))
    with pytest.raises(EnvironmentUnavailable, match=r"about 32.0 GB .* only 31.0 GB are free"):
        pulled(registry.image)
    assert not registry.asked


def test_who_has_not_logged_in_is_told_so_and_how(registry, home):
    registry.login = ("anna", "secret")
    assert bytes_to_fetch(registry.image, "amd64") is None
    with pytest.raises(EnvironmentUnavailable, match=f"docker login {registry.address}"):
        pulled(registry.image)
    log_in(home, registry, "anna", "wrong")
    assert bytes_to_fetch(registry.image, "amd64") is None
    with pytest.raises(EnvironmentUnavailable, match=r"doesn't give .* to everybody"):
        pulled(registry.image)
    assert not registry.asked


def test_who_has_logged_in_gets_the_size_and_the_image(registry, home):
    registry.login = ("anna", "secret")
    log_in(home, registry, "anna", "secret")
    assert bytes_to_fetch(registry.image, "amd64") == sum(len(registry.blobs[layer]) for layer in registry.layers)
    assert {step.layer for step in pulled(registry.image) if step.total}


def test_what_does_not_fit_its_digest_is_refused(registry):
    image = registry.image
    layer = registry.layers[1]
    registry.blobs[layer] = registry.blobs[layer][:-9] + b"different"
    with pytest.raises(EnvironmentUnavailable, match="Docker could not do it"):
        pulled(image)
    assert docker("image", "ls", "--quiet", f"{registry.address}/lab/tides") == ""


def test_an_image_that_the_registry_does_not_have_says_so(registry):
    image = f"{registry.address}/lab/tides:none"
    assert bytes_to_fetch(image, "amd64") is None
    with pytest.raises(EnvironmentUnavailable):
        pulled(image)


def test_the_command_line_fetches_it_and_has_the_settings_name_it(registry, configured):
    configured("another:image")
    assert "The image is ready" in command("image", "pull", registry.image)
    assert load_settings().image == registry.image
    # What was set before stays.
    assert load_settings().pids == 64
    command("image", "remove", "--yes")


def test_the_published_image_is_named_by_its_digest():
    name, _, digest = PUBLISHED_IMAGE.partition("@sha256:")
    assert "/" in name
    assert len(digest) == 64

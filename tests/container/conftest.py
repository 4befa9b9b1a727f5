"""A Docker daemon of these tests' own, with an image of this very Python. Where none can be had, they are skipped."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from junobench_lab.running.environments.container.environment import ContainerEnvironment
from junobench_lab.running.environments.container.kernelspec import install_kernelspecs, remove_kernelspecs
from junobench_lab.running.environments.container.settings import ContainerSettings, settings_file
from tests.needed import do_without
from tests.server.conftest import bench_folder, call, jp_server_config  # noqa: F401  fixtures of a lab's server

_ROOT = Path(__file__).parents[2]
IMAGE = "junobench-test"
BASE = "junobench-test-base"


def start_daemon(*size: str) -> str:
    """Start a daemon and give its address; without one, the test is skipped, or fails where it has to be there.

    With a size ("600m") it has no more room than that for its data.
    """
    command = [_ROOT / "tools/docker-daemon.sh", "start", *size]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    if done.returncode:
        do_without(f"No Docker daemon for the container kernels: {done.stderr.strip()}")
    return done.stdout.strip()


def stop_daemon(address: str) -> None:
    subprocess.run([_ROOT / "tools/docker-daemon.sh", "stop", address], check=True, timeout=180)


def daemon_pid(address: str) -> int:
    return int(Path(address.removeprefix("unix://")).with_name("docker.pid").read_text())


def make_image(kind: str, name: str, address: str) -> None:
    subprocess.run(
        [sys.executable, _ROOT / "tools/container_base.py", kind, name],
        check=True,
        timeout=240,
        env={**os.environ, "DOCKER_HOST": address},
    )


def docker(*arguments: str) -> str:
    """What the Docker client says, on the daemon of the environment."""
    return subprocess.run(["docker", *arguments], check=True, capture_output=True, text=True, timeout=60).stdout.strip()


def command(*arguments: str, code: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "junobench_lab.cli", *arguments], capture_output=True, text=True, timeout=240
    )
    assert done.returncode == code, done.stderr + done.stdout
    return done.stdout if code != 2 else done.stderr


@pytest.fixture(scope="session")
def daemon() -> Iterator[str]:
    """The address of the daemon, which is in DOCKER_HOST as well."""
    address = start_daemon()
    before = os.environ.get("DOCKER_HOST")
    os.environ["DOCKER_HOST"] = address
    try:
        make_image("kernels", IMAGE, address)
        yield address
    finally:
        stop_daemon(address)
        if before is None:
            del os.environ["DOCKER_HOST"]
        else:
            os.environ["DOCKER_HOST"] = before


@pytest.fixture(scope="session")
def base(daemon: str) -> str:
    """The name of an image with Python and no packages."""
    make_image("base", BASE, daemon)
    return BASE


@pytest.fixture(scope="session")
def settings() -> ContainerSettings:
    return ContainerSettings(
        image=IMAGE, memory=400 * 2**20, temporary=64 * 2**20, disk=200 * 2**20, file=100 * 2**20, pids=64
    )


@pytest.fixture(scope="session")
def environment(daemon: str, settings: ContainerSettings) -> ContainerEnvironment:
    return ContainerEnvironment(settings)


@pytest.fixture(scope="session")
def folder() -> Iterator[Path]:
    """The folder of an instance, whose reference fix lies beside the input."""
    with tempfile.TemporaryDirectory(prefix="jt-") as name:
        folder = Path(name) / "harbour-fees"
        folder.mkdir()
        (folder / "fees.csv").write_text("ship,fee\nAlma,12\n", encoding="utf-8")
        (folder / "harbour-fees_fixed.ipynb").write_text("{}", encoding="utf-8")
        yield folder


@pytest.fixture
def configured(daemon, settings: ContainerSettings) -> Iterator[Callable[[str], None]]:
    """Writes the settings with another image."""

    def write(image: str) -> None:
        settings_file().parent.mkdir(parents=True, exist_ok=True)
        settings_file().write_text(settings.model_copy(update={"image": image, "memory": 2**30}).model_dump_json())

    yield write
    settings_file().unlink(missing_ok=True)


@pytest.fixture(params=["ipc", "tcp"])
def installed(daemon, settings: ContainerSettings, request: pytest.FixtureRequest) -> Iterator[str]:
    """The kernelspecs are there, and their kernels are reached as the parameter says."""
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text(settings.model_copy(update={"transport": request.param}).model_dump_json())
    install_kernelspecs()
    yield request.param
    remove_kernelspecs()
    settings_file().unlink()

"""How much a container may take, which image it is made of, and how its kernel is reached."""

import json
from pathlib import Path
from typing import Literal

import psutil
from pydantic import Field, ValidationError

from ....data_folder import data_folder
from ....errors import EnvironmentUnavailable
from ....model import Model

KERNEL_NAME = "junobench-container"
"""Name of the kernelspec and of its provisioner."""
KERNEL_TITLE = "JunoBench (container)"
NETWORK_KERNEL_NAME = f"{KERNEL_NAME}-network"
NETWORK_KERNEL_TITLE = "JunoBench (container with a network)"
"""Who chooses this one for a notebook agrees that it can reach a network."""
PUBLISHED_IMAGE = "yarinamomo/kaggle_python_env@sha256:73380761b1f37a83aef2c247a9d725c796c6196abf14bccc92b92b25c7eb81b9"
"""The image that the data set's authors publish and ran every instance in; about 8 GB to fetch, 23 GB unpacked."""

Transport = Literal["ipc", "tcp"]

_GB = 1024**3
_MB = 1024**2


def _default_memory() -> int:
    return min(8 * _GB, int(0.8 * psutil.virtual_memory().total))


class ContainerSettings(Model):
    """All sizes in bytes. Kept as JSON in the product's data folder; what is left out there has its default."""

    image: str = "junobench-lab:light"
    """A name with a tag or, as it can't change under it, a digest."""
    memory: int = Field(default_factory=_default_memory, ge=64 * _MB)
    """Memory of the kernel and all that it starts, files in memory included. No swap beside it."""
    cpus: float = Field(default=2.0, gt=0)
    pids: int = Field(default=512, ge=16)
    """Processes and threads."""
    temporary: int = Field(default=2 * _GB, ge=16 * _MB)
    """For /tmp, which is in memory."""
    shared_memory: int = Field(default=256 * _MB, ge=_MB)
    """For /dev/shm, by which workers of data loaders hand each other their data."""
    file: int = Field(default=4 * _GB, ge=_MB)
    """Largest file that may be written."""
    disk: int = Field(default=8 * _GB, ge=_MB)
    """What a run's folder may grow to, its input included; the run ends above it."""
    transport: Literal["auto", "ipc", "tcp"] = "auto"
    """How the kernel is reached: unix sockets and no network at all, or encrypted ports on 127.0.0.1."""


def settings_file() -> Path:
    return data_folder() / "container.json"


def load_settings(**overrides: object) -> ContainerSettings:
    """The settings of this person. Raises `EnvironmentUnavailable` where the file can't be understood."""
    file = settings_file()
    try:
        kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        return ContainerSettings(**{**kept, **overrides})
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        raise EnvironmentUnavailable(
            f"The container setting {name} can't be used ({first['msg']}); correct it in {file}."
        ) from error
    except (OSError, ValueError, TypeError) as error:
        raise EnvironmentUnavailable(
            f"The container settings in {file} can't be read ({error}); correct or remove that file."
        ) from error


def save_image(image: str) -> None:
    """Have the settings name an image; the others stay. Raises `EnvironmentUnavailable` where that isn't possible."""
    changed = load_settings(image=image).model_dump(mode="json", include={"image"})
    file = settings_file()
    try:
        kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({**kept, **changed}, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise EnvironmentUnavailable(
            f"The container settings can't be written to {file} ({error.strerror})."
        ) from error

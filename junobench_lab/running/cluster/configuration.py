"""What a person names as a cluster: the address of a scheduler, or a file that says how to make one.

The file is TOML or JSON::

    class = "dask_jobqueue.SLURMCluster"    # any cluster class of Dask, by its import path
    workers = 20                            # or: adapt = { minimum = 0, maximum = 1000 }

    [arguments]                             # of the class
    cores = 1
    memory = "4GB"
"""

import importlib
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from ...errors import EnvironmentUnavailable, InvalidRequest
from ...model import Model

_KINDS = (".toml", ".json")
_SCHEMES = ("tcp", "tls", "ws", "wss", "ucx")


class ClusterConfiguration(Model):
    """What the file says."""

    path: str = Field(alias="class", pattern=r"^[A-Za-z_]\w*(\.[A-Za-z_]\w*)+$")
    """Import path of the class, or of a function that makes a cluster."""
    arguments: dict[str, Any] = Field(default_factory=dict)
    workers: int | None = Field(default=None, ge=1)
    """How many it is scaled to."""
    adapt: dict[str, Any] | None = None
    """Arguments of its `adapt`, for a number of workers that follows the work."""


@dataclass(frozen=True)
class ClusterChoice:
    """A scheduler that runs, or a cluster that is made for the work and ended with it."""

    address: str | None = None
    configuration: ClusterConfiguration | None = None

    @property
    def name(self) -> str:
        return self.address or (self.configuration.path if self.configuration is not None else "")


def chosen_cluster(text: str) -> ClusterChoice:
    """What ``--cluster`` names. Raises `InvalidRequest`."""
    scheme, mark, host = text.partition("://")
    if mark:
        if scheme not in _SCHEMES or not host:
            known = ", ".join(f"{each}://" for each in _SCHEMES)
            raise InvalidRequest(f"{text[:200]!r} is no address of a Dask scheduler: it begins with one of {known}.")
        return ClusterChoice(address=text)
    file = Path(text).expanduser()
    if file.suffix.lower() not in _KINDS:
        raise InvalidRequest(
            f"{text[:200]!r} names no cluster: give the address of a Dask scheduler, such as tcp://10.0.0.1:8786, or a "
            ".toml or .json file that says how to make a cluster."
        )
    return ClusterChoice(configuration=read_configuration(file))


def read_configuration(file: Path) -> ClusterConfiguration:
    """Raises `InvalidRequest`."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it isn't UTF-8 text"
        raise InvalidRequest(f"The cluster's file {file} can't be read ({reason}).") from None
    try:
        content = _parsed(text, file.suffix.lower())
    except ValueError as error:
        raise InvalidRequest(f"The cluster's file {file} is damaged: {error}.") from None
    try:
        found = ClusterConfiguration.model_validate(content)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "file"
        raise InvalidRequest(
            f"The cluster's file {file} makes no sense at {where!r}: {first['msg']}. It takes class, arguments, and "
            "workers or adapt."
        ) from None
    if found.workers is not None and found.adapt is not None:
        raise InvalidRequest(f"The cluster's file {file} has workers and adapt: leave out one of them.")
    return found


def cluster_class(configuration: ClusterConfiguration) -> Any:
    """The class or function that is named. Raises `EnvironmentUnavailable` where it can't be imported."""
    module, _, name = configuration.path.rpartition(".")
    try:
        return getattr(importlib.import_module(module), name)
    except ImportError as error:
        raise EnvironmentUnavailable(
            f"The cluster {configuration.path} can't be made, as {module} can't be imported ({error}): install the "
            "package it belongs to."
        ) from error
    except AttributeError:
        raise EnvironmentUnavailable(
            f"The cluster {configuration.path} can't be made: {module} has no {name}."
        ) from None


def _parsed(text: str, kind: str) -> Any:
    if kind == ".json":
        return json.loads(text)
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    return tomllib.loads(text)

"""The cluster that a command's runs are carried out on, where it names one."""

import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import InvalidRequest

if TYPE_CHECKING:
    import asyncio

    from ..running.cluster.cluster import Cluster
    from ..running.cluster.configuration import ClusterChoice


@dataclass(frozen=True)
class Choice:
    cluster: "ClusterChoice"
    patience: float
    """Seconds for which it may have no worker."""


def chosen(text: str | None, patience: float) -> Choice | None:
    """What ``--cluster`` names, ``None`` where it wasn't given. Raises `InvalidRequest`."""
    if text is None:
        return None
    if not patience < float("inf"):
        raise InvalidRequest("--cluster-wait has to be a number of seconds.")
    from ..running.cluster.configuration import chosen_cluster

    return Choice(chosen_cluster(text), patience)


@contextlib.asynccontextmanager
async def joined(
    choice: Choice | None, cancel: "asyncio.Event", say: Callable[[str], None]
) -> "AsyncIterator[Cluster | None]":
    """The cluster, with a worker at least; ``None`` for this machine. Raises `EnvironmentUnavailable`."""
    if choice is None:
        yield None
        return
    from ..running.cluster.cluster import connected

    say(f"Waiting for a worker of {choice.cluster.name}")
    async with connected(choice.cluster, cancel=cancel, patience=choice.patience) as cluster:
        yield cluster

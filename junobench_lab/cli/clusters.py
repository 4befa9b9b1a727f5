"""The cluster that a command's runs are carried out on, where it names one."""

import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import EnvironmentUnavailable, InvalidRequest
from .group import Cancelled

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
    """The cluster, with a worker at least; ``None`` for this machine.

    Raises `EnvironmentUnavailable`, and `Cancelled` where a person didn't wait for its scheduler.
    """
    if choice is None:
        yield None
        return
    from ..running.cluster.cluster import connected

    say(f"Waiting for a worker of {choice.cluster.name}")
    async with contextlib.AsyncExitStack() as stack:
        try:
            connecting = connected(choice.cluster, cancel=cancel, patience=choice.patience)
            cluster = await stack.enter_async_context(connecting)
        except EnvironmentUnavailable:
            if cancel.is_set():
                raise Cancelled from None
            raise
        say(f"Running on {choice.cluster.name}")
        yield cluster

"""How much memory and disk the containers of this process take together, looked at while they work."""

import asyncio
from typing import Protocol

from ...models import ContainerUsage

_INTERVAL = 0.5


class Consumer(Protocol):
    """A container at work."""

    async def held(self) -> tuple[int, int]:
        """Bytes of memory that it holds now, and bytes of disk of its run as last seen."""


consumers: set[Consumer] = set()
"""The containers of runs that are at work."""


class UsageWatch:
    """Looks twice a second, from its making in an event loop until `end`."""

    def __init__(self) -> None:
        self.peak = ContainerUsage(memory=0, disk=0)
        self._task = asyncio.create_task(self._watch())

    def end(self) -> None:
        self._task.cancel()

    async def _watch(self) -> None:
        while True:
            held = await asyncio.gather(*(consumer.held() for consumer in consumers))
            memory, disk = sum(each[0] for each in held), sum(each[1] for each in held)
            self.peak = ContainerUsage(memory=max(self.peak.memory, memory), disk=max(self.peak.disk, disk))
            await asyncio.sleep(_INTERVAL)

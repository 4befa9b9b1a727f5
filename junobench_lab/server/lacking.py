"""What kernels lack to run instances, asked of the kernels themselves and remembered for a while."""

import asyncio
import time
from collections.abc import Sequence

from ..running.environments.local import LocalEnvironment
from ..running.heavy_instances import lacking_libraries
from ..running.libraries import HeavyLibrary, lacking_sentence

REMEMBERED = 60.0
"""Seconds that an answer counts: a kernel takes a second to ask, and a person may install something meanwhile."""


class LackingLibraries:
    """Asks each kernel once in `REMEMBERED` seconds, however many instances are looked at; in the event loop."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[float, list[HeavyLibrary] | None]] = {}
        self._asking = asyncio.Lock()

    async def sentence(self, needed: Sequence[HeavyLibrary], kernel: str | None) -> str | None:
        """What a local kernel lacks of what is needed; ``None`` where it lacks nothing or can't tell."""
        if not needed:
            return None
        environment = LocalEnvironment(kernel)
        async with self._asking:
            asked, lacking = self._known.get(environment.kernel, (0.0, None))
            if lacking is None or time.monotonic() - asked > REMEMBERED:
                lacking = await lacking_libraries(environment)
                self._known[environment.kernel] = time.monotonic(), lacking
        missing = [library for library in needed if library in (lacking or ())]
        return lacking_sentence(missing, environment) if missing else None

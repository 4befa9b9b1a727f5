"""A container that was started ahead of the run that it will be for, and waits with the usual libraries imported.

It is made with an empty folder, which becomes the run's own when it is handed over: Docker mounts a folder, not its
name. Until then no code but ours runs in it, and afterwards it is a container like any other, used once.
"""

import asyncio
import contextlib
import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from ....errors import EnvironmentUnavailable
from ...leftovers import InUse
from ...workspace import Workspace
from ..warm import parent_side
from ..warm.parent import Prepared
from ..warm.parent_side.alone import ORDER, TOLD
from .confinement import CONNECTION, user_for_copy
from .connection import Connection, make_connection
from .engine import Engine
from .kernel import ContainerKernel
from .settings import ContainerSettings
from .transport import connection_folder, sockets_of

_START = (
    "import sys; sys.path[0] = sys.argv[1]; from parent_side.alone import start; del sys.path[0]; "
    "start(sys.argv[1], sys.argv[2:])"
)
_BOUND = 60.0
_INTERVAL = 0.05
_SOURCES = Path(parent_side.__file__).parent
_ORDER = b"{}"


class WaitingContainer:
    """`start` makes it; whoever has it gives it to one run (`hand_over`), and then calls `close`."""

    def __init__(self, daemon: Engine, settings: ContainerSettings) -> None:
        """Raises `OSError`."""
        self.settings = settings
        self.kernel = ContainerKernel(daemon, settings)
        self.prepared: Prepared | None = None
        self._daemon = daemon
        self._root = connection_folder()
        self._in_use = InUse(self._root)
        self._folder = self._root / "waiting"
        self._orders: int | None = None
        self._reached: Connection | None = None
        self._image: str | None = None

    @property
    def reached(self) -> Connection:
        assert self._reached is not None
        return self._reached

    async def start(self, imports: Sequence[str]) -> str | None:
        """Make the container and wait until it is ready; gives why it can't be had, ``None`` where it waits.

        Raises `EnvironmentUnavailable`.
        """
        connection = sockets_of(self._root)
        user = await asyncio.to_thread(self._fill, connection)
        await self.kernel.start(
            self._folder,
            connection,
            self.reached,
            root=self._root,
            user=user,
            command=["python", "-c", _START, CONNECTION, *imports],
        )
        self._image = await self._image_now()
        deadline = asyncio.get_running_loop().time() + _BOUND
        while asyncio.get_running_loop().time() < deadline:
            told = connection / TOLD
            if told.exists():
                return self._take(json.loads(told.read_text(encoding="utf-8")))
            ended = await self.kernel.exited()
            if ended is not None:
                return f"The libraries could not be imported ahead. {ended.sentence}"
            await asyncio.sleep(_INTERVAL)
        return "The libraries could not be imported ahead in time."

    async def unfit(self) -> str | None:
        """Why it can be used no more; ``None`` where it can."""
        try:
            if await self._image_now() != self._image:
                return "The image was changed meanwhile."
            ended = await self.kernel.ask_now()
        except EnvironmentUnavailable as error:
            return str(error)
        return None if ended is None else f"The container that waited has ended. {ended.sentence}"

    async def hand_over(self, workspace: Workspace) -> None:
        """Let the run begin in ``workspace``, whose folder the container then sees. Raises `OSError`."""
        await asyncio.to_thread(self._place, workspace.folder)
        assert self._orders is not None
        os.write(self._orders, _ORDER)
        self._close_pipe()

    async def close(self) -> None:
        """Remove the container and what it had beside the run's own folder."""
        self._close_pipe()
        await self.kernel.remove()
        await asyncio.to_thread(shutil.rmtree, self._root, ignore_errors=True)
        self._in_use.end()

    def _fill(self, connection: Path) -> str:
        try:
            self._folder.mkdir()
            shutil.copytree(_SOURCES, connection / _SOURCES.name, ignore=shutil.ignore_patterns("__pycache__"))
            os.mkfifo(connection / ORDER, 0o600)
            # Open for both, so that it opens at once; when this process ends, however it does, so does the container's.
            self._orders = os.open(connection / ORDER, os.O_RDWR | os.O_CLOEXEC)
            user = user_for_copy(self._folder)
            self._reached = make_connection(connection, "ipc", user=user)
            user_for_copy(connection)
        except OSError as error:
            raise EnvironmentUnavailable(f"No container could be prepared ahead ({error.strerror}).") from error
        return user

    def _place(self, folder: Path) -> None:
        """Put the container's folder into the place of ``folder``, with all that is in that."""
        for entry in folder.iterdir():
            entry.rename(self._folder / entry.name)
        user_for_copy(self._folder)
        folder.rmdir()
        self._folder.rename(folder)

    def _take(self, reply: dict[str, dict[str, list[str]]]) -> str | None:
        if "unfit" in reply:
            return str(reply["unfit"])
        self.prepared = Prepared(**{name: tuple(values) for name, values in reply["prepared"].items()})
        return None

    async def _image_now(self) -> str:
        image = self.settings.image
        return await self._daemon.call(
            lambda client: str(client.api.inspect_image(image)["Id"]), bound=5.0, image=image
        )

    def _close_pipe(self) -> None:
        orders, self._orders = self._orders, None
        if orders is not None:
            with contextlib.suppress(OSError):
                os.close(orders)

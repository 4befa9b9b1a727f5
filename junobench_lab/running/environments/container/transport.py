"""Whether unix sockets reach into a container here: tried once, as no setting of Docker tells.

They don't where Docker runs in a machine of its own, as Docker Desktop does: files are shared with it, sockets not.
"""

import asyncio
import contextlib
import os
import secrets
import shutil
import socket
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from ....errors import EnvironmentUnavailable
from .confinement import CONNECTION, container_options, own_user, write_hosts
from .engine import Engine
from .faults import sentence_of
from .labels import labels
from .settings import ContainerSettings, Transport

if TYPE_CHECKING:
    from docker import DockerClient

SOCKET_PATH = 107
"""The longest path of a unix socket, in bytes, on Linux (sun_path without its closing zero)."""
_PATIENCE = 5.0
_BOUND = 30.0
_LISTENER = (
    "import os, socket\n"
    "s = socket.socket(socket.AF_UNIX)\n"
    f"s.settimeout({_PATIENCE:g})\n"
    f"s.bind('{CONNECTION}/p.new')\n"
    "s.listen()\n"
    # Under its name only when it listens, so that nobody knocks too early.
    f"os.rename('{CONNECTION}/p.new', '{CONNECTION}/p')\n"
    "c, _ = s.accept()\n"
    "c.sendall(b'here')\n"
)

_known: dict[Engine, Transport] = {}
_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()


async def choose_transport(engine: Engine, settings: ContainerSettings) -> Transport:
    """The way in that the settings force, or the one that a trial found; tried once for each daemon.

    Raises `EnvironmentUnavailable` where no container can be started at all.
    """
    if settings.transport != "auto":
        return settings.transport
    # Of many runs that start at once, one tries and the others wait for what it finds.
    async with _turns.setdefault(asyncio.get_running_loop(), asyncio.Lock()):
        if engine not in _known:
            _known[engine] = await _try(engine, settings)
        return _known[engine]


def connection_folder() -> Path:
    """A new folder with one for the sockets of one kernel in it (see `sockets_of`), and with a short path."""
    usual = tempfile.gettempdir()
    short = len(os.fsencode(usual)) + len("/jbl-xxxxxxxx/c/k-5") <= SOCKET_PATH
    folder = Path(tempfile.mkdtemp(prefix="jbl-", dir=None if short else "/tmp"))
    sockets_of(folder).mkdir()
    return folder


def sockets_of(folder: Path) -> Path:
    """Where in a connection folder the sockets are; a container sees this one alone."""
    return folder / "c"


async def _try(engine: Engine, settings: ContainerSettings) -> Transport:
    if not hasattr(socket, "AF_UNIX"):
        return "tcp"
    folder = connection_folder()
    name = f"junobench-probe-{secrets.token_hex(4)}"
    options = container_options(
        settings,
        name=name,
        labels=labels("probe", folder),
        folder=sockets_of(folder),
        connection=sockets_of(folder),
        hosts=write_hosts(folder),
        user=own_user(),
        environment={},
        ports=None,
        network=None,
    )
    options["command"] = ["python", "-c", _LISTENER]

    def run(client: "DockerClient") -> bool:
        try:
            client.containers.create(**options).start()
            return _answers(sockets_of(folder) / "p")
        finally:
            with contextlib.suppress(Exception):
                client.api.remove_container(name, force=True, v=True)

    try:
        return "ipc" if await engine.call(run, bound=_BOUND, image=settings.image) else "tcp"
    except EnvironmentUnavailable:
        raise
    except Exception as error:
        raise EnvironmentUnavailable(sentence_of(error, settings.image)) from error
    finally:
        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)


def _answers(place: Path) -> bool:
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        if place.exists():
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as knocking:
                knocking.settimeout(1.0)
                knocking.connect(str(place))
                return knocking.recv(4) == b"here"
            return False
        time.sleep(0.01)
    return False

"""One container with a kernel in it: made, started, watched, removed."""

import asyncio
import contextlib
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ....errors import EnvironmentUnavailable
from ..base import KernelExit
from ..exit_words import exit_sentence
from .confinement import CLOSED_NETWORK, OPEN_NETWORK, container_options, write_hosts
from .connection import Connection
from .engine import Engine
from .faults import ENDED_FROM_OUTSIDE, REMOVED, folder_not_prepared, is_gone, sentence_of
from .labels import labels
from .settings import ContainerSettings

if TYPE_CHECKING:
    from docker import DockerClient

_T = TypeVar("_T")

_START_BOUND = 30.0
_ASK_BOUND = 2.0
_REMOVE_BOUND = 10.0
_MOMENT = 0.2
_ASK_INTERVAL = 0.2
_ENDED_BY_SIGNAL = (128 + 9, 128 + 15)
_CHILD_INTERVAL = 0.6
_CHILD = "a process that it had started"
_OUT_OF_MEMORY = "Its container's memory, {bound}, was used up, so the system killed {victim}."


class ContainerKernel:
    """A kernel's container. The working directory and the connection folder belong to whoever makes it."""

    def __init__(self, engine: Engine, settings: ContainerSettings) -> None:
        self._engine = engine
        self._settings = settings
        # A name of our own, so that it can be removed even where the answer to its making got lost.
        self.name = f"junobench-{secrets.token_hex(8)}"
        self.exit_code: int | None = None
        self._exit: KernelExit | None = None
        # Nothing is asked in its first moments, when it needs the machine for itself.
        self._asked = self._child_asked = time.monotonic()
        self._created = time.time()
        self._unwanted = threading.Event()
        self._removal: asyncio.Task[None] | None = None
        self._lost_process = False

    async def start(
        self,
        folder: Path,
        connection: Path,
        reached: Connection,
        *,
        root: Path,
        user: str,
        environment: Mapping[str, str] | None = None,
        network: bool = False,
        command: Sequence[str] | None = None,
    ) -> None:
        """Start the kernel in ``folder``, to be ``reached`` by what `make_connection` wrote into ``connection``.

        ``root`` is the temporary folder that goes when the container goes; the container sees nothing that lies in it
        itself. With ``network`` it can reach whatever this machine can. ``command`` is run in the place of a kernel's.
        Raises `EnvironmentUnavailable`. Where it does, or is cancelled, no container is left.
        """
        joined = OPEN_NETWORK if network else CLOSED_NETWORK if reached.ports is not None else None
        try:
            hosts = write_hosts(root)
        except OSError as error:
            raise EnvironmentUnavailable(folder_not_prepared(error)) from error
        options = container_options(
            self._settings,
            name=self.name,
            labels=labels(folder.name, root),
            folder=folder,
            connection=connection,
            hosts=hosts,
            user=user,
            environment=environment or {},
            ports=reached.ports,
            network=joined,
        )
        if command is not None:
            options["command"] = list(command)

        def make(client: "DockerClient") -> None:
            # A thread can't be cancelled, so it looks itself whether what it makes is still wanted.
            if joined is not None:
                require_network(client, joined)
            container = client.containers.create(**options)
            if not self._unwanted.is_set():
                container.start()
            if self._unwanted.is_set():
                client.api.remove_container(self.name, force=True, v=True)

        making = asyncio.ensure_future(self._call(make, bound=_START_BOUND))
        try:
            await asyncio.shield(making)
        except BaseException as error:
            self._unwanted.set()
            removing = asyncio.ensure_future(self._remove_after(making))
            # Where Docker doesn't answer now, it doesn't answer a removal either.
            lost = isinstance(error, EnvironmentUnavailable)
            await asyncio.shield(asyncio.wait({removing}, timeout=_MOMENT if lost else None))
            if isinstance(error, EnvironmentUnavailable) or not isinstance(error, Exception):
                raise
            raise EnvironmentUnavailable(sentence_of(error, self._settings.image)) from error

    async def exited(self) -> KernelExit | None:
        """How the kernel ended, ``None`` while it lives. Docker is asked five times a second at most."""
        return self._exit if time.monotonic() - self._asked < _ASK_INTERVAL else await self.ask_now()

    def go_on(self) -> None:
        """Watch on, although a process that it had started was killed for lack of memory; of further ones nothing is
        told."""
        self._exit, self._lost_process = None, True

    async def ask_now(self) -> KernelExit | None:
        """As `exited`, but Docker is asked in any case."""
        if self._exit is None:
            self._asked = time.monotonic()
            self._exit = await self._ask()
        return self._exit

    async def oom_event(self) -> KernelExit | None:
        """Whether the system killed a process in the container for lack of memory while the kernel lives on."""
        with contextlib.suppress(Exception):
            # The flag of a container that runs on tells nothing of its children; the daemon's events do.
            if await self._events("oom"):
                return KernelExit(_out_of_memory(self._settings.memory, _CHILD), True)
        return None

    async def _events(self, kind: str) -> list[dict[str, Any]]:
        return await self._call(
            lambda client: list(
                client.api.events(
                    since=cast("int", f"{self._created:.3f}"),
                    until=cast("int", f"{time.time():.3f}"),
                    filters={"container": self.name, "event": kind},
                    decode=True,
                )
            ),
            bound=_ASK_BOUND,
        )

    async def _ask(self) -> KernelExit | None:
        try:
            state = await self._state()
            if state["Running"] and state["OOMKilled"] and not self._lost_process:
                # If the kernel was the victim, Docker hears of its end a little after the flag was set.
                await asyncio.sleep(_MOMENT)
                state = await self._state()
        except EnvironmentUnavailable as error:
            return KernelExit(str(error), infrastructure=True)
        except Exception as error:
            return KernelExit(REMOVED if is_gone(error) else sentence_of(error), infrastructure=True)
        running, killed = bool(state["Running"]), bool(state["OOMKilled"])
        if not running:
            self.exit_code = int(state["ExitCode"])
        if running and self._lost_process:
            return None
        # The flag stays, whichever process it was.
        if killed and (not self._lost_process or self.exit_code in _ENDED_BY_SIGNAL):
            return KernelExit(_out_of_memory(self._settings.memory, _CHILD if running else "it"), True)
        if running:
            return await self._child()
        if self.exit_code in _ENDED_BY_SIGNAL and await self._was_stopped():
            return KernelExit(ENDED_FROM_OUTSIDE, infrastructure=True)
        return KernelExit(exit_sentence(self.exit_code))

    async def _state(self) -> dict[str, Any]:
        found: dict[str, Any] = await self._call(
            lambda client: client.api.inspect_container(self.name)["State"], bound=_ASK_BOUND
        )
        return found

    async def _was_stopped(self) -> bool:
        """Whether Docker sent the signal, as it does when it is stopped itself, and not the kernel's own code."""
        try:
            told = await self._events("kill")
        except Exception:
            return True
        signals = {str(event["Actor"]["Attributes"].get("signal")) for event in told}
        return bool(signals & {"9", "15"})

    async def _child(self) -> KernelExit | None:
        if time.monotonic() - self._child_asked < _CHILD_INTERVAL:
            return None
        self._child_asked = time.monotonic()
        told = await self.oom_event()
        if told is not None:
            await asyncio.sleep(_MOMENT)
            with contextlib.suppress(Exception):
                # It was the kernel itself, and the next question tells.
                return told if (await self._state())["Running"] else None
        return told

    async def memory(self) -> int:
        """Bytes that the container holds; 0 where Docker can't tell."""
        with contextlib.suppress(Exception):
            told = await self._call(
                lambda client: client.api.stats(self.name, stream=False, one_shot=True)["memory_stats"],
                bound=_ASK_BOUND,
            )
            inactive = told["stats"].get("inactive_file", told["stats"].get("total_inactive_file", 0))
            return max(0, int(told["usage"]) - int(inactive))
        return 0

    async def signal(self, number: int) -> None:
        """Send a signal; one that has ended doesn't hear it."""
        with contextlib.suppress(Exception):
            await self._call(lambda client: client.api.kill(self.name, number), bound=_ASK_BOUND)

    async def read_last_words(self) -> str:
        """The last lines that the kernel wrote outside of cells; maybe empty."""
        with contextlib.suppress(Exception):
            told = await self._call(lambda client: client.api.logs(self.name, tail=3), bound=_ASK_BOUND)
            return " / ".join(line.strip() for line in told.decode("utf-8", "replace").splitlines() if line.strip())
        return ""

    async def remove(self) -> None:
        """Kill and remove the container; one that is gone is gone. What Docker doesn't do now, the reaper does.

        Where it was Docker that failed, nobody waits for more than a moment.
        """
        if self._removal is None:
            self._removal = asyncio.create_task(self._remove())
        failed = self._exit is not None and self._exit.infrastructure
        await asyncio.wait({self._removal}, timeout=_MOMENT if failed else None)

    async def _remove(self) -> None:
        with contextlib.suppress(Exception):
            await self._call(
                lambda client: client.api.remove_container(self.name, force=True, v=True), bound=_REMOVE_BOUND
            )

    async def _remove_after(self, making: "asyncio.Future[None]") -> None:
        await asyncio.wait({making})
        await self.remove()

    async def _call(self, work: "Callable[[DockerClient], _T]", *, bound: float) -> _T:
        return await self._engine.call(work, bound=bound, image=self._settings.image)


def require_network(client: "DockerClient", name: str) -> None:
    """Make one of our two networks, unless it is there. Their containers can't see each other.

    Packets leave the closed one with addresses that nobody can answer to.
    """
    import docker.errors

    try:
        client.networks.get(name)
    except docker.errors.NotFound:
        with contextlib.suppress(docker.errors.APIError):
            client.networks.create(
                name,
                driver="bridge",
                check_duplicate=True,
                labels={"junobench-lab": "1"},
                options={
                    "com.docker.network.bridge.enable_ip_masquerade": "true" if name == OPEN_NETWORK else "false",
                    "com.docker.network.bridge.enable_icc": "false",
                },
            )


def _out_of_memory(bound: int, victim: str) -> str:
    return _OUT_OF_MEMORY.format(bound=f"{bound / 1e9:.1f} GB", victim=victim)

"""The lab's side of a kernel that was kept: its process, and the kernels that come of it."""

import asyncio
import contextlib
import json
import os
import signal
import uuid
from pathlib import Path
from typing import Any

from ..environments.base import KernelExit, KernelStart
from ..environments.memory import prefer_as_victim
from ..environments.process_kernel import ProcessKernel
from ..environments.sockets import run_context
from ..workspace import Workspace

_CONNECT_BOUND = 5.0
_START_BOUND = 5.0
_GONE = "The kept kernel that the run went on from has ended, and the run with it: run it again."


class KeptProcess:
    """A copy of a kernel that waits. It ends when it is closed, or with this process."""

    def __init__(self, workspace: Workspace) -> None:
        name = uuid.uuid4().hex
        self.mark = name
        self._workspace = workspace
        self.socket = workspace.root / f"s-{name[:6]}"
        self.log = workspace.root / f"kept-{name[:6]}.log"
        self.pid = 0
        self.alive = False
        self._server: asyncio.Server | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._connected: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._started: asyncio.Queue[int] = asyncio.Queue()
        self._codes: dict[int, int] = {}
        self._starting = asyncio.Lock()

    async def listen(self) -> None:
        """Be there before the copy is. Raises `OSError`."""
        self._server = await asyncio.start_unix_server(self._converse, str(self.socket))

    async def connected(self, pid: int) -> bool:
        """Whether the copy, whose process is ``pid``, has come."""
        self.pid = pid
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.shield(self._connected), _CONNECT_BOUND)
        self._stop_listening()
        if self.alive:
            prefer_as_victim(pid)
        return self.alive

    async def kernel(self) -> "ResumedKernel":
        """A kernel with the kept session. Raises `OSError` where there is none."""
        from jupyter_client.connect import write_connection_file

        mark = uuid.uuid4().hex
        connection = self._workspace.root / f"c-{mark[:6]}.json"
        ipython = self._workspace.root / f"i-{mark[:6]}"
        ipython.mkdir()
        prefix = str(self._workspace.root / f"r{mark[:4]}")
        write_connection_file(str(connection), transport="ipc", ip=prefix)
        async with self._starting:
            self._send({"connection": str(connection), "mark": mark, "ipython": str(ipython)})
            try:
                pid = await asyncio.wait_for(self._started.get(), _START_BOUND)
            except asyncio.TimeoutError:
                raise OSError("the kept kernel does not answer") from None
        return ResumedKernel(self, pid, mark, connection)

    def code(self, pid: int) -> int | None:
        """Exit code of one of its kernels, ``None`` while it lives."""
        return self._codes.get(pid)

    def close(self) -> None:
        """End it, and the kernels that came of it."""
        self._stop_listening()
        self.alive = False
        if self._writer is not None:
            self._writer.close()
        if self.pid:
            with contextlib.suppress(OSError):
                os.kill(self.pid, signal.SIGKILL)
            self.pid = 0

    def _stop_listening(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        with contextlib.suppress(OSError):
            self.socket.unlink()

    def _send(self, order: dict[str, Any]) -> None:
        if self._writer is None or not self.alive:
            raise OSError("the kept kernel has ended")
        self._writer.write(json.dumps(order).encode() + b"\n")

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writer, self.alive = writer, True
        if not self._connected.done():
            self._connected.set_result(None)
        with contextlib.suppress(OSError, ValueError, KeyError, asyncio.CancelledError):
            while line := await reader.readline():
                told = json.loads(line)
                if "started" in told:
                    self._started.put_nowait(int(told["started"]))
                elif "ended" in told:
                    self._codes[int(told["ended"])] = int(told["code"])
        self.alive = False


class ResumedKernel(ProcessKernel):
    """A kernel that goes on from a kept one (see `base.LaunchedKernel`)."""

    start = KernelStart(warm=True)

    def __init__(self, kept: KeptProcess, pid: int, mark: str, connection: Path) -> None:
        from jupyter_client.asynchronous.client import AsyncKernelClient

        super().__init__(pid, mark, kept.log.open("rb"), run_context())
        self._kept = kept
        self.client = AsyncKernelClient(context=self._context)
        self.client.load_connection_file(str(connection))
        self.client.start_channels(stdin=False, hb=False, control=False)

    async def exited(self) -> KernelExit | None:
        if self._exit is None:
            code = self._kept.code(self._pid)
            if code is not None:
                self._exit = self.read_exit(code)
            elif not self._kept.alive:
                self._exit = KernelExit(_GONE, infrastructure=True)
        return self._exit

"""Talking with a kernel: requests, their replies, and the output that belongs to them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping
from typing import TYPE_CHECKING, Any

import zmq

if TYPE_CHECKING:
    from jupyter_client.asynchronous.client import AsyncKernelClient

_QUIET = 1.0
"""Seconds without a message after which an exchange counts as over although its idle message is missing. Kernels drop
output when they send faster than anyone can read, and a message above the bound is refused."""

_REPLY_QUIET = 10.0
"""The same for a missing reply, which isn't dropped: it comes late on a machine that is too busy to read."""

TakeOutput = Callable[[str, Mapping[str, Any]], None]


class Exchange:
    """A request, what the kernel says while it works on it, and the reply."""

    def __init__(self, take: TakeOutput | None) -> None:
        self._take = take
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Resolves when the kernel has replied and has said that it is idle again."""
        self.reply: dict[str, Any] | None = None
        """Content of the reply; still ``None`` when done, where it was lost."""
        self.heard = asyncio.Event()
        """Set when the first message on iopub has come: from then on none is missed."""
        self._idle = False
        self._patience: asyncio.TimerHandle | None = None

    @property
    def lost_something(self) -> bool:
        """Whether it counts as over although a message that has to come never came."""
        return self.done.done() and (self.reply is None or not self._idle)

    def on_reply(self, content: dict[str, Any]) -> None:
        self.reply = content
        self._progress()

    def on_output(self, kind: str, content: Mapping[str, Any]) -> None:
        self.heard.set()
        if kind == "status" and content.get("execution_state") == "idle":
            self._idle = True
        elif self._take is not None:
            self._take(kind, content)
        self._progress()

    def close(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
        self.done.cancel()

    def _progress(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        if self.reply is not None and self._idle:
            self._finish()
        elif self.reply is not None or self._idle:
            quiet = _REPLY_QUIET if self.reply is None else _QUIET
            self._patience = asyncio.get_running_loop().call_later(quiet, self._finish)

    def _finish(self) -> None:
        if not self.done.done():
            self.done.set_result(None)


class Conversation:
    """All exchanges with one kernel. Reads both channels without pause, so that no kernel waits for a reader."""

    def __init__(self, client: "AsyncKernelClient") -> None:
        self._client = client
        self._open: dict[str, Exchange] = {}
        self._readers = [asyncio.create_task(self._read_replies()), asyncio.create_task(self._read_output())]

    def ask_info(self) -> Exchange:
        """Ask who the kernel is: the request that every kernel answers first."""
        return self._opened(self._client.kernel_info(), None)

    def execute(self, source: str, take: TakeOutput) -> Exchange:
        """Run a cell as the lab does: with a count and in the history. Nobody is there to answer `input()`."""
        return self._opened(self._client.execute(source, allow_stdin=False, stop_on_error=False), take)

    def evaluate(self, expressions: dict[str, str]) -> Exchange:
        """Evaluate expressions without a trace in counts, history and outputs."""
        request = self._client.execute(
            "", silent=True, store_history=False, user_expressions=expressions, allow_stdin=False, stop_on_error=False
        )
        return self._opened(request, None)

    async def close(self) -> None:
        for exchange in self._open.values():
            exchange.close()
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)

    def _opened(self, request: str, take: TakeOutput | None) -> Exchange:
        # Requests are sent past the socket's asyncio side, and may take the signal of a reply that came meanwhile with
        # them; the reader would then wait for good. Asking for the state makes it look.
        self._client.shell_channel.socket.get(zmq.EVENTS)
        # Earlier exchanges are over: what their threads still print belongs to no cell that runs.
        exchange = self._open[request] = Exchange(take)
        for other in [name for name, known in self._open.items() if known.done.done()]:
            del self._open[other]
        return exchange

    async def _read_replies(self) -> None:
        async for message, exchange in self._messages(self._client.shell_channel):
            if message["header"]["msg_type"].endswith("_reply"):
                exchange.on_reply(message["content"])

    async def _read_output(self) -> None:
        async for message, exchange in self._messages(self._client.iopub_channel):
            # A notebook can publish whatever it likes, also what no display is made of.
            with contextlib.suppress(AttributeError, KeyError, TypeError, ValueError):
                exchange.on_output(message["header"]["msg_type"], message["content"])

    async def _messages(self, channel: Any) -> AsyncIterator[tuple[dict[str, Any], Exchange]]:
        while channel.is_alive():
            message = None
            # A message that can't be read (unsigned, not JSON, sent twice) is none of ours.
            with contextlib.suppress(ValueError, KeyError, TypeError, RuntimeError):
                message = await channel.get_msg(timeout=None)
            exchange = self._open.get((message or {}).get("parent_header", {}).get("msg_id", ""))
            if message is not None and exchange is not None:
                yield message, exchange
            # A flood of messages that are already here must not keep deadlines and cancelling from their turn.
            await asyncio.sleep(0)

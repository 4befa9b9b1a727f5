"""Answers that go on: server-sent events (WHATWG HTML, section 9.2)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from tornado.iostream import StreamClosedError

from .handler import LabHandler

HEARTBEAT = 10.0
"""Seconds after which a silent stream says that it is still there, so that no proxy takes it for dead."""

_EVENT_STREAM = "text/event-stream"


def message(name: str, data: str) -> str:
    return f"event: {name}\ndata: {data}\n\n"


async def stream(handler: LabHandler, messages: AsyncIterator[str]) -> None:
    """Send messages as they come. Whoever listens may go; what they listen to goes on."""
    handler.set_header("Content-Type", _EVENT_STREAM)
    handler.set_header("Cache-Control", "no-cache")
    # Asks a proxy not to hold the events back.
    handler.set_header("X-Accel-Buffering", "no")
    with contextlib.suppress(StreamClosedError):
        await _send(handler, messages)
        handler.finish(set_content_type=_EVENT_STREAM)


async def _send(handler: LabHandler, messages: AsyncIterator[str]) -> None:
    following = asyncio.ensure_future(anext(messages, None))
    try:
        while True:
            await asyncio.wait({following}, timeout=HEARTBEAT)
            if not following.done():
                handler.write(": still running\n\n")
            elif (text := following.result()) is None:
                return
            else:
                handler.write(text)
                following = asyncio.ensure_future(anext(messages, None))
            await handler.flush()
    finally:
        following.cancel()

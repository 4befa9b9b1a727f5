"""The ZMQ sockets by which runs talk with their kernels."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import zmq.asyncio

_MESSAGE_BOUND = 128 * 1024 * 1024
"""Bytes; a larger message is dropped by the socket, so that no cell can fill the memory of the lab's server."""


def run_context() -> "zmq.asyncio.Context":
    """A context of one run. Its options are the defaults of all sockets made from it."""
    import zmq.asyncio

    context = zmq.asyncio.Context()
    # Reconnect fast while the kernel starts, and refuse floods.
    context.setsockopt(zmq.MAXMSGSIZE, _MESSAGE_BOUND)
    context.setsockopt(zmq.RECONNECT_IVL, 20)
    context.setsockopt(zmq.LINGER, 0)
    return context

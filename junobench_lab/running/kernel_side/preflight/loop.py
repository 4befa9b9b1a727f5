"""The kernel's event loop, in which its cells run, and which doesn't go on in a fork."""

from __future__ import annotations

import asyncio
from typing import Any

_FILES = ("asyncio", "nest_asyncio", "selectors")
_OF_A_RUNNING_LOOP = "running event loop"
"""In what Python says where a loop runs already: it does in the session, too."""


def as_inside(loop: Any) -> None:
    """Let a cell that awaits nothing find the kernel's ``loop`` running, as it does in the session: tasks can be made,
    and `asyncio.run` fails. Python takes a loop for stopped in another process than that which runs it.
    """
    asyncio._set_running_loop(loop)


def failed_in_the_loop(error: BaseException) -> bool:
    """Whether it was raised by the machinery of event loops, for want of what a fork lacks."""
    trace = error.__traceback__
    if trace is None or _OF_A_RUNNING_LOOP in str(error) or "already running" in str(error):
        return False
    while trace.tb_next is not None:
        trace = trace.tb_next
    module = str(trace.tb_frame.f_globals.get("__name__", "")).partition(".")[0]
    return module in _FILES

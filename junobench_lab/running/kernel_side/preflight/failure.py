"""An exception of the cell as a few lines of traceback, in the form in which IPython names cells."""

from __future__ import annotations

import linecache
import types
from collections.abc import Iterable, Iterator
from typing import Any

_MESSAGE = 2000
_OWN_EXPRESSION = "<string>"
"""Where the expression that asked for the trial runs, with the session's names."""
_MAGIC_BODIES = ("<timed exec>", "<timed eval>", "<magic-timeit>", "<unknown>")


def described(error: BaseException, shell: Any) -> dict[str, Any]:
    """Type, message and the frames that lie in the cell."""
    try:
        message = str(error)[:_MESSAGE]
    except Exception:
        # An exception whose own text fails.
        message = ""
    if isinstance(error, SyntaxError) and error.lineno is not None:
        count = shell.execution_count
        lines = [f"  Cell In[{count}], line {error.lineno}\n    {(error.text or '').strip()}"]
    else:
        lines = list(told_frames(_frames(error.__traceback__), shell))
    return {"ename": type(error).__name__, "evalue": message, "traceback": lines}


def _frames(trace: types.TracebackType | None) -> Iterator[tuple[types.FrameType, int]]:
    while trace is not None:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def told_frames(frames: Iterable[tuple[types.FrameType, int]], shell: Any) -> Iterator[str]:
    """The frames of the cell itself and of what a magic made of its body, outermost first."""
    for frame, line in frames:
        code = frame.f_code
        in_cell = frame.f_globals is shell.user_global_ns and code.co_filename != _OWN_EXPRESSION
        if not in_cell or not code.co_name.startswith("<"):
            continue
        if code.co_filename in _MAGIC_BODIES:
            yield f"File {code.co_filename}:{line}"
        elif code.co_name == "<module>" or code.co_name.startswith("<cell line"):
            text = linecache.getline(code.co_filename, line).rstrip("\n")
            yield f"Cell In[{shell.execution_count}], line {line}\n----> {line} {text}"


def lines_now(frame: types.FrameType | None, shell: Any) -> list[str]:
    """The same for what is running now; ``frame`` is the innermost one."""
    frames = []
    while frame is not None:
        frames.append((frame, frame.f_lineno))
        frame = frame.f_back
    return list(told_frames(reversed(frames), shell))

"""A command as a system: an item comes in on stdin as JSON, a prediction goes out on stdout as JSON."""

import asyncio
import contextlib
import os
import re
import shlex
import signal
import time
from collections.abc import Sequence
from itertools import pairwise

from ...errors import InvalidRequest
from ..tasks.models import Item
from .models import Reply

_LAST_WORDS = 300
"""Characters of what a command complained of."""
_LONGEST = 16_000_000
"""Bytes that a command may write; one that writes without end would fill the memory."""
_CHUNK = 65_536
_PATIENCE = 5.0
"""Seconds for a process to end that was killed."""
_RUN_BY = re.compile(r"(python|pypy|node|ruby|perl|bash|sh|Rscript|java|uv|poetry)[\d.]*(\.exe)?")
"""Programs that run others: with them, the name of a system is that of the other one, too."""


class Command:
    """Called once an item, in a process group of its own, so that all it starts ends with it."""

    def __init__(self, command: str, seconds: float, name: str | None = None) -> None:
        """``seconds``: what a call may take; ``name``: else that of the program.

        Raises `InvalidRequest` where it is no command line.
        """
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise InvalidRequest(f"{command[:200]!r} is no command line ({error}): check its quotes.") from None
        if not self._words:
            raise InvalidRequest("The command is empty: say how to call the system.")
        self._seconds = seconds
        self.name = name or _name_of(self._words)

    async def reply(self, item: Item, run: int) -> Reply:
        return await self.reply_to(item.model_dump_json(), run)

    async def reply_to(self, asked: str, run: int = 0) -> Reply:
        """What it writes when it gets a JSON document on stdin. Raises `InvalidRequest` where it can't be started."""
        began = time.monotonic()
        try:
            process = await asyncio.create_subprocess_exec(
                *self._words,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env={**os.environ, "JUNOBENCH_RUN": str(run)},
                start_new_session=True,
            )
        except OSError as error:
            raise InvalidRequest(f"{self._words[0]} can't be started ({error.strerror}): check the command.") from None
        try:
            out, complaint = await asyncio.wait_for(_spoken_with(process, asked.encode()), self._seconds)
        except _TooLong:
            words = f"The command wrote more than {_LONGEST // 1_000_000} MB, and was ended."
            return Reply(error=words, seconds=time.monotonic() - began)
        except asyncio.TimeoutError:
            return Reply(error=f"The command took longer than {self._seconds:g} s.", seconds=time.monotonic() - began)
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            await _ended(process)
        seconds = time.monotonic() - began
        if process.returncode:
            words = complaint.decode(errors="replace").strip()[-_LAST_WORDS:]
            why = f": {words}" if words else "."
            return Reply(error=f"The command ended with exit code {process.returncode}{why}", seconds=seconds)
        return Reply(text=out.decode(errors="replace"), seconds=seconds)


class _TooLong(Exception):
    """The command writes without end."""


async def _spoken_with(process: asyncio.subprocess.Process, asked: bytes) -> tuple[bytes, bytes]:
    """What it writes when it is asked, and the end of what it complains of. Raises `_TooLong`."""
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None, "All are pipes."
    streams = (_tell(process.stdin, asked), _all_of(process.stdout), _end_of(process.stderr))
    working = [asyncio.ensure_future(stream) for stream in streams]
    try:
        _, out, complaint = await asyncio.gather(*working)
    finally:
        for one in working:
            one.cancel()
        await asyncio.gather(*working, return_exceptions=True)
    await process.wait()
    return bytes(out or b""), bytes(complaint or b"")


async def _ended(process: asyncio.subprocess.Process) -> None:
    """Wait for a process that was killed. What it left in its pipes is read: asyncio doesn't see its end before."""
    left = [_end_of(stream) for stream in (process.stdout, process.stderr) if stream is not None]
    # Something that it started in a session of its own may hold the pipes open for good.
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(asyncio.gather(*left, process.wait()), _PATIENCE)


async def _tell(stream: asyncio.StreamWriter, asked: bytes) -> None:
    # A command needn't read what it is asked.
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        stream.write(asked)
        await stream.drain()
    stream.close()


async def _all_of(stream: asyncio.StreamReader) -> bytearray:
    found = bytearray()
    while chunk := await stream.read(_CHUNK):
        found += chunk
        if len(found) > _LONGEST:
            raise _TooLong
    return found


async def _end_of(stream: asyncio.StreamReader) -> bytearray:
    found = bytearray()
    while chunk := await stream.read(_CHUNK):
        found = (found + chunk)[-_CHUNK:]
    return found


def _name_of(words: Sequence[str]) -> str:
    """The program's, without its folders; with one that runs others ("python"), also the script's or module's."""
    program = words[0].rpartition("/")[2]
    if _RUN_BY.fullmatch(program) is None:
        return program
    for before, word in pairwise(words):
        if before == "-c":
            break
        if not word.startswith("-"):
            return f"{program} {word.rpartition('/')[2]}"[:60]
    return program

"""A command as a system: an item comes in on stdin as JSON, a prediction goes out on stdout as JSON."""

import asyncio
import contextlib
import os
import shlex
import signal
import time

from ...errors import InvalidRequest
from ..tasks.models import Item
from .models import Reply

_LAST_WORDS = 300


class Command:
    """Called once an item, in a process group of its own, so that all it starts ends with it."""

    def __init__(self, command: str, seconds: float) -> None:
        """``seconds``: what a call may take. Raises `InvalidRequest` where it is no command line."""
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise InvalidRequest(f"{command[:200]!r} is no command line ({error}): check its quotes.") from None
        if not self._words:
            raise InvalidRequest("The command is empty: say how to call the system.")
        self._seconds = seconds
        self.name = self._words[0].rpartition("/")[2]

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
            out, complaint = await asyncio.wait_for(process.communicate(asked.encode()), self._seconds)
        except asyncio.TimeoutError:
            return Reply(error=f"The command took longer than {self._seconds:g} s.", seconds=time.monotonic() - began)
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
        seconds = time.monotonic() - began
        if process.returncode:
            words = complaint.decode(errors="replace").strip()[-_LAST_WORDS:]
            return Reply(error=f"The command ended with exit code {process.returncode}: {words}", seconds=seconds)
        return Reply(text=out.decode(errors="replace"), seconds=seconds)

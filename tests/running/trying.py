"""Trying cells in a real kernel, for the tests."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.manager import KernelManager, start_new_kernel

from junobench_lab.running.preflight.models import Trial, TrialRequest
from junobench_lab.running.preflight.trial import read_trial, trial_message

PATIENCE = 60


class LiveKernel:
    """A kernel with a session in it."""

    def __init__(self, manager: KernelManager, client: BlockingKernelClient) -> None:
        self._manager = manager
        self._client = client
        self.pid: int = manager.provisioner.pid  # type: ignore[union-attr]

    def run(self, source: str) -> str:
        """Run a cell for good, and give what it printed or displayed; it must not fail."""
        said: list[str] = []

        def hear(message: dict[str, Any]) -> None:
            content = message["content"]
            said.append(content.get("text") or content.get("data", {}).get("text/plain", ""))

        reply = self._client.execute_interactive(source, allow_stdin=False, timeout=PATIENCE, output_hook=hear)
        assert reply["content"]["status"] == "ok", reply["content"]
        return "".join(said)

    def send(self, source: str, seconds: float = 2.0) -> str:
        """Send a trial; gives the id of the request."""
        message = trial_message(TrialRequest(source=source, seconds=seconds))
        return str(
            self._client.execute(
                "", silent=True, store_history=False, user_expressions=message.expressions, allow_stdin=False
            )
        )

    def reply(self, request: str) -> dict[str, Any]:
        while True:
            message = self._client.get_shell_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") == request:
                content: dict[str, Any] = message["content"]
                return content

    def look(self, expression: str) -> str:
        """What an expression gives, as text; evaluated without a trace."""
        request = self._client.execute("", silent=True, store_history=False, user_expressions={"seen": expression})
        seen = self.reply(request)["user_expressions"]["seen"]
        assert seen["status"] == "ok", seen
        return str(seen["data"]["text/plain"])

    def tried(self, source: str, seconds: float = 2.0) -> Trial:
        return read_trial(self.reply(self.send(source, seconds)), source, seconds=seconds)

    def heard(self, request: str) -> list[str]:
        """The kinds of messages that everybody heard because of a request."""
        kinds = []
        while True:
            message = self._client.get_iopub_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") == request:
                kinds.append(message["header"]["msg_type"])
                if message["content"].get("execution_state") == "idle":
                    return kinds

    def interrupt(self) -> None:
        os.kill(self.pid, signal.SIGINT)

    def children(self) -> list[str]:
        """Processes that the kernel has started and that haven't been taken off the system's list."""
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.pid)], capture_output=True, text=True)
        return listed.stdout.split()


@contextmanager
def live_kernel(folder: Path) -> Iterator[LiveKernel]:
    # A kernel that finds pytest's variable doesn't capture what is written past Python's own streams.
    environment = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}
    manager, client = start_new_kernel(cwd=str(folder), env=environment, startup_timeout=PATIENCE)
    try:
        yield LiveKernel(manager, client)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)

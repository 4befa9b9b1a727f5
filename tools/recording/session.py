"""Plays a session in a fresh kernel, pinned as the runner pins it, and keeps what each execution put out."""

import json
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from queue import Empty
from typing import Any

from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.manager import KernelManager

from junobench_lab.running.pinning import DROPPED_ENVIRONMENT, PINNED_ENVIRONMENT, pin_expressions

from .blocks import StoryError
from .outputs import tidy

CELL_SECONDS = 60
"""Bound of one execution; starter cells take well under a second."""

FIGURES = {"dpi": 60, "bbox_inches": "tight", "metadata": {"Software": None}}
"""How figures are saved: small, and without the version that drew them."""


@dataclass(frozen=True)
class Execution:
    count: int
    outputs: list[dict[str, Any]]

    @property
    def error(self) -> dict[str, Any] | None:
        return next((output for output in self.outputs if output["output_type"] == "error"), None)


def play(sources: list[str], folder: Path) -> list[Execution]:
    """Execute the sources one after the other in ``folder``; errors don't stop the session.

    Raises `StoryError` when an execution takes longer than `CELL_SECONDS` or its count isn't its place.
    """
    with tempfile.TemporaryDirectory(prefix="recording-") as home:
        profile = Path(home, "profile_default")
        profile.mkdir()
        options = {"InlineBackend": {"print_figure_kwargs": FIGURES}, "HistoryManager": {"enabled": False}}
        (profile / "ipython_kernel_config.json").write_text(json.dumps(options), encoding="utf-8")
        kept = {name: value for name, value in os.environ.items() if name not in DROPPED_ENVIRONMENT}
        environment = {
            **kept,
            **PINNED_ENVIRONMENT,
            "IPYTHONDIR": home,
            "MPLCONFIGDIR": str(Path(tempfile.gettempdir(), "recording-matplotlib")),
        }
        manager = KernelManager(kernel_name="python3", transport="ipc", connection_file=str(Path(home, "kernel.json")))
        manager.start_kernel(cwd=str(folder), env=environment)
        try:
            client = manager.client()
            client.start_channels()
            client.wait_for_ready(timeout=CELL_SECONDS)
            client.execute("", silent=True, user_expressions=pin_expressions(), reply=True, timeout=CELL_SECONDS)
            return [_execute(client, source, place) for place, source in enumerate(sources, start=1)]
        finally:
            manager.shutdown_kernel(now=True)


def _execute(client: BlockingKernelClient, source: str, place: int) -> Execution:
    request = client.execute(source)
    outputs: list[dict[str, Any]] = []
    count = 0
    clear_next = False
    while True:
        try:
            message = client.get_iopub_msg(timeout=CELL_SECONDS)
        except Empty:
            raise StoryError(f"place {place} of the session ran longer than {CELL_SECONDS} s.") from None
        if message["parent_header"].get("msg_id") != request:
            continue
        kind, content = message["msg_type"], message["content"]
        if kind == "status" and content["execution_state"] == "idle":
            break
        if kind == "execute_input":
            count = content["execution_count"]
        elif kind == "clear_output":
            clear_next = True
            if not content["wait"]:
                outputs, clear_next = [], False
        elif output := _as_output(kind, content):
            if clear_next:
                outputs, clear_next = [], False
            if kind == "stream" and outputs and outputs[-1].get("name") == output["name"]:
                outputs[-1]["text"] += output["text"]
            else:
                outputs.append(output)
    if count != place:
        raise StoryError(f"place {place} of the session got the count {count}: does the source leave its cell?")
    return Execution(count, [tidy(output) for output in outputs])


def _as_output(kind: str, content: dict[str, Any]) -> dict[str, Any] | None:
    """An iopub message as an output of nbformat 4, ``None`` where it isn't one."""
    if kind == "stream":
        return {"output_type": kind, "name": content["name"], "text": content["text"]}
    if kind in ("display_data", "execute_result"):
        output = {"output_type": kind, "data": content["data"], "metadata": content["metadata"]}
        if kind == "execute_result":
            output["execution_count"] = content["execution_count"]
        return output
    if kind == "error":
        return {"output_type": kind, **{key: content[key] for key in ("ename", "evalue", "traceback")}}
    return None


def python_version() -> str:
    return ".".join(map(str, sys.version_info[:3]))

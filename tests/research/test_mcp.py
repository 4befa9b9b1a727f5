"""The MCP server as an agent meets it: the SDK's own client starts the command and talks to it over its pipes."""

import asyncio
import itertools
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
from mcp import Client, StdioServerParameters

from junobench_lab.cli import exit_codes
from junobench_lab.instances.bench import Bench
from junobench_lab.research.agents.mcp_server import episode_server
from junobench_lab.research.agents.models import Trajectory
from tests.notebook_factory import code, notebook, write_bench

pytestmark = pytest.mark.asyncio


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    first = code("x = [1, 2]", count=1)
    crashed = notebook(first, code("y = x + 1", count=2, error=("TypeError", "can only concatenate list")))
    check = 'def check_y(names, outputs):\n    """y is x with a 1 at its end."""\n    assert names["y"] == [1, 2, 1]\n'
    return write_bench(
        tmp_path / "bench",
        {"lists": {"reproduced": crashed, "fixed": notebook(first, code("y = x + [1]", count=2))}},
        {"lists": {"ename": "typeerror", "evalue": "can only concatenate list", "label_root_cause": "API misuse"}},
        files={"lists": {"check.py": check}},
        diagnoses={"lists": "SECRET"},
    )


@asynccontextmanager
async def agent(bench: Path, folder: Path, *options: str) -> AsyncIterator[Client]:
    command = ["-m", "junobench_lab.cli", "mcp", "--bench", str(bench), "--folder", str(folder), *options]
    async with Client(StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))) as client:
        yield client


async def called(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    assert result.structured_content is not None
    return dict(result.structured_content)


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    return " ".join(getattr(part, "text", "") for part in result.content)


async def test_an_agent_repairs_a_crash_from_the_list_to_the_submission(bench: Path, tmp_path: Path) -> None:
    async with agent(bench, tmp_path / "kept", "--agent", "tester") as client:
        listed = await called(client, "list_crashes", query="typeerror")
        assert [row["id"] for row in listed["crashes"]] == ["lists"]
        begun = await called(client, "start", id="lists")
        assert begun["recorded_order"] == [0, 1] and "TypeError" in begun["crash"]
        assert (await called(client, "run_cell", cell=0))["ok"]
        failed = await called(client, "run_cell", cell=1)
        assert (failed["ename"], failed["line"]) == ("TypeError", 1)
        tried = await called(client, "preflight_cell", cell=1, source="y = x + [1]")
        assert (tried["verdict"], [change["name"] for change in tried["names"]]) == ("runs", ["y"])
        assert (await called(client, "read_notebook"))["cells"][1]["source"] == "y = x + 1"
        await called(client, "edit_cell", cell=1, source="y = x + [1]")
        assert (await called(client, "run_all"))["ok"]
        assert (await called(client, "inspect_name", name="y"))["length"] == 3
        judged = await called(client, "submit")
        assert judged["level"] == "equals_reference"
    (kept,) = (tmp_path / "kept").glob("*.json")
    trajectory = Trajectory.model_validate_json(kept.read_bytes())
    assert trajectory.agent == "tester"
    assert [step.action for step in trajectory.steps] == [
        *("read", "run", "run", "preflight", "read", "edit", "run_all", "inspect", "submit")
    ]


async def test_a_mistake_is_one_sentence_and_the_episode_goes_on(bench: Path, tmp_path: Path) -> None:
    async with agent(bench, tmp_path / "kept") as client:
        assert "start" in await refused(client, "run_cell", cell=0)
        assert "no instance" in await refused(client, "start", id="nothing-here")
        await called(client, "start", id="lists")
        sentence = await refused(client, "run_cell", cell=7)
        assert "0 to 1" in sentence and "Traceback" not in sentence
        assert (await called(client, "run_cell", cell=0))["ok"]


async def test_the_bounds_of_the_command_hold(bench: Path, tmp_path: Path) -> None:
    async with agent(bench, tmp_path / "kept", "--steps", "2") as client:
        await called(client, "start", id="lists")
        await called(client, "run_cell", cell=0)
        assert "only submitting" in await refused(client, "run_cell", cell=1)
        assert (await called(client, "submit"))["level"] == "does_not_run"


async def test_no_answer_of_any_tool_holds_the_reference_or_the_check(bench: Path, tmp_path: Path) -> None:
    async with agent(bench, tmp_path / "kept") as client:
        said = [await called(client, "list_crashes"), await called(client, "start", id="lists")]
        said += [
            await called(client, "preflight_cell", cell=1),
            await called(client, "trace"),
            await called(client, "run_all"),
            await called(client, "list_names"),
        ]
        await called(client, "edit_cell", cell=1, source="y = [1, 2]")
        said.append(await called(client, "submit"))
        text = str(said)
        assert said[-1]["level"] == "runs"
        assert "SECRET" not in text and "x + [1]" not in text and "names[" not in text


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("run_cell", {}, "run_cell needs the argument 'cell'."),
        ("run_cell", {"cell": "one"}, "The argument 'cell' of run_cell can't be taken: "),
        ("preflight_cell", {"cell": 1, "code": "x"}, "preflight_cell has no argument 'code'; it takes: cell, source."),
        ("run_cells", {}, "There is no tool 'run_cells'; there are: list_crashes, start, "),
        ("run_cell", {"cell": 9}, "There is no cell 9: "),
    ],
)
async def test_a_mistake_in_a_call_is_told_in_one_plain_sentence(
    bench: Path, tmp_path: Path, tool: str, arguments: dict[str, Any], said: str
) -> None:
    server = episode_server(Bench.open(bench), folder=tmp_path / "kept")
    async with Client(server) as client:
        await called(client, "start", id="lists")
        sentence = await refused(client, tool, **arguments)
    assert sentence.startswith(said) and "\n" not in sentence and "pydantic" not in sentence


async def test_every_argument_of_every_tool_is_explained(bench: Path, tmp_path: Path) -> None:
    """Many agents' programs hand on the tools alone, without the server's instructions."""
    async with Client(episode_server(Bench.open(bench), folder=tmp_path / "kept")) as client:
        tools = (await client.list_tools()).tools
    for tool in tools:
        assert tool.description
        for name, schema in tool.input_schema["properties"].items():
            assert schema.get("description"), f"{tool.name}: {name}"
    looking = {tool.name for tool in tools if tool.annotations is not None and tool.annotations.read_only_hint}
    assert "read_notebook" in looking and "edit_cell" not in looking and "run_cell" not in looking


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT, None])
async def test_however_the_server_is_ended_nothing_is_left_running(
    bench: Path, tmp_path: Path, ending: signal.Signals | None
) -> None:
    """Also while a cell runs; ``None``: the agent's program closes the pipe."""
    command = ["-m", "junobench_lab.cli", "mcp", "--bench", str(bench), "--folder", str(tmp_path / "kept")]
    server = await asyncio.create_subprocess_exec(
        sys.executable, *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 24
    )
    assert server.stdin is not None and server.stdout is not None
    numbers = itertools.count(1)

    def send(method: str, **params: Any) -> None:
        assert server.stdin is not None
        message = {"jsonrpc": "2.0", "id": next(numbers), "method": method, "params": params}
        server.stdin.write(json.dumps(message).encode() + b"\n")

    async def call(tool: str, **arguments: Any) -> str:
        assert server.stdout is not None
        send("tools/call", name=tool, arguments=arguments)
        return (await server.stdout.readline()).decode()

    async def episode() -> None:
        assert server.stdin is not None and server.stdout is not None
        send("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "t", "version": "1"})
        await server.stdout.readline()
        await call("start", id="lists")
        left = "import subprocess\nprint('pid', subprocess.Popen(['sleep', '600'], start_new_session=True).pid)"
        await call("edit_cell", cell=0, source=left)
        found = re.search(r"pid (\d+)", await call("run_cell", cell=0))
        assert found is not None
        sleeper = psutil.Process(int(found[1]))
        await call("edit_cell", cell=1, source="import time\ntime.sleep(600)")
        send("tools/call", name="run_cell", arguments={"cell": 1})
        await server.stdin.drain()
        if ending is None:
            server.stdin.close()
        else:
            server.send_signal(ending)
        assert await server.wait() == (0 if ending is None else exit_codes.CANCELLED)
        while sleeper.is_running() and sleeper.status() != psutil.STATUS_ZOMBIE:
            await asyncio.sleep(0.05)

    try:
        await asyncio.wait_for(episode(), 120)
    finally:
        if server.returncode is None:
            server.kill()
            await server.wait()


async def test_a_folder_that_cannot_be_written_is_told_before_anything_is_served(bench: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "kept"
    command = ["-m", "junobench_lab.cli", "mcp", "--bench", str(bench), "--folder", str(folder)]
    done = subprocess.run([sys.executable, *command], input="", capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(f"Error: {folder} can't be made")

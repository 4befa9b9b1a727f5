"""Runs in the background: many listeners, few at a time, cancelled on request, gone with the server."""

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from junobench_lab.running.models import Ended, Limits, Plan, RunRecord, Target
from junobench_lab.running.outcome import judge
from junobench_lab.running.records import RecordStore
from junobench_lab.server import event_stream
from tests.notebook_factory import code, notebook, write_instance

Call = Callable[..., Awaitable[tuple[int, Any]]]

BOUND = 60
"""Seconds after which a test gives up waiting."""

QUICK = {"bench": "mini", "id": "ferry", "variant": "reproduced"}


@pytest.fixture
def kernel_file(tmp_path: Path) -> Path:
    """Where the kernel of a slow run writes the number of its process."""
    return tmp_path / "kernel"


@pytest.fixture
def slow(bench_folder: Path, kernel_file: Path) -> dict[str, str]:
    """Target of a run that doesn't end by itself."""
    source = f"import os, time\nopen({str(kernel_file)!r}, 'w').write(str(os.getpid()))\ntime.sleep(300)"
    document = notebook(code(source, 1), code("y", 2, error=("NameError", "name 'y' is not defined")))
    write_instance(bench_folder / "benchmark" / "slow", {"reproduced": document, "fixed": document})
    return {"bench": "mini", "id": "slow", "variant": "reproduced"}


@pytest.fixture
def jp_server_config(jp_server_config: dict[str, Any]) -> dict[str, Any]:
    config = dict(jp_server_config)
    config["JunoBenchLab"] = {**config["JunoBenchLab"], "max_runs": 1}
    return config


async def started(call: Call, target: dict[str, str], **more: Any) -> str:
    status, run = await call("POST", "runs", body={"target": target, **more})
    assert status == 202
    return run["run"]


async def record_when(call: Call, run: str, condition: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The record as soon as it meets a condition."""

    async def poll() -> dict[str, Any]:
        while True:
            _, record = await call("GET", "runs", run)
            if condition(record):
                return record
            await asyncio.sleep(0.05)

    return await asyncio.wait_for(poll(), BOUND)


async def process_in(kernel_file: Path) -> int:
    """The process of the kernel of a slow run, once its cell goes on."""

    async def poll() -> int:
        while not kernel_file.exists() or not kernel_file.read_text():
            await asyncio.sleep(0.05)
        return int(kernel_file.read_text())

    return await asyncio.wait_for(poll(), BOUND)


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def messages_of(body: bytes) -> list[tuple[str, dict[str, Any]]]:
    blocks = [block.split("\n") for block in body.decode().strip().split("\n\n") if not block.startswith(":")]
    return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in blocks]


async def test_every_listener_hears_all_from_the_start(call, jp_fetch):
    run = await started(call, QUICK)
    listen = [jp_fetch("junobench-lab", "api", "runs", run, "events", request_timeout=BOUND) for _ in range(3)]
    early = [messages_of(reply.body) for reply in await asyncio.gather(*listen)]
    late = messages_of((await jp_fetch("junobench-lab", "api", "runs", run, "events")).body)
    assert early == [late] * 3
    kinds = [data["type"] for name, data in late if name == "run"]
    assert (kinds[0], kinds[-1]) == ("kernel_ready", "ended")
    assert [name for name, _ in late].count("outcome") == 1
    _, record = await call("GET", "runs", run)
    assert [data for name, data in late if name == "run"] == record["events"]


async def test_a_silent_stream_shows_that_it_is_alive_and_a_listener_that_goes_does_not_end_the_run(
    call, slow, kernel_file, jp_serverapp, jp_base_url, jp_http_port, monkeypatch
):
    monkeypatch.setattr(event_stream, "HEARTBEAT", 0.2)
    run = await started(call, slow)
    await process_in(kernel_file)
    reader, writer = await asyncio.open_connection("127.0.0.1", jp_http_port)
    token = jp_serverapp.identity_provider.token
    path = f"{jp_base_url.rstrip('/')}/junobench-lab/api/runs/{run}/events"
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: token {token}\r\n\r\n".encode())
    await asyncio.wait_for(reader.readuntil(b"cell_started"), BOUND)
    await asyncio.wait_for(reader.readuntil(b": still running\n\n"), BOUND)
    writer.close()
    await writer.wait_closed()
    _, listed = await call("GET", "runs", params={"id": "slow"})
    assert [(one["run"], one["outcome"]) for one in listed["runs"]] == [(run, None)]
    status, summary = await call("DELETE", "runs", run)
    assert (status, summary["outcome"]["cancelled"]) == (200, True)


async def test_a_cancelled_run_leaves_no_kernel_and_a_record(call, slow, kernel_file):
    run = await started(call, slow)
    process = await process_in(kernel_file)
    _, summary = await call("DELETE", "runs", run)
    assert summary["outcome"]["verdict"] == "infrastructure"
    assert not is_alive(process)
    _, record = await call("GET", "runs", run)
    assert record["outcome"] == summary["outcome"]
    assert (await call("DELETE", "runs", run))[1] == summary


async def test_a_run_waits_for_its_turn_and_can_be_cancelled_while_it_waits(call, slow, kernel_file):
    first = await started(call, slow)
    process = await process_in(kernel_file)
    second, third = await started(call, QUICK), await started(call, QUICK)
    _, waiting = await call("GET", "runs", second)
    assert (waiting["events"], waiting["outcome"]) == ([], None)
    _, cancelled = await call("DELETE", "runs", second)
    assert cancelled["outcome"]["cancelled"]
    assert is_alive(process)
    await call("DELETE", "runs", first)
    record = await record_when(call, third, lambda record: record["outcome"] is not None)
    assert record["outcome"]["verdict"] == "crash_as_labelled"


async def test_runs_end_with_the_server(call, slow, kernel_file, jp_serverapp):
    run = await started(call, slow)
    process = await process_in(kernel_file)
    await jp_serverapp.cleanup_extensions()
    assert not is_alive(process)
    _, record = await call("GET", "runs", run)
    assert record["outcome"]["cancelled"]
    status, reply = await call("POST", "runs", body={"target": QUICK})
    assert (status, reply["kind"]) == (503, "EnvironmentUnavailable")


async def test_a_kernel_that_is_not_there_is_nobodys_fault(call):
    run = await started(call, QUICK, kernel="no-such-kernel")
    record = await record_when(call, run, lambda record: record["outcome"] is not None)
    assert record["outcome"]["verdict"] == "infrastructure"
    assert "no-such-kernel" in record["outcome"]["sentence"]


async def test_a_run_that_cannot_be_recorded_says_so(call, tmp_path):
    (tmp_path / "records").write_text("in the way")
    run = await started(call, QUICK)
    record = await record_when(call, run, lambda record: record["outcome"] is not None)
    assert record["outcome"]["verdict"] == "infrastructure"
    assert "can't be written" in record["outcome"]["sentence"]


def on_record(folder: Path, target: Target, **fields: Any) -> str:
    """Write a record as a run of an earlier session has left it."""
    run = RecordStore.new_id()
    record = RunRecord(
        run=run,
        target=target,
        kernel="python3",
        started=datetime.now(timezone.utc),
        product="0",
        platform="",
        limits=Limits(),
        plan=Plan(steps=[]),
        **fields,
    )
    RecordStore(folder).save(record)
    return run


async def test_the_record_of_a_hidden_fix_is_hidden_as_well(call, tmp_path):
    ended = [Ended(at=1.0, reason="finished")]
    outcome = judge(Plan(steps=[]), ended)
    run = on_record(
        tmp_path / "records", Target(bench="mini", id="ferry", variant="fixed"), events=ended, outcome=outcome
    )
    for parts in [("runs", run), ("runs", run, "events")]:
        status, reply = await call("GET", *parts)
        assert (status, reply["kind"]) == (403, "NotRevealed")
    await call("POST", "reveals", body={"bench": "mini", "id": "ferry", "what": "fixed"})
    assert (await call("GET", "runs", run))[0] == 200


async def test_a_run_that_a_killed_server_left_behind_has_an_outcome_to_follow(call, jp_fetch, tmp_path):
    run = on_record(tmp_path / "records", Target(bench="mini", id="ferry", variant="reproduced"))
    ((name, outcome),) = messages_of((await jp_fetch("junobench-lab", "api", "runs", run, "events")).body)
    assert (name, outcome["verdict"]) == ("outcome", "infrastructure")
    assert "run it again" in outcome["sentence"]

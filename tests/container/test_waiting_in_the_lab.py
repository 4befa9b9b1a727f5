"""Containers started ahead, as a person in the lab meets them: an attempt is opened, run, and run again."""

import asyncio
from typing import Any

import pytest

from junobench_lab.running.environments.container.kernelspec import remove_kernelspecs
from junobench_lab.running.environments.container.waiting_pool import shared_containers
from tests.running.runs import wait_until
from tests.server.test_runs import messages_of

from .conftest import IMAGE, docker


@pytest.fixture
def jp_server_config(jp_server_config: dict[str, Any]) -> dict[str, Any]:
    lab = {**jp_server_config["JunoBenchLab"], "warm_kernels": True}
    return {**jp_server_config, "JunoBenchLab": lab}


async def test_the_runs_of_an_attempt_find_a_container_that_waits(call, jp_fetch, configured):
    configured(IMAGE)
    attempt = {"bench": "mini", "id": "ferry", "environment": "container"}
    names = []
    try:
        _, opened = await call("POST", "attempts", body=attempt)
        target = {"bench": "mini", "id": "ferry", "attempt": opened["number"]}
        for _ in range(2):
            await asyncio.to_thread(wait_until, lambda: bool(shared_containers().waiting))
            names += shared_containers().waiting
            _, run = await call("POST", "runs", body={"target": target, "environment": "container"})
            response = await jp_fetch("junobench-lab", "api", "runs", run["run"], "events", request_timeout=100)
            told = [event for _, event in messages_of(response.body)]
            ready = next(event for event in told if event.get("type") == "kernel_ready")
            assert ready["warm"], ready
    finally:
        remove_kernelspecs()
        await asyncio.to_thread(shared_containers().close)
    assert len(set(names)) == 2
    assert docker("ps", "--all", "--quiet") == ""

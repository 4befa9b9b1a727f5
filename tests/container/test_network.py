"""A network is given where the instance asks for one and the person agrees, and nowhere else."""

import asyncio
import contextlib
import json
from pathlib import Path

import pytest
from jupyter_client.manager import AsyncKernelManager

from junobench_lab.errors import NetworkNotAllowed
from junobench_lab.instances.registry import open_catalog
from junobench_lab.running.environments.container.confinement import OPEN_NETWORK
from junobench_lab.running.environments.container.engine import engine
from junobench_lab.running.environments.container.environment import ContainerEnvironment
from junobench_lab.running.environments.container.kernel import require_network
from junobench_lab.running.environments.container.settings import NETWORK_KERNEL_NAME
from junobench_lab.running.network import grants_network
from junobench_lab.running.session import variant_job

from ..notebook_factory import COLUMNS, code, notebook, write_bench
from ..running.runs import plan, run_in
from .conftest import IMAGE, command, docker

BOUND = 60
INTERFACES = "import socket\n[name for _, name in socket.if_nameindex() if name != 'lo']"


def fetch(address: str, port: int) -> str:
    return f"import socket\nwith socket.create_connection(({address!r}, {port}), timeout=5) as s:\n    print(s.recv(5))"


def tides() -> dict:
    """An instance that can't do without a network, and lists what there is."""
    tide = notebook(code(INTERFACES, 1), code("tide", 2, error=("NameError", "name 'tide' is not defined")))
    return {"original": tide, "reproduced": tide, "fixed": notebook(code(INTERFACES, 1), code("tide = 1", 2))}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_bench(
        tmp_path_factory.mktemp("network") / "bench",
        {"asks": tides(), "asks-not": tides()},
        {"asks": {"needs_network": "Yes"}, "asks-not": {"needs_network": "no"}},
        columns=[*COLUMNS, "needs_network"],
    )


@contextlib.asynccontextmanager
async def server():
    """A server outside of the container, at its gateway."""

    async def answer(_reader, writer) -> None:
        writer.write(b"tides")
        await writer.drain()
        writer.close()

    await engine().call(lambda client: require_network(client, OPEN_NETWORK))
    gateway = json.loads(docker("network", "inspect", OPEN_NETWORK))[0]["IPAM"]["Config"][0]["Gateway"]
    listening = await asyncio.start_server(answer, gateway, 0)
    async with listening:
        yield gateway, listening.sockets[0].getsockname()[1]


@pytest.mark.parametrize("transport", ["ipc", "tcp"])
def test_a_kernel_that_was_allowed_one_reaches_a_server(daemon, settings, folder, transport):
    async def session() -> str:
        chosen = settings.model_copy(update={"transport": transport})
        async with server() as (address, port):
            done = await run_in(ContainerEnvironment(chosen, network=True), plan(fetch(address, port)), folder)
        return done.text()

    assert asyncio.run(session()) == "b'tides'\n"


def test_without_an_agreement_an_instance_that_asks_is_not_run(bench):
    catalog = open_catalog({"mini": str(bench)})
    asks, asks_not = (variant_job(catalog.bench("mini"), id, "fixed") for id in ("asks", "asks-not"))
    with pytest.raises(NetworkNotAllowed, match="--allow-network"):
        grants_network(asks, "container", agreed=False)
    assert grants_network(asks, "container", agreed=True)
    # Nobody is given more than was asked for, and nothing is asked where the machine's own network is there anyway.
    assert not grants_network(asks_not, "container", agreed=True)
    assert not grants_network(asks, "local", agreed=False)


def test_the_command_line_refuses_and_allows(configured, bench):
    configured(IMAGE)
    run = ("run", "asks", "--variant", "fixed", "--bench", str(bench), "--environment", "container")
    assert "--allow-network" in command(*run, code=2)
    verified = ("verify", "--bench", str(bench), "--environment", "container", "--json")
    told = {each["id"]: each for each in json.loads(command(*verified, code=1))["instances"]}
    assert (told["asks-not"]["ok"], "agree" in told["asks"]["sentence"]) == (True, True)
    allowed = json.loads(command(*run, "--allow-network", "--json"))
    shown = next(event["output"] for event in allowed["events"] if event["type"] == "output")
    assert shown["data"]["text/plain"] != "[]"


def test_an_open_notebook_has_one_where_its_kernel_says_so(installed, tmp_path):
    async def session() -> str:
        manager = AsyncKernelManager(kernel_name=NETWORK_KERNEL_NAME)
        await manager.start_kernel(cwd=str(tmp_path))
        client = manager.client()
        client.start_channels()
        try:
            await client.wait_for_ready(timeout=BOUND)
            names = {"names": "[name for _, name in __import__('socket').if_nameindex() if name != 'lo']"}
            reply = await client.execute("", silent=True, user_expressions=names, reply=True, timeout=BOUND)
            return reply["content"]["user_expressions"]["names"]["data"]["text/plain"]
        finally:
            client.stop_channels()
            await manager.shutdown_kernel(now=True)

    assert asyncio.run(session()) != "[]"

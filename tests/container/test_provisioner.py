"""A notebook that a person has open, with a kernel in a container: by Jupyter's own kernel manager."""

import asyncio
from pathlib import Path

import pytest
from jupyter_client.ioloop import AsyncIOLoopKernelManager
from jupyter_client.manager import AsyncKernelManager
from jupyter_events import EventLogger
from jupyter_server.services.kernels.kernelmanager import ServerKernelManager

from junobench_lab.errors import EnvironmentUnavailable
from junobench_lab.running.environments.container.ended_event import SCHEMA_ID, register
from junobench_lab.running.environments.container.settings import KERNEL_NAME

from .conftest import docker

BOUND = 60


async def _evaluate(client, expression: str) -> str:
    reply = await client.execute("", silent=True, user_expressions={"it": expression}, reply=True, timeout=BOUND)
    return reply["content"]["user_expressions"]["it"]["data"]["text/plain"]


def test_a_kernel_starts_runs_is_interrupted_restarted_and_shut_down(installed, tmp_path):
    async def session() -> None:
        manager = AsyncKernelManager(kernel_name=KERNEL_NAME)
        await manager.start_kernel(cwd=str(tmp_path))
        client = manager.client()
        client.start_channels()
        try:
            await client.wait_for_ready(timeout=BOUND)
            assert await _evaluate(client, "__import__('os').getcwd()") == "'/instance'"
            # What Docker mounts at a restart, a kernel must not be able to put another thing in the place of.
            assert "hosts" not in await _evaluate(client, "__import__('os').listdir('/connection')")
            client.execute("open('kept.txt', 'w').write('mine')\nfound = 1", reply=False)
            await _evaluate(client, "1")
            assert (tmp_path / "kept.txt").owner() == Path(tmp_path).owner()

            waiting = asyncio.ensure_future(
                client.execute("import time\ntime.sleep(50)", stop_on_error=False, reply=True, timeout=BOUND)
            )
            while "busy" not in str((await client.get_iopub_msg(timeout=BOUND))["content"].get("execution_state")):
                pass
            await asyncio.sleep(0.3)
            await manager.interrupt_kernel()
            assert (await waiting)["content"]["ename"] == "KeyboardInterrupt"
            assert await _evaluate(client, "found") == "1"

            before = docker("ps", "--quiet")
            await manager.restart_kernel(now=True)
            # The same client goes on, as an open notebook does.
            await client.wait_for_ready(timeout=BOUND)
            assert await _evaluate(client, "'found' in globals()") == "False"
            after = docker("ps", "--quiet")
            assert after and after != before
        finally:
            client.stop_channels()
            await manager.shutdown_kernel(now=False)
        assert docker("ps", "--all", "--quiet") == ""
        assert await manager.is_alive() is False

    asyncio.run(asyncio.wait_for(session(), 3 * BOUND))


@pytest.mark.parametrize("installed", ["ipc"], indirect=True)
def test_the_home_folder_is_never_mounted(installed):
    manager = AsyncKernelManager(kernel_name=KERNEL_NAME)
    with pytest.raises(EnvironmentUnavailable, match="folder of its own"):
        asyncio.run(manager.start_kernel(cwd=str(Path.home())))


FILLS_MEMORY = "bytearray(900 * 2**20)"
FILLS_DISK = "import time\nfor n in range(4):\n    open(str(n), 'wb').write(bytes(90 * 2**20))\ntime.sleep(50)"


@pytest.mark.parametrize("installed", ["ipc"], indirect=True)
@pytest.mark.parametrize(("source", "words"), [(FILLS_MEMORY, "0.4 GB"), (FILLS_DISK, "raise `disk`")])
def test_a_kernel_that_used_up_what_it_may_have_stays_dead_until_the_person_restarts_it(
    installed, tmp_path, source, words
):
    async def session() -> None:
        manager = AsyncIOLoopKernelManager(kernel_name=KERNEL_NAME)
        await manager.start_kernel(cwd=str(tmp_path))
        told: asyncio.Queue[str] = asyncio.Queue()
        for event in ("dead", "restart"):
            manager.add_restart_callback(lambda event=event: told.put_nowait(event), event)
        client = manager.client()
        client.start_channels()
        try:
            await client.wait_for_ready(timeout=BOUND)
            client.execute(source)
            assert await asyncio.wait_for(told.get(), BOUND) == "dead"
            assert words in manager.provisioner.last_exit
            await manager.restart_kernel(now=True)
            await client.wait_for_ready(timeout=BOUND)
            assert await _evaluate(client, "6 * 7") == "42"
            assert told.empty()
        finally:
            client.stop_channels()
            await manager.shutdown_kernel(now=True)

    asyncio.run(asyncio.wait_for(session(), 3 * BOUND))


LOSES_A_PROCESS = """
import subprocess, sys
subprocess.run([sys.executable, "-c", "bytearray(900 * 2**20)"]).returncode
"""


@pytest.mark.parametrize("installed", ["ipc"], indirect=True)
@pytest.mark.parametrize(
    ("source", "words", "alive"),
    [
        (LOSES_A_PROCESS, "killed a process that it had started", True),
        (FILLS_MEMORY, "so the system killed it", False),
        (FILLS_DISK, "raise `disk`", False),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)", "SIGSEGV", False),
        (None, "removed by another program", False),
    ],
)
def test_the_server_is_told_in_words_why_a_kernel_ended_and_nothing_of_one_that_the_person_ends(
    installed, tmp_path, source, words, alive
):
    async def session() -> None:
        events: asyncio.Queue[dict] = asyncio.Queue()

        async def take(logger, schema_id, data) -> None:
            events.put_nowait(data)

        logger = EventLogger()
        register(logger)
        logger.add_listener(schema_id=SCHEMA_ID, listener=take)
        manager = ServerKernelManager(kernel_name=KERNEL_NAME, event_logger=logger)
        await manager.start_kernel(cwd=str(tmp_path))
        client = manager.client()
        client.start_channels()
        try:
            await client.wait_for_ready(timeout=BOUND)
            await manager.restart_kernel()
            await client.wait_for_ready(timeout=BOUND)
            assert events.empty()
            if source is None:
                docker("rm", "--force", docker("ps", "--quiet"))
            else:
                client.execute(source)
            # The kernel manager of a server asks in this way.
            while events.empty():
                await manager.is_alive()
                await asyncio.sleep(0.1)
            told = events.get_nowait()
            assert words in told["sentence"]
            assert told["alive"] is alive
            if alive:
                assert await _evaluate(client, "6 * 7") == "42"
                for _ in range(5):
                    assert await manager.is_alive()
                    await asyncio.sleep(0.3)
        finally:
            client.stop_channels()
            await manager.shutdown_kernel(now=not alive)
        await asyncio.sleep(0)
        assert events.empty()

    asyncio.run(asyncio.wait_for(session(), 3 * BOUND))

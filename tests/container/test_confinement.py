"""What a cell in a container can see and do, tried from inside."""

import asyncio

import pytest

from junobench_lab.running.models import Limits

from ..running.runs import Done, plan, run_in

PROBES = {
    "network": "import socket\nsocket.create_connection(('1.1.1.1', 53), timeout=3)",
    "interfaces": "import socket\n[name for _, name in socket.if_nameindex() if name != 'lo']",
    "loopback": (
        "import socket\nserver = socket.create_server(('localhost', 0))\n"
        "socket.create_connection(('localhost', server.getsockname()[1])).getpeername()[0]"
    ),
    "names": "import socket\nsocket.gethostbyname('example.org')",
    "root file system": "open('/etc/written', 'w')",
    "user": "import os\nos.getuid()",
    "capabilities": (
        "[line for line in open('/proc/self/status') if line.startswith(('CapEff', 'CapBnd', 'NoNewPrivs'))]"
    ),
    "what is there": "import os\nsorted(os.listdir('.'))",
    "connection": "import os\nsorted(os.listdir('/connection'))",
    "host": "import os\nos.path.exists({host!r})",
    "caches": "import pathlib, matplotlib\npathlib.Path('~/x').expanduser().parent.mkdir()\nmatplotlib.get_cachedir()",
    "temporary": "open('/tmp/full', 'wb').write(bytes(80 * 2**20))",
    "one file": "open('big', 'wb').write(bytes(120 * 2**20))",
    "forks": (
        "import os, time\nmade = 0\n"
        "try:\n    for _ in range(500):\n"
        "        if os.fork() == 0:\n            time.sleep(20)\n            os._exit(0)\n        made += 1\n"
        "except BlockingIOError:\n    pass\nmade"
    ),
}


@pytest.fixture(scope="module")
def told(environment, folder) -> dict[str, Done]:
    probes = [source.replace("{host!r}", repr(str(folder))) for source in PROBES.values()]
    done = asyncio.run(run_in(environment, plan(*probes, may_crash=range(len(probes))), folder, [folder / "fees.csv"]))
    assert done.ended.reason == "finished", done.ended
    return {name: (done.finished(step).ename or done.text(step)) for step, name in enumerate(PROBES)}


def test_there_is_no_network(told):
    assert told["network"] == "OSError"
    assert told["interfaces"] == "[]"
    assert told["names"] == "gaierror"


def test_libraries_that_talk_with_processes_of_their_own_find_them(told):
    assert told["loopback"] == "'127.0.0.1'"


def test_nothing_can_be_written_outside_of_the_copy_and_tmp(told):
    assert told["root file system"] == "OSError"


def test_the_kernel_is_not_root_and_has_no_capabilities(told):
    assert told["user"] != "0"
    assert "CapEff:\\t0000000000000000" in told["capabilities"]
    assert "CapBnd:\\t0000000000000000" in told["capabilities"]
    assert "NoNewPrivs:\\t1" in told["capabilities"]


def test_only_the_input_is_there_and_not_the_reference(told):
    assert told["what is there"] == "['fees.csv']"
    assert told["host"] == "False"


def test_what_docker_mounts_can_not_be_put_in_its_place_by_a_kernel(told):
    assert "hosts" not in told["connection"]
    assert "kernel.json" in told["connection"]


def test_libraries_keep_their_caches_in_memory(told):
    assert told["caches"] == "'/tmp/matplotlib'"


def test_tmp_and_files_are_bounded(told):
    assert told["temporary"] == "OSError"
    assert told["one file"] == "OSError"


def test_a_fork_bomb_ends_at_the_bound(told, settings):
    assert 10 < int(told["forks"]) < settings.pids


def test_a_run_that_fills_the_disk_is_ended(environment, folder):
    source = "import time\nfor n in range(4):\n    open(str(n), 'wb').write(bytes(90 * 2**20))\ntime.sleep(20)"
    done = asyncio.run(run_in(environment, plan(source), folder, [], limits=Limits(cell=15)))
    assert (done.outcome.verdict, "disk" in done.outcome.sentence) == ("kernel_died", True)

"""A confined kernel: what a notebook needs works, and what it has no business with can't be reached."""

import ast
import os
import socket
from pathlib import Path

import numpy
import pandas
import pytest

import junobench_lab
from junobench_lab.running.environments.confined.bounds import Confinement, can_confine
from junobench_lab.running.environments.local import LocalEnvironment
from junobench_lab.running.kernel_side import landlock
from tests.needed import needed

from .runs import plan, run_in

PACKAGE = Path(junobench_lab.__file__).parent

pytestmark = [
    pytest.mark.asyncio,
    needed(can_confine(), "This system has no Landlock."),
]

TRIED = """
def tried(what):
    try:
        return what()
    except OSError as error:
        return type(error).__name__
"""


async def came_of(code: str, confinement: Confinement, tmp_path: Path) -> str:
    """What an expression gives in a confined kernel beside ``table.csv``: its value or the kind of its `OSError`."""
    folder = tmp_path / "bench" / "one"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "table.csv").write_text("a,b\n1,2\n")
    done = await run_in(
        LocalEnvironment(confinement=confinement),
        plan(TRIED, f"import os, socket, subprocess\nprint(tried(lambda: {code}))"),
        folder,
        [folder / "table.csv"],
    )
    return done.text(1).strip()


async def test_what_a_notebook_needs_works(tmp_path: Path) -> None:
    code = """[
        __import__("pandas").read_csv("table.csv").shape,
        open("made.txt", "w").write("x"),
        len(os.urandom(2)),
        subprocess.run(["sh", "-c", "echo hello > $TMPDIR/a && cat $TMPDIR/a"], capture_output=True).stdout,
        __import__("multiprocessing").Lock() is not None,
    ]"""
    assert await came_of(code, Confinement(), tmp_path) == r"[(1, 2), 1, 2, b'hello\n', True]"


async def test_neither_files_nor_processes_nor_networks_of_the_person_can_be_reached(tmp_path: Path) -> None:
    secret = tmp_path / "bench" / "one" / "fixed.ipynb"
    secret.parent.mkdir(parents=True)
    secret.write_text("SECRET")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        tries = [
            f"open({str(secret)!r}).read()",
            f"open('/proc/self/root' + {str(secret)!r}).read()",
            f"subprocess.run(['cat', {str(secret)!r}], capture_output=True).stdout",
            f"os.link({str(secret)!r}, 'link')",
            f"open({str(secret)!r}, 'w')",
            f"os.unlink({str(secret)!r})",
            f"open({str(tmp_path / 'new')!r}, 'w')",
            f"open({str(PACKAGE / 'errors.py')!r}).read()",
            f"os.kill({os.getpid()}, 0)",
            f"open('/proc/{os.getpid()}/mem', 'rb')",
            *([f"socket.create_connection(('127.0.0.1', {port}))"] if landlock.version() >= 4 else []),
        ]
        wanted = ", ".join(f"tried(lambda: {each})" for each in tries)
        said = await came_of(f"[{wanted}]", Confinement(), tmp_path)
    assert "SECRET" not in said and secret.read_text() == "SECRET"
    refused = {"PermissionError", "FileNotFoundError", "OSError", b""}
    if landlock.version() < 6:
        refused.add(None)
    assert all(each in refused for each in ast.literal_eval(said)), said


async def test_what_is_hidden_within_what_can_be_read_cannot(tmp_path: Path) -> None:
    hidden, beside = Path(pandas.__file__), Path(numpy.__file__)
    tries = f"[tried(lambda: len(open({str(hidden)!r}).read()) > 0), open({str(beside)!r}).closed]"
    assert await came_of(tries, Confinement(hidden=(hidden.parent,)), tmp_path) == "['PermissionError', False]"


async def test_a_network_is_there_where_it_is_granted(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        code = f"socket.create_connection(('127.0.0.1', {listening.getsockname()[1]})).close()"
        assert await came_of(code, Confinement(network=True), tmp_path) == "None"


async def test_keys_of_services_are_not_handed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "SECRET")
    monkeypatch.setenv("SOME_SETTING", "kept")
    code = "[os.environ.get('SOME_API_KEY'), os.environ.get('SOME_SETTING')]"
    assert await came_of(code, Confinement(), tmp_path) == "[None, 'kept']"

"""What a trial may not do, can't know, or must not wait for: adversarial cells in real kernels."""

import os
import signal
import socket
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import psutil
import pytest

from junobench_lab.running.preflight.trial import read_trial
from tests.needed import do_without
from tests.running.runs import wait_until
from tests.running.trying import LiveKernel, live_kernel

SESSION = """
import os, sys, threading, time, socket, sqlite3
import numpy as np
import pandas as pd
import matplotlib.font_manager  # The first import on a machine writes its cache of fonts.
frame = pd.DataFrame({"a": [1, 2]})
notes = open("notes.txt", "w"); notes.write("x"); notes.flush()
mapped = np.memmap("mapped.bin", dtype="u1", mode="w+", shape=(4096,))
def waits():
    held.acquire()
held = threading.Lock(); held.acquire()
def locked():
    with hidden["lock"]:
        pass
class Hidden(dict): pass
hidden = Hidden(); hidden["lock"] = held
base = sqlite3.connect(":memory:")
worker = threading.Thread(target=time.sleep, args=(0,)); worker.start()
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("limits")
    (folder / "kept.txt").write_text("kept")
    return folder


@pytest.fixture(scope="module")
def kernel(folder: Path) -> Iterator[LiveKernel]:
    with live_kernel(folder) as live:
        live.run(SESSION)
        yield live


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("open('new.txt', 'w')", "it writes a file (line 1)"),
        ("x = 1\nframe.to_csv('new.csv')", "it writes a file (line 2)"),
        ("open('kept.txt', 'a')", "it writes a file (line 1)"),
        ("os.open('kept.txt', os.O_RDWR)", "it writes a file (line 1)"),
        ("import pathlib\npathlib.Path('new.txt').write_text('x')", "it writes a file (line 2)"),
        ("%%writefile new.txt\nx", "it writes a file"),
        ("os.remove('kept.txt')", "it removes a file (line 1)"),
        ("os.rename('kept.txt', 'other.txt')", "it renames a file (line 1)"),
        ("os.makedirs('new/deep')", "it makes a folder (line 1)"),
        ("import shutil\nshutil.rmtree('.')", "it removes a"),
        ("os.truncate('kept.txt', 0)", "it changes a file (line 1)"),
        ("notes.write('y' * 100_000)", "it writes to a file that is open (line 1)"),
        ("!echo hello", "it starts another program (line 1)"),
        ("%%bash\necho hello", "it starts another program"),
        ("import subprocess\nsubprocess.run(['ls'])", "it starts another program (line 2)"),
        ("os.system('ls')", "it starts another program (line 1)"),
        ("os.fork()", "it starts another program (line 1)"),
        ("import multiprocessing\nmultiprocessing.Process(target=print).start()", "it starts another program"),
        ("import urllib.request\nurllib.request.urlopen('http://localhost:9')", "it uses the network (line 2)"),
        ("input()", "it asks for input (line 1)"),
        ("import getpass\ngetpass.getpass()", "it asks for input (line 2)"),
        ("exit()", "it ends the kernel (line 1)"),
        ("os.kill(os.getpid(), 9)", "it sends a signal to a process (line 1)"),
        ("os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)", "it changes how the system runs processes (line 1)"),
        ("import psutil\npsutil.Process(os.getppid()).nice(19)", "it changes how the system runs processes (line 2)"),
        ("import resource\nresource.prlimit(os.getppid(), 7, (64, 64))", "it sets a bound of a process (line 2)"),
        ("%bookmark here", "it "),
        ("get_ipython().history_manager.reset()", "it changes a database (line 1)"),
        ("os._exit(3)", "it ends its own process with the exit code 3"),
        ("import ctypes\nctypes.string_at(0)", "the trial was killed (SIGSEGV)"),
        ("os.abort()", "the trial was killed (SIGABRT)"),
        ("sqlite3.connect('new.db')", "it opens a database (line 1)"),
        ("base.execute('select 1')", "base is a database connection"),
        ("waits()", "held is a lock"),
        ("worker.join()", "worker is a thread or a lock"),
        ("try:\n    open('new.txt', 'w')\nexcept BaseException:\n    pass", "it writes a file (line 2)"),
        ("t = threading.Thread(target=open, args=('new.txt', 'w'))\nt.start(); t.join()", "it writes a file"),
    ],
)
def test_what_cannot_be_taken_back_is_not_done_and_told(
    kernel: LiveKernel, folder: Path, source: str, why: str
) -> None:
    before = sorted(path.name for path in folder.iterdir())
    trial = kernel.tried(source)
    assert trial.verdict == "cannot_tell", trial
    assert trial.sentence.startswith(f"Can't tell here: {why}"), trial.sentence
    assert sorted(path.name for path in folder.iterdir()) == before
    assert (folder / "kept.txt").read_text() == "kept"
    assert (folder / "notes.txt").read_text() == "x"


def test_files_that_c_code_opens_are_refused_by_the_system(kernel: LiveKernel, folder: Path) -> None:
    source = "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nlibc.fopen.restype = ctypes.c_void_p\n"
    source += "assert libc.fopen(b'kept.txt', b'w') is None and libc.unlink(b'kept.txt') == -1"
    assert kernel.tried(source).verdict == "runs"
    assert (folder / "kept.txt").read_text() == "kept"


def test_memory_that_is_shared_with_a_file_is_not_written(kernel: LiveKernel, folder: Path) -> None:
    trial = kernel.tried("mapped[5] = 7; mapped.flush()")
    assert trial.verdict == "runs", trial
    assert (folder / "mapped.bin").read_bytes()[5] == 0
    assert kernel.run("print(mapped[5])") == "0\n"


@pytest.mark.parametrize(
    "source",
    [
        "import tempfile\nwith tempfile.NamedTemporaryFile('w') as file:\n    file.write('x')",
        "open(os.devnull, 'w').write('x')",
        "os.makedirs('.', exist_ok=True)",
        "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()",
        "t = threading.Thread(target=print)\nt.start()\nt.join()",
        "import logging\nlogging.warning('hm')",
    ],
)
def test_what_harms_nobody_may_be_done(kernel: LiveKernel, source: str) -> None:
    trial = kernel.tried(source, 20.0)
    assert trial.verdict == "runs", trial


def test_a_trial_sends_nothing_through_a_connection_of_the_session(kernel: LiveKernel) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        kernel.run(f"line = socket.create_connection(('127.0.0.1', {server.getsockname()[1]})); box = {{'line': line}}")
        connection, _ = server.accept()
        with connection:
            connection.setblocking(False)
            kernel.tried("line.send(b'x')")
            kernel.tried("vars(sys)['modules']['os'].write(box['line'].fileno(), b'x')")
            with pytest.raises(BlockingIOError):
                connection.recv(1)
            kernel.run("line.send(b'y')")
            connection.setblocking(True)
            assert connection.recv(1) == b"y"
    kernel.run("del line, box")


def test_an_endless_cell_is_stopped_at_its_bound(kernel: LiveKernel) -> None:
    trial = kernel.tried("while True:\n    try:\n        pass\n    except BaseException:\n        pass", 0.3)
    assert trial.sentence == "Can't tell here: it was still running after 0.3 s."


def test_a_cell_that_waits_for_a_lock_is_stopped_and_told_to_have_waited(kernel: LiveKernel) -> None:
    trial = kernel.tried("locked()", 0.5)
    assert trial.verdict == "cannot_tell"
    assert "held is a lock" in trial.sentence or "it was waiting" in trial.sentence
    assert "it was waiting" in kernel.tried("time.sleep(60)", 0.5).sentence


def test_a_trial_is_cancelled_by_an_interrupt_and_the_session_goes_on(kernel: LiveKernel) -> None:
    request = kernel.send("while True: pass", 50.0)

    def interrupt() -> None:
        while not kernel.children():
            pass
        kernel.interrupt()

    threading.Thread(target=interrupt).start()
    trial = read_trial(kernel.reply(request), "")
    assert trial.cancelled
    assert kernel.children() == []
    assert kernel.run("print(1)") == "1\n"


def test_an_interrupt_that_the_copy_gets_first_cancels_too(kernel: LiveKernel) -> None:
    """The lab interrupts the kernel with all that it has started."""
    request = kernel.send("while True: pass", 50.0)
    while not (children := kernel.children()):
        pass
    # It has to have set its handlers, which it does first of all.
    wait_until(lambda: _ends_by_interrupt(int(children[0])))
    os.kill(int(children[0]), signal.SIGINT)
    assert read_trial(kernel.reply(request), "").cancelled


def _ends_by_interrupt(pid: int) -> bool:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    masks = [int(line.split()[1], 16) for line in lines if line.startswith(("SigIgn", "SigCgt"))]
    return not any(mask >> (signal.SIGINT - 1) & 1 for mask in masks)


def test_an_interrupt_in_the_moment_of_the_fork_cancels_too(kernel: LiveKernel) -> None:
    """Python drops what a signal raises while it runs the callbacks after a fork."""
    kernel.run(
        "import os, signal\narmed = []\n"
        "def interrupted():\n    if armed: signal.raise_signal(signal.SIGINT)\n"
        "os.register_at_fork(after_in_parent=interrupted)\narmed.append(1)"
    )
    request = kernel.send("while True: pass", 20.0)
    trial = read_trial(kernel.reply(request), "")
    kernel.run("armed.clear()")
    assert trial.cancelled
    assert kernel.children() == []


def test_a_trial_dies_with_its_kernel(folder: Path) -> None:
    with live_kernel(folder) as live:
        live.run("1")
        live.send("while True: pass", 50.0)
        process = psutil.Process(live.pid)
        while not (children := process.children()):
            pass
        process.kill()
        assert psutil.wait_procs(children, timeout=30)[1] == []


def test_gradients_of_torch_are_computed_in_a_trial_too(folder: Path) -> None:
    if find_spec("torch") is None:
        do_without("PyTorch isn't installed (make heavy).")
    with live_kernel(folder) as live:
        live.run(
            "import torch\nnet = torch.nn.Linear(800, 800)\nx = torch.ones(800, 800)\n"
            "best = torch.optim.Adam(net.parameters())\n"
            "def step():\n    best.zero_grad(); loss = net(x).sum(); loss.backward(); best.step(); return loss.item()\n"
            "_ = step()"
        )
        assert live.tried("x.reshape(7, 7)", 20.0).ename == "RuntimeError"
        trial = live.tried("told = step()", 20.0)
        assert trial.verdict == "runs", trial
        assert {(change.name, change.change) for change in trial.names} >= {("told", "new"), ("net", "changed")}
        # Two calculations in single precision need not agree in the last digits.
        assert float(live.run("print(step())")) == pytest.approx(float(trial.names[0].after or ""), rel=1e-5)


def test_estimators_with_threads_of_their_own_can_be_tried_again(folder: Path) -> None:
    with live_kernel(folder) as live:
        live.run(
            "import numpy as np\nfrom sklearn.ensemble import HistGradientBoostingRegressor, RandomForestRegressor\n"
            "X = np.random.rand(2000, 5); y = X.sum(axis=1); forest = RandomForestRegressor(10, n_jobs=2)\n"
            "boosted = HistGradientBoostingRegressor(max_iter=5).fit(X, y)\n"
            "_ = X.T @ X; forest.fit(X, y)"
        )
        for source in ("boosted.fit(X, y)", "forest.fit(X, y)", "X.T @ X"):
            trial = live.tried(source, 30.0)
            assert trial.verdict == "runs", trial
        assert live.tried("boosted.fit(X, y[:5])", 30.0).ename == "ValueError"

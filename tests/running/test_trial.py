"""Trying a cell: what it would come to, in real kernels, and that the session is as if nobody had tried."""

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from junobench_lab.errors import InvalidRequest
from junobench_lab.running.preflight.models import NameChange, Trial, TrialRequest
from junobench_lab.running.preflight.trial import read_trial, trial_message
from tests.running.trying import LiveKernel, live_kernel

SESSION = """
import gc, os, random, sys, warnings
import numpy as np
import pandas as pd
np.random.seed(3); random.seed(3)
frame = pd.DataFrame({"fare": [1.0, 2.0, 3.0], "pier": ["a", "b", "c"]})
big = pd.DataFrame({"n": np.arange(2_000_000), "x": np.zeros(2_000_000)})
array = np.zeros((3, 4))
numbers = [1, 2]
prices = {"a": [1]}
squares = (n * n for n in range(5))
steps = iter([1, 2, 3])
count = 1
class Model:
    def fit(self, data):
        self.seen = len(data)
        return self
model = Model()
def add(value):
    numbers.append(value)
import collections, io
queue = collections.deque([1]); groups = collections.defaultdict(list); box = {"frame": frame}
label = pd.Index([1, 2]); dice = np.random.default_rng(1); text = io.StringIO("abc"); raw = bytearray(b"abc")
class Counter:
    total = 0
def increase():
    Counter.total += 1
opened = open("trips.csv")
first = opened.readline()
"""

LOOK = (
    "(sorted(globals()), sorted(sys.modules), warnings.filters, In, sorted(Out), repr(_), sys.path, "
    "get_ipython().execution_count, get_ipython().history_manager.get_tail(5), list(map(id, sys.meta_path)), "
    "numbers, squares.gi_frame.f_lasti, steps.__length_hint__(), frame.to_dict(), id(frame), os.getcwd(), "
    "random.getstate(), np.random.get_state()[1].tolist(), gc.get_freeze_count(), sys.getswitchinterval(), "
    "os.getpriority(os.PRIO_PROCESS, 0), len(__import__('asyncio').all_tasks()))"
)
"""All of the session that somebody could notice."""


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveKernel]:
    folder = tmp_path_factory.mktemp("session")
    (folder / "trips.csv").write_text("a,b\n1,2\n3,4\n")
    with live_kernel(folder) as live:
        live.run(SESSION)
        # Looking imports what it needs.
        live.look(LOOK)
        yield live


def changed(trial: Trial) -> dict[str, str]:
    assert trial.verdict == "runs", trial
    return {change.name: change.change for change in trial.names}


def only(trial: Trial) -> NameChange:
    assert trial.verdict == "runs", trial
    (change,) = trial.names
    return change


@pytest.mark.parametrize(
    ("source", "ename", "line"),
    [
        ("frame.drop(columns=['zz'])", "KeyError", 1),
        ("x = 1\n\n# the key is missing\nprices['b']", "KeyError", 4),
        ("\n\n1 / 0", "ZeroDivisionError", 3),
        ("%%time\ny = 2\n1 / 0", "ZeroDivisionError", 3),
        ("def broken(:\n    pass", "SyntaxError", 1),
        ("def fall():\n    return fall()\nfall()", "RecursionError", 3),
        ("add(1)\nadd()", "TypeError", 2),
        ("np.zeros(10**15)", "MemoryError", 1),
        ("import asyncio\nawait asyncio.sleep(0)\nprices['b']", "KeyError", 3),
        ("sys.exit()", "SystemExit", 1),
        ("raise KeyboardInterrupt", "KeyboardInterrupt", 1),
        ("assert squares is None", "AssertionError", 1),
        ("frame.to_csv('no-such-folder/x.csv')", "OSError", 1),
        ("import asyncio\nasyncio.run(asyncio.sleep(0))", "RuntimeError", 2),
        ("raise RuntimeError('the training loop failed')", "RuntimeError", 1),
    ],
)
def test_a_crash_is_told_with_its_line(kernel: LiveKernel, source: str, ename: str, line: int) -> None:
    trial = kernel.tried(source)
    assert (trial.verdict, trial.ename, trial.line) == ("crashes", ename, line), trial


@pytest.mark.parametrize(
    ("source", "name", "change"),
    [
        ("fresh = 1", "fresh", "new"),
        ("import math", "math", "new"),
        ("count += 1", "count", "reassigned"),
        ("del count", "count", "deleted"),
        ("numbers.append(3)", "numbers", "changed"),
        ("add(3)", "numbers", "changed"),
        ("prices['a'].append(2)", "prices", "changed"),
        ("frame['fee'] = 1", "frame", "changed"),
        ("frame.loc[1, 'pier'] = 'z'", "frame", "changed"),
        ("frame.sort_values('fare', ascending=False, inplace=True)", "frame", "changed"),
        ("array[2, 3] = 1", "array", "changed"),
        ("big.loc[1_234_567, 'x'] = 1", "big", "changed"),
        ("model.fit(numbers)", "model", "changed"),
        ("next(squares)", "squares", "changed"),
        ("list(squares)", "squares", "changed"),
        ("next(steps)", "steps", "changed"),
        ("%%time\nnumbers.append(3)", "numbers", "changed"),
        ("globals()['numbers'].append(3)", "numbers", "changed"),
        ("get_ipython().run_cell('numbers.append(3)')", "numbers", "changed"),
        ("queue.append(2)", "queue", "changed"),
        ("groups['a']", "groups", "changed"),
        ("label.name = 'pier'", "label", "changed"),
        ("dice.random()", "dice", "changed"),
        ("text.read(1)", "text", "changed"),
        ("raw[0] = 65", "raw", "changed"),
        ("increase()", "Counter", "changed"),
        ("opened.close()", "opened", "changed"),
        ("import asyncio\ntask = asyncio.ensure_future(asyncio.sleep(0))\ndel asyncio", "task", "new"),
    ],
)
def test_what_would_change_is_told(kernel: LiveKernel, source: str, name: str, change: str) -> None:
    # What holds the frame changes with it.
    held = {"box": "changed"} if (name, change) == ("frame", "changed") else {}
    assert changed(kernel.tried(source)) == {name: change, **held}


@pytest.mark.parametrize(
    "source",
    [
        "frame.describe()",
        "big.sum()",
        "len(numbers)",
        "print(array)",
        "model.fit",
        "frame.copy().drop(columns='fare')",
        "",
    ],
)
def test_a_cell_that_only_looks_changes_nothing(kernel: LiveKernel, source: str) -> None:
    assert changed(kernel.tried(source)) == {}


def test_a_change_of_a_frame_is_told_with_shapes_and_columns(kernel: LiveKernel) -> None:
    change = only(kernel.tried("frame = frame.rename(columns={'pier': 'quay'})"))
    assert (change.before, change.after) == ("DataFrame 3 x 2", "DataFrame 3 x 2")
    assert (change.columns_added, change.columns_removed) == (["quay"], ["pier"])


def test_an_array_changes_with_a_view_of_it(kernel: LiveKernel) -> None:
    kernel.run("view = array[:, 1]")
    assert changed(kernel.tried("view[0] = 7")) == {"view": "changed", "array": "changed"}
    assert changed(kernel.tried("array[0, 1] = 7")) == {"view": "changed", "array": "changed"}
    kernel.run("del view")


def test_half_a_character_in_a_message_can_be_told(kernel: LiveKernel) -> None:
    trial = kernel.tried("raise ValueError('a\\ud800')")
    assert trial.evalue == "a?"
    assert "a?" in trial.model_dump_json()


def test_a_syntax_error_is_told_as_python_tells_it(kernel: LiveKernel) -> None:
    trial = kernel.tried("def broken(:")
    assert re.fullmatch(r"invalid syntax \(\w+\.py, line 1\)", trial.evalue or ""), trial


def test_two_names_of_one_object_both_change(kernel: LiveKernel) -> None:
    kernel.run("same = numbers")
    assert changed(kernel.tried("numbers.clear()")) == {"numbers": "changed", "same": "changed"}
    kernel.run("del same")


@pytest.mark.parametrize(
    "source",
    [
        "numbers.append(9); frame['new'] = 1; list(squares); next(steps); 99",
        "np.random.rand(3); random.random()",
        "warnings.simplefilter('ignore'); import decimal, xml.dom; sys.path.append('x')",
        "1 / 0",
        "import os; os.chdir('/')",
        "open('new.txt', 'w')",
        "import threading; threading.Thread(target=input).start(); import time; time.sleep(1)",
        "%matplotlib inline",
        "await __import__('asyncio').sleep(0)",
        "del numbers, frame",
        "import asyncio; asyncio.create_task(asyncio.sleep(0))",
        "get_ipython().history_manager.reset()",
        "%store",
        "os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)",
    ],
)
def test_the_session_is_as_if_nobody_had_tried(kernel: LiveKernel, source: str) -> None:
    kernel.run("7 * 6")
    before = kernel.look(LOOK)
    kernel.tried(source)
    assert kernel.look(LOOK) == before


def test_a_file_that_is_being_read_goes_on_at_its_place(kernel: LiveKernel) -> None:
    assert only(kernel.tried("line = opened.buffer.raw.read()")).change == "new"
    assert kernel.run("print(opened.buffer.raw.tell() == 12, opened.readline())").split() == ["True", "1,2"]


def test_the_same_random_numbers_are_drawn_afterwards_and_in_the_trial(kernel: LiveKernel) -> None:
    kernel.run("np.random.seed(1); random.seed(1)")
    drawn = "(np.random.rand(), random.random())"
    once = only(kernel.tried(f"draw = repr({drawn})")).after
    assert only(kernel.tried(f"draw = repr({drawn})")).after == once
    assert kernel.run(f"print(repr(repr({drawn}))[:6])").strip() == (once or "")[:6]


def test_a_trial_is_heard_by_nobody(kernel: LiveKernel) -> None:
    request = kernel.send(
        "import os, sys, matplotlib.pyplot as plt\n"
        "print('out'); print('err', file=sys.stderr); os.write(1, b'raw')\n"
        "sys.__stdout__.write('x'); plt.plot([1, 2]); plt.show()\n"
        "from tqdm import tqdm\nlist(tqdm(range(3)))\nframe",
        10.0,
    )
    assert read_trial(kernel.reply(request), "").verdict == "runs"
    assert kernel.heard(request) == ["status", "status"]
    # What was written and not yet sent stays the parent's.
    assert kernel.run("print('later')") == "later\n"


def test_trials_leave_no_open_files(kernel: LiveKernel) -> None:
    count = "len(__import__('os').listdir('/proc/self/fd'))"
    kernel.tried("1")
    before = int(kernel.look(count))
    for _ in range(5):
        kernel.tried("1")
    # One more or less is the kernel's own.
    assert int(kernel.look(count)) < before + 5


def test_what_a_killed_kernel_left_is_removed_by_a_later_trial(kernel: LiveKernel) -> None:
    folder = Path(eval(kernel.look("__import__('tempfile').gettempdir()")))
    old, new = (folder / f"jbl-try-{name}-of-{os.getpid()}" for name in ("old", "new"))
    for each in (old, new):
        each.mkdir()
        (each / "file").touch()
    os.utime(old, (time.time() - 3600,) * 2)
    kernel.tried("1")
    assert (old.exists(), new.exists()) == (False, True)
    (new / "file").unlink()
    new.rmdir()


def test_no_process_of_a_trial_is_left(kernel: LiveKernel) -> None:
    for source in ("1", "1 / 0", "while True: pass", "import time; time.sleep(60)"):
        kernel.tried(source, 0.3)
        assert kernel.children() == []


def test_only_python_can_be_tried() -> None:
    with pytest.raises(InvalidRequest, match="R"):
        trial_message(TrialRequest(source="1", language="R"))


@pytest.mark.parametrize("seconds", [0.0, -1.0, 61.0, float("nan")])
def test_a_bound_that_is_none_is_refused(seconds: float) -> None:
    with pytest.raises(InvalidRequest):
        trial_message(TrialRequest(source="1", seconds=seconds))


@pytest.mark.parametrize("reply", [{}, {"user_expressions": {"trial": {"status": "error"}}}])
def test_a_reply_that_is_none_is_told_in_words(reply: dict) -> None:
    trial = read_trial(reply, "1")
    assert trial.verdict == "cannot_tell"
    assert trial.sentence.startswith("Can't tell here: the kernel gave no answer")

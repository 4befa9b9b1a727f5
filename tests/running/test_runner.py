"""What a run of sound code says and leaves, and what it can be told to stop."""

import asyncio
from pathlib import Path

import pytest

from junobench_lab.running.environments.local import LocalEnvironment
from junobench_lab.running.models import CellFinished, CellStarted, Ended, KernelReady, Limits, Output
from junobench_lab.running.runner import run_plan

from .runs import Done, kernel_processes, plan, run, run_all

CASES = {
    "events": (plan("x = 2\nprint(x)", "x * 21", "def f():\n    raise KeyError('fee')\n\nf()", "never"), Limits()),
    "names": (plan("sorted(name for name in globals() if not name.startswith('_'))"), Limits()),
    "modules": (
        plan("import sys; [name in sys.modules for name in ('numpy', 'torch', 'tensorflow', 'pandas')]"),
        Limits(),
    ),
    "random": (
        plan("import random, numpy as np\n(random.random(), np.random.rand(), sorted({'a', 'b', 'c'}, key=hash))"),
        Limits(),
    ),
    "random_again": (
        plan("import random, numpy as np\n(random.random(), np.random.rand(), sorted({'a', 'b', 'c'}, key=hash))"),
        Limits(),
    ),
    "numpy": (
        plan("import numpy\nnumpy.random.seed(0)\nnumpy.random.rand(3)", "import numpy\nnumpy.random.rand(3)"),
        Limits(),
    ),
    "seeded_numpy": (plan("from numpy.random import rand\nrand(3)"), Limits()),
    "zone": (plan("import time, os\n(time.strftime('%Z'), os.environ['PYTHONHASHSEED'])"), Limits()),
    "plots": (
        plan(
            "import matplotlib\nmatplotlib.get_backend()", "import matplotlib.pyplot as plt\nplt.plot([1])\nplt.show()"
        ),
        Limits(),
    ),
    "displays": (
        plan(
            "from IPython.display import clear_output, display, update_display\n"
            "print('loading'); clear_output()\n"
            "print('old'); clear_output(wait=True); print('new')\n"
            "display('half', display_id='bar'); update_display('whole', display_id='bar')"
        ),
        Limits(),
    ),
    "goes_on": (plan("1/0", "'after'", may_crash=[0]), Limits()),
    "magics": (plan("%matplotlib inline\n!echo shell\n%time 1"), Limits()),
}


@pytest.fixture(scope="module")
def done(folder: Path) -> dict[str, Done]:
    return run_all(CASES, folder)


def test_events_come_in_order_and_end_at_the_crash(done):
    told = [(type(event), getattr(event, "step", None)) for event in done["events"].events]
    assert told == [
        (KernelReady, None),
        (CellStarted, 0),
        (Output, 0),
        (CellFinished, 0),
        (CellStarted, 1),
        (Output, 1),
        (CellFinished, 1),
        (CellStarted, 2),
        (Output, 2),
        (CellFinished, 2),
        (Ended, None),
    ]
    times = [event.at for event in done["events"].events]
    assert times == sorted(times)
    assert done["events"].ended.reason == "crashed"


def test_a_crash_is_told_with_its_type_message_and_line_in_the_cell(done):
    finished = done["events"].finished(2)
    assert (finished.ok, finished.ename, finished.evalue, finished.line) == (False, "KeyError", "'fee'", 4)


def test_the_first_cell_has_the_count_one(done):
    assert done["events"].outputs(1) == [
        {"output_type": "execute_result", "data": {"text/plain": "42"}, "metadata": {}, "execution_count": 2}
    ]


def test_the_namespace_holds_nothing_but_what_ipython_puts_there(done):
    assert done["names"].text() == "['In', 'Out', 'exit', 'get_ipython', 'open', 'quit']"


def test_no_library_is_imported_before_the_notebook_does(done):
    assert done["modules"].text() == "[False, False, False, False]"


def test_random_numbers_and_the_order_of_sets_repeat(done):
    assert done["random"].text() == done["random_again"].text() != ""


def test_numpy_is_seeded_however_it_is_imported(done):
    seeded = "array([0.5488135 , 0.71518937, 0.60276338])"
    assert done["numpy"].text(0) == seeded
    assert done["seeded_numpy"].text(0) == seeded


def test_the_time_zone_and_the_hash_seed_are_pinned(done):
    assert done["zone"].text() == "('UTC', '0')"


def test_plots_are_drawn_into_the_notebook_whatever_the_shell_says(monkeypatch, folder):
    monkeypatch.setenv("MPLBACKEND", "agg")
    shown = asyncio.run(run(CASES["plots"][0], folder=folder))
    assert "inline" in shown.text(0)
    assert any("image/png" in output.get("data", {}) for output in shown.outputs(1))


def test_what_is_cleared_is_gone_and_what_is_updated_is_new(done):
    assert [output.get("text") or output["data"]["text/plain"] for output in done["displays"].outputs()] == [
        "new\n",
        "'whole'",
    ]


def test_a_step_whose_crash_is_on_record_does_not_end_the_run(done):
    assert [done["goes_on"].finished(step).ok for step in (0, 1)] == [False, True]
    assert done["goes_on"].outcome.verdict == "no_crash"


def test_magics_run(done):
    assert done["magics"].finished().ok
    assert "shell" in done["magics"].text()


def test_versions_are_those_of_the_kernel(done):
    import importlib.metadata
    import platform

    versions = done["events"].ready.versions
    assert versions["python"] == platform.python_version()
    assert versions["numpy"] == importlib.metadata.version("numpy")


def test_a_run_works_in_a_copy_that_goes_away(folder, tmp_path, copies):
    source = tmp_path / "tide-tables"
    (source / "data").mkdir(parents=True)
    (source / "data" / "tides.csv").write_text("hour,height\n0,3\n")
    (source / "data" / "tides.csv").chmod(0o444)
    (source / "secret.py").write_text("answer = 1")
    code = (
        "import os, pathlib\n"
        "pathlib.Path('data/tides.csv').write_text('gone')\n"
        "pathlib.Path('new.txt').write_text('new')\n"
        "os.mkdir('locked'); pathlib.Path('locked/x').touch(); os.chmod('locked', 0)\n"
        "(os.path.basename(os.getcwd()), sorted(os.listdir()), os.listdir('data'))"
    )
    done = asyncio.run(run(plan(code), folder=source, files=[source / "data" / "tides.csv"]))
    assert done.text() == "('tide-tables', ['data', 'locked', 'new.txt'], ['tides.csv'])"
    assert (source / "data" / "tides.csv").read_text() == "hour,height\n0,3\n"
    assert sorted(path.name for path in source.iterdir()) == ["data", "secret.py"]


def test_a_person_s_ipython_profile_does_not_take_part(monkeypatch, folder, tmp_path):
    startup = tmp_path / "profile_default" / "startup"
    startup.mkdir(parents=True)
    (startup / "mine.py").write_text("surprise = 1")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    done = asyncio.run(run(plan("surprise"), folder=folder))
    assert done.finished().ename == "NameError"


@pytest.mark.parametrize("moment", [0.0, 0.05, 0.2, 0.5, 0.8])
def test_a_cancel_ends_the_run_at_any_moment_and_leaves_nothing(moment, folder, copies):
    async def cancelled() -> tuple[Done, float]:
        cancel = asyncio.Event()
        loop = asyncio.get_running_loop()
        pressed = loop.time() + moment
        loop.call_at(pressed, cancel.set)
        done = await run(plan("import time\ntime.sleep(600)"), folder=folder, cancel=cancel)
        return done, loop.time() - pressed

    done, seconds = asyncio.run(cancelled())
    assert done.ended.reason == "cancelled"
    assert done.outcome.cancelled and done.outcome.verdict == "infrastructure"
    assert seconds < 10
    assert kernel_processes() == []


def test_a_listener_who_goes_away_ends_the_run(folder, copies):
    async def leave() -> None:
        events = run_plan(
            plan("import time\ntime.sleep(600)"),
            folder=folder,
            files=[],
            environment=LocalEnvironment(),
            limits=Limits(),
        )
        async for event in events:
            if isinstance(event, CellStarted):
                break
        await events.aclose()
        assert kernel_processes() == []

    asyncio.run(asyncio.wait_for(leave(), 60))

"""What a parent does once, so that no kernel forked from it has to: imports, a first figure, first tracebacks."""

from __future__ import annotations

import gc
import importlib
import io
import os
import sys
import threading
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from .in_a_kernel import as_in_a_kernel
from .set_aside import SetAside
from .watched_imports import ImportWatch

NEVER = ("tensorflow", "torch", "jax", "keras")
"""Libraries whose threads don't survive a fork."""

_KERNEL = (
    *("ipykernel.kernelapp", "ipykernel.zmqshell", "ipykernel.debugger", "IPython.core.completerlib"),
    *("IPython.core.debugger", "IPython.core.magics", "IPython.extensions.storemagic", "tornado.platform.asyncio"),
    *("pdb", "sqlite3", "importlib.metadata"),
)
"""What a kernel imports before anything of the notebook's; the debugger's parts alone take it a third of its start."""


class Unfit(Exception):
    """No kernel may be forked from this process; says why."""


class Prepared:
    """What the lab has to know of a parent to decide whether a run may have a kernel of it."""

    def __init__(self, roots: list[str], variables: list[str], warned: list[str]) -> None:
        self.roots = roots
        """Top-level names of all that was imported: a file of the notebook's own may mean another one."""
        self.variables = variables
        """Environment variables that the imports read."""
        self.warned = warned
        """Modules that warned while they were imported."""


def import_kernel() -> dict[str, str]:
    """Import what a kernel does before anything of the notebook's; gives the environment variables that this set."""
    before = dict(os.environ)
    for name in _KERNEL:
        _import(name)
    return {name: value for name, value in os.environ.items() if before.get(name) != value}


def prepare(imports: Sequence[str], said: Callable[[], int]) -> Prepared:
    """After `import_kernel`: import ``imports``, as far as they are there, and set everything aside that a fresh kernel
    hasn't imported.

    ``said`` counts the bytes that this process has written so far. Raises `Unfit`.
    """
    said_by_kernel = said()
    baseline = {name for name in sys.modules if not _is_own(name)}
    # The figures of a notebook are drawn where a kernel says so, and matplotlib reads it when it is imported.
    os.environ.setdefault("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    with ImportWatch() as watch:
        with as_in_a_kernel():
            for name in imports:
                _import(name)
        _use_once(_draw)
        _use_once(_format_tracebacks)
    if said() != said_by_kernel:
        raise Unfit("The import of a library wrote something, which each notebook that imports it has to show.")
    loaded = [name for name in NEVER if name in sys.modules]
    if loaded:
        raise Unfit(f"A library imported {loaded[0]}, which can't be forked.")
    if "matplotlib_inline.backend_inline" in sys.modules:
        raise Unfit("A library imported the figures' backend, which belongs to a kernel.")
    _require_one_thread()
    roots = sorted({name.partition(".")[0] for name in sys.modules if not _is_own(name)})
    warned = sorted(name for name, record in watch.records.items() if record.warned)
    aside = SetAside(watch.records, baseline | {name for name in sys.modules if _is_own(name)})
    aside.look_ahead(imports)
    for module in list(sys.modules.values()):
        if isinstance(module, ModuleType):
            vars(module).pop("__warningregistry__", None)
    gc.collect()
    # What is frozen isn't written to by the collector, so that the kernels go on sharing it.
    gc.freeze()
    return Prepared(roots, sorted(watch.variables_read), warned)


def _is_own(name: str) -> bool:
    return name == "__main__" or name.partition(".")[0] == (__package__ or "").partition(".")[0]


def _import(name: str) -> None:
    try:
        importlib.import_module(name)
    except ImportError:
        # Not installed, or another version without it: a notebook that wants it will say so itself.
        return


def _use_once(work: Callable[[], None]) -> None:
    try:
        work()
    except Exception:
        # Only speed depends on it.
        return


def _draw() -> None:
    """A figure with all that usual ones have, past pyplot, whose state belongs to the notebook."""
    if "matplotlib" not in sys.modules:
        return
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(layout="tight")
    FigureCanvasAgg(figure)
    left, right = figure.subplots(1, 2)
    left.plot([1, 2], [1, 2], label="line")
    left.legend(title="legend")
    left.set(title="title", xlabel="x", ylabel="y")
    right.bar(["a", "b"], [10, 1000])
    right.set_yscale("log")
    figure.savefig(io.BytesIO(), format="png", bbox_inches="tight")


def _format_tracebacks() -> None:
    """Crashes inside the usual libraries, as a kernel formats them: their sources are read and parsed only once."""
    from IPython.core import ultratb

    formatter: Any = ultratb.AutoFormattedTB(mode="Context", tb_offset=1)
    for crash in (_key_error, _shape_error, _estimator_error):
        try:
            crash()
        except Exception as error:
            lines = formatter.structured_traceback(type(error), error, error.__traceback__, tb_offset=1)
            formatter.stb2text(lines)


def _key_error() -> None:
    pandas: Any = sys.modules["pandas"]
    pandas.DataFrame({"a": [1]})["b"]


def _shape_error() -> None:
    numpy: Any = sys.modules["numpy"]
    numpy.ones(2) + numpy.ones(3)


def _estimator_error() -> None:
    linear: Any = sys.modules["sklearn.linear_model"]
    linear.LinearRegression().fit([["a"]], [1])


def _require_one_thread() -> None:
    """A fork takes one thread along; locks that another one holds would stay locked for ever."""
    if threading.active_count() > 1:
        raise Unfit("A library started a thread when it was imported.")
    # Threads of linear algebra libraries end at a fork, which they take care of themselves.
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    try:
        threads = len(os.listdir("/proc/self/task"))
    except OSError:
        raise Unfit("The number of threads can't be seen on this system.") from None
    if threads > 1:
        raise Unfit("A library started a thread when it was imported, which doesn't end at a fork.")

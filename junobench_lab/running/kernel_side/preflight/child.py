"""The life of the forked child: it tries the cell, reports, and is gone."""

from __future__ import annotations

import errno
import inspect
import json
import os
import random
import sys
import time
import types
from typing import Any, NoReturn

from . import failure, names, reach, threads
from .guard import Guard
from .isolation import CannotIsolate, isolate, memory_map
from .limits import bound_child
from .loop import as_inside, failed_in_the_loop
from .marks import Marker
from .refusal import refuse_changes_outside

_LIVES_OUTSIDE = {
    "_asyncio": "a task of the event loop",
    "_socket": "a network connection",
    "_thread": "a lock",
    "asyncio": "a part of the event loop",
    "concurrent": "a pool of workers",
    "dask": "work that others do",
    "distributed": "a pool of workers",
    "h5py": "an open file",
    "http": "a network connection",
    "joblib": "a pool of workers",
    "multiprocessing": "a part of another process",
    "netCDF4": "an open file",
    "psycopg": "a database connection",
    "psycopg2": "a database connection",
    "pymongo": "a database connection",
    "pyspark": "work that others do",
    "queue": "a queue between threads",
    "ray": "work that others do",
    "requests": "a network connection",
    "selenium": "a browser",
    "socket": "a network connection",
    "sqlalchemy": "a database connection",
    "sqlite3": "a database connection",
    "ssl": "a network connection",
    "subprocess": "another process",
    "tables": "an open file",
    "threading": "a thread or a lock",
}
"""Library -> what its objects are: their other half isn't in a fork."""
_DATABASE_REFUSED = ("disk I/O error", "readonly", "unable to open")
_WRITES_IN_C = {
    *("dump_svmlight_file", "imwrite", "save_model", "savemat", "to_feather", "to_hdf", "to_netcdf", "to_parquet"),
    *("to_orc", "to_zarr", "write_feather", "write_image", "write_parquet", "write_table"),
}
"""Methods whose libraries open files past Python; looked for only where the system doesn't refuse it."""


def live_and_die(asked: dict[str, Any], parent: int, report: int, scratch: str, dice: Any, loop: Any) -> NoReturn:
    """Try the cell and write what came of it as JSON to the descriptor ``report``; never comes back.

    ``dice`` is the state of Python's random numbers, ``loop`` the event loop that runs the parent's cells.
    """
    try:
        bound_child(parent, asked["seconds"])
        random.setstate(dice)
        child = _Child(asked, report, loop)
        child.tell(child.tried(scratch))
    except BaseException as error:
        # Whatever it is, the parent's code must not go on in here.
        os.write(report, json.dumps({"cannot": f"the trial failed ({type(error).__name__})"}).encode())
    finally:
        os._exit(0)


class _Child:
    def __init__(self, asked: dict[str, Any], report: int, loop: Any) -> None:
        self._source: str = asked["source"]
        self._report = report
        self._loop = loop
        self._shell: Any = sys.modules["IPython"].get_ipython()

    def tell(self, told: dict[str, Any]) -> NoReturn:
        """Report, and end at once, from whichever thread."""
        # Half a character, as messages may have, could be written in no reply.
        rest = json.dumps(told, ensure_ascii=False).encode("utf-8", "replace")
        while rest:
            rest = rest[os.write(self._report, rest) :]
        os._exit(0)

    def tried(self, scratch: str) -> dict[str, Any]:
        shell = self._shell
        maps = memory_map()
        try:
            writable = isolate(self._report, scratch, shell, maps)
        except CannotIsolate as error:
            return {"cannot": str(error)}
        lacking = threads.settle(maps)
        if lacking is not None:
            return {"cannot": lacking}
        code = reach.compiled(self._source, shell)
        before = reach.own_names(shell.user_ns)
        reached = reach.reached(code, before, shell)
        outside = next(filter(None, (_outside(name, value) for name, value in reached.items())), None)
        if outside is not None:
            return {"cannot": outside}
        reached.update(reach.holders(reached, before))
        marker = Marker()
        marks = {name: marker.mark(value) for name, value in reached.items()}
        texts = {name: names.text_of(value) for name, value in reached.items()}
        if not refuse_changes_outside(scratch):
            writer = next((name for name in _names_of(code) if name in _WRITES_IN_C), None)
            if writer is not None:
                return {"cannot": f"{writer} writes a file"}
        Guard(scratch, self._refuse).watch(shell)
        shell.showtraceback = shell.showsyntaxerror = shell.showindentationerror = _say_nothing
        waits = code is not None and bool(code.co_flags & inspect.CO_COROUTINE)
        if not waits:
            as_inside(self._loop)
        began = time.perf_counter()
        result = shell.run_cell(self._source, store_history=False)
        seconds = time.perf_counter() - began
        raised = result.error_before_exec or result.error_in_exec
        if raised is not None:
            return {**self._crashed(raised, writable), "seconds": seconds}
        found, more = names.changes(before, marks, texts, reach.own_names(shell.user_ns), marker.second())
        return {"names": found, "more": more, "seconds": seconds}

    def _refuse(self, what: str) -> NoReturn:
        self.tell({"cannot": what, "traceback": failure.lines_now(sys._getframe(), self._shell)})

    def _crashed(self, error: BaseException, writable: set[int]) -> dict[str, Any]:
        told = failure.described(error, self._shell)
        cause: BaseException | None = error
        seen = 0
        while cause is not None and seen < 20:
            number = getattr(cause, "errno", None)
            if number == errno.EACCES or "Permission denied" in str(cause):
                return {"cannot": "it changes a file, or may not read one", "traceback": told["traceback"]}
            if number == errno.EBADF and writable:
                return {"cannot": "it writes to a file that is open", "traceback": told["traceback"]}
            if isinstance(cause, (RuntimeError, OSError)) and failed_in_the_loop(cause):
                return {"cannot": "it needs the kernel's event loop", "traceback": told["traceback"]}
            if type(cause).__module__ == "sqlite3" and any(part in str(cause) for part in _DATABASE_REFUSED):
                return {"cannot": "it changes a database", "traceback": told["traceback"]}
            cause, seen = cause.__cause__ or cause.__context__, seen + 1
        return told


def _say_nothing(*_arguments: Any, **_named: Any) -> None:
    return None


def _outside(name: str, value: Any) -> str | None:
    """Why a name forbids a trial: what it stands for has its other half elsewhere."""
    if isinstance(value, (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType)):
        return None
    what = _LIVES_OUTSIDE.get(type(value).__module__.split(".")[0])
    return None if what is None else f"{name} is {what}"


def _names_of(code: types.CodeType | None) -> list[str]:
    if code is None:
        return []
    inner = [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
    return [*code.co_names, *(name for each in inner for name in _names_of(each))]

"""The process that waits in a container and becomes its one kernel. Nothing is forked, as a container has one run only.

It is started with the path of its connection folder, where it finds the connection file `KERNEL` and the pipe `ORDER`,
and tells by the file `TOLD` what became of it: ``{"prepared": {...}}`` when it waits, or ``{"unfit": sentence}``. It
becomes a kernel when an order comes through the pipe, and ends when the pipe ends without one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from typing import Any

from .kernel import initialized, read_order, run_kernel
from .preparation import Prepared, Unfit, import_kernel, prepare

KERNEL = "kernel.json"
ORDER = "order"
TOLD = "told.json"


def start(folder: str, imports: list[str]) -> None:
    """Wait in the folder's container, and be its kernel until it is shut down."""
    # What a notebook finds beside its sockets is the connection file, as in any other container.
    shutil.rmtree(os.path.dirname(__file__), ignore_errors=True)
    backend = os.environ.get("MPLBACKEND")
    _let_matplotlib_look_for_fonts()
    import_kernel()
    try:
        prepared = _prepare_in_silence(imports)
    except Unfit as error:
        _tell(folder, {"unfit": str(error)})
        return
    if backend is None:
        # The kernel's own to set, as all else that its parts set is kept.
        os.environ.pop("MPLBACKEND", None)
    app = initialized(os.path.join(folder, KERNEL))
    pipe = os.path.join(folder, ORDER)
    orders = os.open(pipe, os.O_RDONLY)
    _tell(folder, {"prepared": vars(prepared)})
    read_order(orders)
    for name in (ORDER, TOLD):
        os.unlink(os.path.join(folder, name))
    tempfile.tempdir = None
    run_kernel(app)


def _let_matplotlib_look_for_fonts() -> None:
    """Caches are empty in a new container, and where the search takes long, matplotlib says so: elsewhere, then."""
    subprocess.run(
        [sys.executable, "-c", "import matplotlib.font_manager"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )


def _prepare_in_silence(imports: list[str]) -> Prepared:
    """What is written meanwhile isn't the kernel's. Raises `Unfit`."""
    log = os.memfd_create("said")
    outputs = {number: os.dup(number) for number in (1, 2)}
    for number in outputs:
        os.dup2(log, number)

    def said() -> int:
        sys.stdout.flush()
        sys.stderr.flush()
        return os.fstat(log).st_size

    try:
        return prepare(imports, said)
    finally:
        said()
        for number, kept in outputs.items():
            os.dup2(kept, number)
            os.close(kept)
        os.close(log)


def _tell(folder: str, reply: dict[str, Any]) -> None:
    """Under its name only when it is whole."""
    place = os.path.join(folder, TOLD)
    with open(f"{place}.new", "w", encoding="utf-8") as file:
        json.dump(reply, file)
    os.rename(f"{place}.new", place)

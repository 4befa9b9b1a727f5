"""Makes libraries that ask at their import whether they are in a notebook believe so."""

from __future__ import annotations

import builtins
import contextlib
import sys
from collections.abc import Iterator
from typing import Any


@contextlib.contextmanager
def as_in_a_kernel() -> Iterator[None]:
    """For the time being there is a shell, that of a kernel, which can do nothing: pandas chooses its options by it,
    and by what the encoding of a kernel's output is called.

    A library that wants more of it than to know what it is fails to be imported, and each notebook imports it itself.
    """
    from ipykernel.zmqshell import ZMQInteractiveShell
    from traitlets.config import Config

    shell: Any = ZMQInteractiveShell.__new__(ZMQInteractiveShell)
    shell.config = Config({"IPKernelApp": {"connection_file": ""}})
    places: Any = builtins
    classes: Any = list(ZMQInteractiveShell._walk_mro())
    places.get_ipython = lambda: shell
    places.__IPYTHON__ = True
    for each in classes:
        each._instance = shell
    output: Any = sys.stdout
    encoding = output.encoding
    output.reconfigure(encoding="UTF-8")
    try:
        yield
    finally:
        output.reconfigure(encoding=encoding)
        for each in classes:
            each._instance = None
        del places.get_ipython, places.__IPYTHON__

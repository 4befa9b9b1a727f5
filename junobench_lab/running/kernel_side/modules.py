"""Runs a package of sources in a kernel without a file: its modules exist while it answers, and not a moment longer."""

from __future__ import annotations

import base64
import importlib
import importlib.abc
import importlib.util
import json
import marshal
import sys
from typing import Any

_PACKAGE = "_junobench_lab_sent"


class _Sent(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds and loads the modules that were sent, as submodules of one package."""

    def __init__(self, sent: dict[str, Any]) -> None:
        self._sources: dict[str, str] = sent["sources"]
        # Compiled already, for one version of Python: reading that is faster by far than compiling.
        fits = sent["magic"] == importlib.util.MAGIC_NUMBER.hex()
        self._compiled: dict[str, str] = sent["compiled"] if fits else {}

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        package, _, module = name.partition(".")
        is_package = not module or any(each.startswith(module + ".") for each in self._sources)
        if package != _PACKAGE or not (is_package or module in self._sources):
            return None
        return importlib.util.spec_from_loader(name, self, is_package=is_package)

    def exec_module(self, module: Any) -> None:
        name = module.__name__.partition(".")[2]
        if name in self._compiled:
            exec(marshal.loads(base64.b64decode(self._compiled[name])), module.__dict__)
        elif name in self._sources:
            exec(compile(self._sources[name], f"<junobench-lab {name}>", "exec"), module.__dict__)


def answer(sent: str) -> str:
    """Load what was sent and give the answer of its main module, as JSON.

    ``sent`` is JSON with ``sources`` (module -> source), ``compiled`` (the same as marshalled code in base 64, for the
    Python of ``magic``), ``main`` (a module with a function ``answer``) and ``asked``, that function's argument.
    """
    told = json.loads(sent)
    finder = _Sent(told)
    sys.meta_path.insert(0, finder)
    try:
        module = importlib.import_module(f"{_PACKAGE}.{told['main']}")
        return json.dumps(module.answer(told["asked"]))
    finally:
        sys.meta_path.remove(finder)
        for name in [known for known in sys.modules if known.partition(".")[0] == _PACKAGE]:
            del sys.modules[name]

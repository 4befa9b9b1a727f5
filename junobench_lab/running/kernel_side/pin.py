"""Seeds the random generators of a kernel, those of libraries at the moment the notebook imports them.

Nothing is imported earlier than the notebook would, and nothing appears in its namespace.
"""

from __future__ import annotations

import importlib.abc
import json
import platform
import random
import sys
from importlib import metadata
from typing import Any

SEED = 0

SEEDERS = {
    "numpy.random": lambda module: module.seed(SEED),
    "torch": lambda module: module.manual_seed(SEED),
    "tensorflow": lambda module: module.random.set_seed(SEED),
}
"""Module -> what to do with it once it has been imported."""

PACKAGES = (
    "numpy",
    "pandas",
    "scipy",
    "scikit-learn",
    "matplotlib",
    "seaborn",
    "statsmodels",
    "tensorflow",
    "tensorflow-cpu",
    "keras",
    "torch",
    "torchvision",
    "lightgbm",
    "xgboost",
    "transformers",
    "plotly",
    "ipython",
    "ipykernel",
)


class SeedOnImport(importlib.abc.MetaPathFinder):
    """Finds nothing itself; lets the other finders find a module and seeds it after its code has run."""

    def __init__(self) -> None:
        self.waiting = dict(SEEDERS)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name not in self.waiting:
            return None
        for finder in sys.meta_path:
            find = getattr(finder, "find_spec", None)
            spec = find(name, path, target) if find is not None and finder is not self else None
            if spec is not None:
                self.seed_after(spec)
                return spec
        return None

    def seed_after(self, spec: Any) -> None:
        loader, name = spec.loader, spec.name
        execute = getattr(loader, "exec_module", None)
        if execute is None:
            return

        def exec_module(module: Any) -> None:
            # IPython leaves out frames that say so, if the import fails.
            __tracebackhide__ = True
            execute(module)
            self.seed(name)

        try:
            loader.exec_module = exec_module
        except AttributeError:
            return

    def seed(self, name: str) -> None:
        seeder = self.waiting.pop(name, None)
        if seeder is None:
            return
        try:
            seeder(sys.modules[name])
        except Exception:
            # A library without the usual way to seed it must still be importable.
            return


def pin() -> None:
    random.seed(SEED)
    finder = SeedOnImport()
    for name in SEEDERS:
        if name in sys.modules:
            finder.seed(name)
    sys.meta_path.insert(0, finder)


def versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = metadata.version(package)
        except Exception:
            # Not installed, or installed without metadata.
            continue
    return found


def answer() -> str:
    """Called once by the expression that sent this source; its result is what the runner reads."""
    pin()
    return json.dumps(versions())

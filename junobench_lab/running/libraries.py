"""Heavy libraries: which of them a plan needs, and what to tell a person whose kernel lacks one.

They are extras of the package rather than requirements. Without them an instance can be opened, read, traced and
compared; to run it, the kernel has to have them, wherever it runs.
"""

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..instances.exceptions import same_exception
from ..trace.python_source import parse_cell
from .environments.base import KernelEnvironment
from .environments.local import DEFAULT_KERNEL
from .models import Plan, Step
from .pinning import kernel_side_answer, kernel_side_call

_ANSWER = "lacking"


@dataclass(frozen=True)
class HeavyLibrary:
    """A library that the starter bench uses and not everybody has."""

    title: str
    """As people call it."""
    module: str
    """As notebooks import it."""
    extra: str
    """The extra of `junobench-lab` that installs it; its package has the same name."""


_PYTORCH = HeavyLibrary("PyTorch", "torch", "torch")
_TENSORFLOW = HeavyLibrary("TensorFlow", "tensorflow", "tensorflow")

HEAVY_LIBRARIES: Mapping[str, HeavyLibrary] = {
    "torch": _PYTORCH,
    "torchvision": HeavyLibrary("TorchVision", "torchvision", "torchvision"),
    "tensorflow": _TENSORFLOW,
    "keras": _TENSORFLOW,
    "lightgbm": HeavyLibrary("LightGBM", "lightgbm", "lightgbm"),
    "statsmodels": HeavyLibrary("statsmodels", "statsmodels", "statsmodels"),
}
"""Name of an imported module -> the library it belongs to."""


def needed_libraries(plan: Plan) -> list[HeavyLibrary]:
    """The heavy libraries that the plan's cells import, each once, in the order of their first import.

    An import that may fail doesn't count: one inside ``try``, and the one that the labelled crash is about.
    """
    found = (
        HEAVY_LIBRARIES.get(module) for step in plan.steps if not _fails(plan, step) for module in _imports(step.source)
    )
    return list(dict.fromkeys(library for library in found if library is not None))


def lacking_expressions(libraries: Iterable[HeavyLibrary]) -> dict[str, str]:
    """The user expressions of the silent request that asks a kernel which of the libraries it lacks."""
    return {_ANSWER: kernel_side_call("lacking", *(library.module for library in libraries))}


def read_lacking(reply: Mapping[str, Any], libraries: Sequence[HeavyLibrary]) -> list[HeavyLibrary] | None:
    """The libraries that the kernel lacks by its answer; ``None`` where it could not tell."""
    answer = kernel_side_answer(reply, _ANSWER)
    return [library for library in libraries if library.module in answer] if isinstance(answer, list) else None


def install_command(libraries: Sequence[HeavyLibrary]) -> str:
    """How to install libraries for the kernel of the environment in which this package is installed."""
    return f'pip install "junobench-lab[{",".join(library.extra for library in libraries)}]"'


def lacking_sentence(libraries: Sequence[HeavyLibrary], environment: KernelEnvironment) -> str:
    """What the environment's kernel lacks to run a crash, and how it gets it."""
    needs = f"This crash needs {listed_titles(libraries)}"
    them = "it" if len(libraries) == 1 else "them"
    if environment.name == "container":
        return f"{needs}, which the container's image doesn't have. Choose an image that has {them}."
    if environment.kernel == DEFAULT_KERNEL:
        return f"{needs}, which the kernel doesn't have. Install {them} with: {install_command(libraries)}"
    packages = " ".join(library.extra for library in libraries)
    return (
        f"{needs}, which the kernel {environment.kernel} doesn't have. "
        f"Install {them} in its environment with: pip install {packages}"
    )


def listed_titles(libraries: Sequence[HeavyLibrary]) -> str:
    """ "PyTorch, LightGBM and statsmodels"."""
    *others, last = [library.title for library in libraries]
    return f"{', '.join(others)} and {last}" if others else last


def _fails(plan: Plan, step: Step) -> bool:
    crash = plan.crash
    if crash is None or crash.step != step.index:
        return False
    return any(same_exception(name, crash.ename) for name in ("ModuleNotFoundError", "ImportError"))


@lru_cache(maxsize=4096)
def _imports(source: str) -> tuple[str, ...]:
    """Remembered, because plans are looked at again and again."""
    finder = _Imports()
    finder.visit(parse_cell(source).tree)
    return tuple(finder.modules)


class _Imports(ast.NodeVisitor):
    def __init__(self) -> None:
        self.modules: list[str] = []

    def generic_visit(self, node: ast.AST) -> None:
        # No expression imports, and one may be too deep to walk through.
        if not isinstance(node, ast.expr):
            super().generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        self.modules += [alias.name.partition(".")[0] for alias in node.names]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.module is not None and node.level == 0:
            self.modules.append(node.module.partition(".")[0])

    def visit_Try(self, node: ast.Try) -> None:
        """Whoever tries an import has a way on without it."""

"""A bench whose answers can be told by hand: one case of each way in which a repair differs from its crash."""

from pathlib import Path
from typing import Any

from junobench_lab.instances.bench import Bench
from tests.notebook_factory import code, markdown, notebook, raw, write_bench

NAME_ERROR = ("NameError", "name 'y' is not defined")

_EDITED = {
    "reproduced": notebook(
        markdown("# Tides"),
        code("# the heights\nx = 1", count=1),
        code("y = x.upper()  # not a text", count=2),
        code("print(y)", count=3, error=NAME_ERROR),
    ),
    "fixed": notebook(
        markdown("# Tides"),
        code("# fix ----\nx = 1", count=1),
        code("y = x + 1", count=2),
        code("print(y)", count=3),
    ),
}
_SKIPPED = {
    "reproduced": notebook(code("x = 1", count=1), code("y = 2"), code("x + y", count=2, error=NAME_ERROR)),
    "fixed": notebook(code("x = 1", count=1), code("y = 2", count=2), code("x + y", count=3)),
}
_TWICE = {
    "reproduced": notebook(
        code("y = {'a': 1}", count=1),
        code(
            "# [re-execute] this crash is because this cell was executed more than once\ny.pop('a')",
            count=3,
            error=("KeyError", "'a'"),
        ),
    ),
    "fixed": notebook(code("y = {'a': 1}", count=1), code("y.pop('a')", count=2)),
}
_RAW = {
    "reproduced": notebook(code("x = 1", count=1), raw("y = 2"), code("x + y", count=2, error=NAME_ERROR)),
    "fixed": notebook(code("x = 1", count=1), code("y = 2", count=2), code("x + y", count=3)),
}
_NOT_CRASHED = {"reproduced": notebook(code("x = 1", count=1)), "fixed": notebook(code("x = 1", count=1))}

INSTANCES: dict[str, dict[str, dict[str, Any]]] = {
    "pandas_1": _EDITED,
    "NBspecific_1": _SKIPPED,
    "NBspecific_2": _TWICE,
    "NBspecific_3": _RAW,
    "numpy_1": _NOT_CRASHED,
}


def task_bench(folder: Path) -> Bench:
    """Four instances that make items, and one that can't."""
    labels = {"pandas_1": {"label_root_cause": "API misuse"}, "NBspecific_2": {"label_root_cause": None}}
    write_bench(folder, INSTANCES, labels, diagnoses={"pandas_1": "A number has no case."})
    return Bench.open(folder, "tides")

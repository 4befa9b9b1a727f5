"""A notebook can't tell a warm kernel from a cold one: each cell here looks at something that could give it away."""

import asyncio
import inspect
from pathlib import Path
from typing import Any

import pytest

from junobench_lab.running.environments.local import LocalEnvironment
from junobench_lab.running.environments.warm.environment import WarmEnvironment
from tests.running.runs import plan
from tests.running.warm.comparing import came_to

CELLS: dict[str, str] = {
    "a package without its submodules, as the crash needs it": """
        import matplotlib
        matplotlib.pyplot
        """,
    "a submodule that nobody has imported": """
        import sklearn
        print("ensemble" in vars(sklearn), "linear_model" in vars(sklearn))
        """,
    "what pandas makes of where it is": """
        import pandas as pd
        pd.DataFrame({f"a_long_name_{n}": [n] for n in range(12)})
        """,
    "options of pandas": """
        print(pd.get_option("display.max_columns"), pd.get_option("display.max_rows"), pd.get_option("display.width"))
        print(pd.get_option("display.encoding"))
        """,
    "random numbers, also those that an import draws": """
        import random
        import numpy as np
        from sklearn.preprocessing import StandardScaler
        print(random.random(), np.random.rand(3), list({"b", "a", "c"}), hash("x"))
        """,
    "state of matplotlib": """
        import matplotlib.pyplot as plt
        print(plt.get_fignums(), matplotlib.get_backend(), matplotlib.is_interactive(), len(matplotlib.colormaps))
        print(dict(plt.rcParams))
        """,
    "a figure in the notebook": """
        figure, axes = plt.subplots()
        axes.plot([1, 2, 3], label="line")
        axes.legend();
        """,
    "the chosen way to show figures": """
        %matplotlib inline
        import seaborn as sns
        sns.set_theme()
        sns.histplot(np.random.normal(size=50));
        """,
    "filters of warnings": """
        import warnings
        print(len(warnings.filters), [each[0] for each in warnings.filters])
        """,
    "a warning is shown once a place": """
        for _ in range(2):
            warnings.warn("twice", UserWarning)
        """,
    "a warning from inside a library": """
        pd.Series([1, 2]).astype("int8") + pd.Series([1, 2], index=["a", "b"])
        np.array([1.0]) / 0
        """,
    "environment": """
        import os
        own = ("DIR", "FOLDER", "_PID", "_RUN")
        print(sorted((name, value) for name, value in os.environ.items() if not name.endswith(own)))
        """,
    "where it runs": """
        import sys
        import tempfile
        import time
        from pathlib import Path
        print(os.listdir(), Path.cwd().name, Path(tempfile.gettempdir()).name, sys.path, len(sys.argv), time.tzname)
        print(_dh[0] == Path.cwd(), Path(sys.argv[0]).name, sys.flags, sys.stdin.closed)
        """,
    "logging": """
        import logging
        print(logging.root.handlers, logging.root.level, logging.getLogger("matplotlib").level)
        logging.warning("told")
        """,
    "how deep it can go": """
        def deeper(n):
            global depth
            depth = n
            deeper(n + 1)
        try:
            deeper(0)
        except RecursionError:
            print(depth)
        """,
    "how deep a library's frames look": "pd.DataFrame({'a': [1]})['b']",
    "a crash in compiled code": "np.ones(2) + np.ones(3)",
    "a crash in an estimator": """
        from sklearn.linear_model import LinearRegression
        LinearRegression().fit([[1], [2]], [1, None])
        """,
    "a library that is not there": "import no_such_library",
    "a name that is not in a library": "from sklearn.linear_model import NoSuchModel",
    "a file with the name of a library, written by the notebook": """
        Path("seaborn_extra.py").write_text("told = 'mine'")
        Path("statistics.py").write_text("told = 'mine'")
        import statistics
        print(getattr(statistics, "told", "the library"))
        """,
    "threads of linear algebra": """
        a = np.random.rand(300, 300)
        print(round(float((a @ a).sum()), 3))
        """,
    "several processes": """
        from sklearn.ensemble import RandomForestClassifier
        from sklearn.datasets import make_classification
        X, y = make_classification(random_state=0)
        print(RandomForestClassifier(20, n_jobs=2).fit(X, y).score(X, y))
        """,
    "classes that are pickled": """
        import pickle
        print(pickle.loads(pickle.dumps(pd.Timestamp(0))), pickle.loads(pickle.dumps(np.float64)))
        """,
    "shell commands": "!basename $(pwd); echo $TZ",
    "what is read from the input": """
        import stat
        print(stat.S_ISFIFO(os.fstat(0).st_mode), os.read(0, 1))
        """,
    "counts": "print(len(In), get_ipython().execution_count, get_ipython().history_manager.session_number)",
}


@pytest.fixture(scope="module")
def both(warm: WarmEnvironment, folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    steps = plan(*map(inspect.cleandoc, CELLS.values()), may_crash=range(len(CELLS)))

    async def run() -> tuple[dict[str, Any], dict[str, Any]]:
        _, cold = await came_to(LocalEnvironment(), steps, folder)
        ready, found = await came_to(warm, steps, folder)
        assert ready.warm, ready.cold_because
        return cold, found

    return asyncio.run(run())


@pytest.mark.parametrize("place", range(len(CELLS)), ids=CELLS)
def test_a_cell_shows_the_same(both: tuple[dict[str, Any], dict[str, Any]], place: int) -> None:
    for key in ("outputs", "cells"):
        cold, warm = ([each for each in run[key] if each["step"] == place] for run in both)
        assert cold == warm


def test_names_and_versions_are_the_same(both: tuple[dict[str, Any], dict[str, Any]]) -> None:
    assert both[0]["state"] == both[1]["state"]
    assert both[0]["versions"] == both[1]["versions"]


LOOK = """
import sys
loaded = vars(sys)["modules"]
known = {name: set(vars(module)) for name, module in loaded.items() if name.split(".")[0] in LIBRARIES}
print(sorted((name, sorted(names)) for name, names in known.items()))
"""
"""All names of all modules of some libraries."""


def test_imports_bring_the_same_modules_with_the_same_names(warm: WarmEnvironment, folder: Path) -> None:
    """Also those that a library gets by asking a package for an attribute, those that compiled modules make, and not
    those that only a later import would bring."""
    steps = plan(
        'LIBRARIES = ["numpy"]\nimport numpy' + LOOK,
        "import os, joblib\nprint([name for name in os.environ if 'AT_FORK' in name])",
        "from scipy import stats\nprint(stats.norm.rvs(size=2))",
        'LIBRARIES = ["numpy", "scipy", "__mp_main__"]' + LOOK,
        "import sklearn.cluster\nimport __mp_main__, __main__\nprint(__mp_main__ is __main__)",
        'LIBRARIES = ["numpy", "scipy", "sklearn"]' + LOOK,
    )

    async def run() -> None:
        _, cold = await came_to(LocalEnvironment(), steps, folder)
        ready, found = await came_to(warm, steps, folder)
        assert ready.warm, ready.cold_because
        for one, other in zip(cold["outputs"], found["outputs"], strict=True):
            assert one == other

    asyncio.run(run())

"""When a run might notice that its kernel was forked."""

import sys
from types import SimpleNamespace

import pytest

from junobench_lab.running.environments.warm.doubts import (
    doubt_of_folder,
    doubt_of_kernel,
    doubt_of_notebook,
    variables_differ,
)
from junobench_lab.running.environments.warm.libraries import USUAL, forkable_imports
from junobench_lab.running.environments.warm.parent import Prepared

PREPARED = Prepared(roots=("numpy", "six"), variables=("HOME", "MPLBACKEND", "PATH"), warned=("old",))
OWN = ["python", "-m", "ipykernel_launcher", "-f", "{connection_file}"]


@pytest.mark.parametrize(
    "source",
    [
        "!pip install -U pandas",
        "%conda install numpy",
        "from importlib import reload",
        "sys . modules['numpy']",
        "os.environ['OMP_NUM_THREADS'] = '1'",
        "%env MPLBACKEND=agg",
        "warnings.filterwarnings(action='error')",
        "import atexit",
        "import traceback; traceback.print_stack()",
        "[frame.function for frame in inspect.stack()]",
        "open('/proc/self/cmdline').read()",
        "from threadpoolctl import threadpool_info",
        "import numpy as np\nnp.sum = 3\nimport pandas",
        "from matplotlib import pyplot as plt, cm\nsetattr(plt, 'title', 'x')\nimport seaborn",
    ],
)
def test_cells_that_look_behind_an_import_are_in_doubt(source: str) -> None:
    assert doubt_of_notebook(["1", source], PREPARED) is not None


@pytest.mark.parametrize(
    "source",
    [
        "PATH = 'data'",
        "os.environ['TF_CPP_MIN_LOG_LEVEL'] = '2'",
        "warnings.filterwarnings('ignore')",
        "install(pipeline)",
        "reloaded = modules",
        "import numpy as np\nimport matplotlib.pyplot as plt\nplt.rcParams['figure.dpi'] = 90\nimport seaborn",
        "import pandas as pd\nimport matplotlib.pyplot as plt\nplt.title = 'x'\nplt.title('y')",
        "import pandas as pd\nframe.columns = ['a']\nimport numpy as np",
    ],
)
def test_usual_cells_are_not(source: str) -> None:
    assert doubt_of_notebook([source], PREPARED) is None


@pytest.mark.parametrize("name", ["numpy.py", "numpy/__init__.py", "six.cpython-311.so", "matplotlibrc"])
def test_files_that_an_import_would_find_first_are_in_doubt(tmp_path, name: str) -> None:
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(b"")
    assert doubt_of_folder(tmp_path, PREPARED) is not None


def test_other_files_are_not(tmp_path) -> None:
    # A folder without __init__.py comes after every package of that name.
    for name in ("numpy/data.csv", "six.csv", "own.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    assert doubt_of_folder(tmp_path, PREPARED) is None


@pytest.mark.parametrize(
    ("argv", "env", "own"),
    [
        (OWN, {}, True),
        ([sys.executable, *OWN[1:]], {}, True),
        (["/other/python", *OWN[1:]], {}, False),
        ([*OWN, "--debug"], {}, False),
        (OWN, {"A": "b"}, False),
    ],
)
def test_only_the_lab_s_own_kernel_can_be_forked(argv: list[str], env: dict[str, str], own: bool) -> None:
    assert (doubt_of_kernel(SimpleNamespace(argv=argv, env=env)) is None) == own


def test_an_environment_counts_as_another_where_an_import_read_it() -> None:
    assert variables_differ({"HOME": "/a"}, {"HOME": "/b"}, PREPARED)
    assert variables_differ({}, {"OPENBLAS_NUM_THREADS": "1"}, PREPARED)
    assert not variables_differ({"A": "1"}, {"A": "2"}, PREPARED)


def test_what_a_bench_imports_is_added_where_it_can_be_forked() -> None:
    cells = ["import torch, scipy.signal as s\nfrom . import x", "from statsmodels.api import OLS", "%matplotlib"]
    found = forkable_imports([cells, ["import sympy", *cells]])
    # One notebook alone imports sympy, and torch can't be forked.
    assert sorted(set(found) - set(USUAL)) == ["scipy.signal", "statsmodels.api"]

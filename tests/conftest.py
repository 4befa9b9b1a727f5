"""What all tests share: the fixtures of Jupyter Server, and a home that is thrown away.

`jp_fetch`, `jp_serverapp` and the like come from pytest-jupyter. Tests without
them start kernels and write records too: those go to a folder of their own, so
that no test sees or changes what the person at this machine has.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator

import pytest

pytest_plugins = ["pytest_jupyter.jupyter_server"]

# Short names: the path of a kernel's socket may have 107 characters at most.
_OWN_FOLDERS = {
    "JUPYTER_CONFIG_DIR": "config",
    "JUPYTER_DATA_DIR": "data",
    "JUPYTER_RUNTIME_DIR": "run",
    "IPYTHONDIR": "ipython",
}
_FOREIGN_FOLDERS = ("JUPYTER_PATH", "JUPYTER_CONFIG_PATH")
_scratch = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    scratch = config.stash[_scratch] = tempfile.mkdtemp(prefix="jbl-")
    for name, folder in _OWN_FOLDERS.items():
        os.environ[name] = os.path.join(scratch, folder)
        # Connection files need a folder that only its owner can read.
        os.mkdir(os.environ[name], 0o700)
    for name in _FOREIGN_FOLDERS:
        os.environ.pop(name, None)


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(config.stash[_scratch], ignore_errors=True)


@pytest.fixture(scope="module", autouse=True)
def no_kernels_kept_ready() -> Iterator[None]:
    """Kernels that one module's runs have kept ready are not there for the next one's to find."""
    yield
    pool = sys.modules.get("junobench_lab.running.environments.warm.pool")
    if pool is not None:
        pool.shared_pool().close()

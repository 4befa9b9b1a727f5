import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session", autouse=True)
def marked_kernels() -> Iterator[None]:
    """Kernels of these tests can be told from others that run on the machine at the same time."""
    os.environ["JUNOBENCH_LAB_TEST"] = str(os.getpid())
    yield
    del os.environ["JUNOBENCH_LAB_TEST"]


@pytest.fixture(scope="session")
def temporary_folder() -> Iterator[Path]:
    """The folder in which all runs of these tests make their private copies."""
    with tempfile.TemporaryDirectory(prefix="jt-") as name:
        before, tempfile.tempdir = tempfile.tempdir, name
        yield Path(name)
        tempfile.tempdir = before


@pytest.fixture(scope="session")
def folder(temporary_folder: Path) -> Path:
    """The folder of an instance without input."""
    folder = temporary_folder / "harbour-fees"
    folder.mkdir()
    return folder


@pytest.fixture
def copies(temporary_folder: Path) -> Iterator[None]:
    """No private copy may be left when the test ends."""
    yield
    assert list(temporary_folder.glob("jbl-*")) == []

"""A small data set in the benchmark's layout, served by a local hub."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ..notebook_factory import crash_and_fix, write_bench
from .local_hub import LocalHub, serving

IMAGE = bytes(range(256)) * 100_000
"""Larger than two of the client's blocks of 10 MB, so that a download that breaks in the middle has a part to keep."""


@pytest.fixture
def published(tmp_path: Path) -> dict[str, bytes]:
    """What the hub has: path -> content."""
    root = write_bench(
        tmp_path / "published",
        {"pandas_1": crash_and_fix(), "torch_2": crash_and_fix("z")},
        {
            "pandas_1": {
                "DatasetTitle_1": "Titanic",
                "DatasetLicenseName_1": "CC0-1.0",
                "label_root_cause": "API misuse",
            },
            "torch_2": {"DatasetTitle_1": "Leaves", "DatasetLicenseName_1": "unknown"},
            "numpy_3": {},
        },
        files={
            "pandas_1": {"data/train.csv": "a,b\n1,2\n"},
            "torch_2": {"data/leaf.bin": IMAGE, "README.md": "Leaves"},
        },
        diagnoses={"pandas_1": "A cell was missed."},
    )
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.fixture
def hub(published: dict[str, bytes]) -> Iterator[LocalHub]:
    large = frozenset(path for path in published if path.endswith((".bin", ".xlsx")))
    with serving(LocalHub(published, large)) as served:
        yield served

"""A plan that needs a library which the kernel lacks is not run, and the person is told what to install."""

import asyncio
from pathlib import Path

import pytest

from junobench_lab.running import libraries
from junobench_lab.running.environments.container.environment import ContainerEnvironment
from junobench_lab.running.environments.local import LocalEnvironment
from junobench_lab.running.libraries import HEAVY_LIBRARIES, HeavyLibrary, lacking_sentence, needed_libraries
from junobench_lab.running.models import Expectation

from .runs import plan, run

NOWHERE = HeavyLibrary("Nowhere", "nowhere_to_be_found", "nowhere")


def needed(*sources: str, crash: Expectation | None = None) -> list[str]:
    return [library.title for library in needed_libraries(plan(*sources, crash=crash))]


def test_every_way_to_import_a_heavy_library_counts_once():
    assert needed("import numpy as np, torch", "from torch.nn import Linear") == ["PyTorch"]
    assert needed("%matplotlib inline\nfrom tensorflow.keras import layers", "import keras") == ["TensorFlow"]
    assert needed("import lightgbm as lgb\nimport statsmodels.api as sm") == ["LightGBM", "statsmodels"]


def test_what_only_looks_like_an_import_does_not_count():
    assert needed("# import torch", "'''\nimport torch\n'''", "from . import torch", "import torchlike") == []


def test_an_expression_that_is_nested_too_deeply_hides_no_import():
    assert needed("total = " + " + ".join(["1"] * 600) + "\nimport torch") == ["PyTorch"]


def test_an_import_with_a_way_on_without_it_does_not_count():
    assert needed("try:\n    import lightgbm\nexcept ImportError:\n    lightgbm = None") == []


def test_the_import_that_the_labelled_crash_is_about_does_not_count():
    missing = Expectation(step=1, ename="modulenotfounderror")
    assert needed("import statsmodels", "import torch", crash=missing) == ["statsmodels"]
    assert needed("import statsmodels", "import torch", crash=Expectation(step=1, ename="keyerror")) == [
        "statsmodels",
        "PyTorch",
    ]


def test_the_sentence_says_what_to_install_and_where():
    torch, vision = HEAVY_LIBRARIES["torch"], HEAVY_LIBRARIES["torchvision"]
    own = lacking_sentence([torch], LocalEnvironment())
    assert own == (
        'This crash needs PyTorch, which the kernel doesn\'t have. Install it with: pip install "junobench-lab[torch]"'
    )
    other = lacking_sentence([torch, vision], LocalEnvironment("pinned"))
    assert other == (
        "This crash needs PyTorch and TorchVision, which the kernel pinned doesn't have. "
        "Install them in its environment with: pip install torch torchvision"
    )
    assert "an image that has it" in lacking_sentence([torch], ContainerEnvironment())


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "harbour-fees").mkdir()
    return tmp_path / "harbour-fees"


def test_the_kernel_is_asked_and_nothing_runs_without_the_library(place, monkeypatch):
    monkeypatch.setattr(libraries, "HEAVY_LIBRARIES", {"nowhere_to_be_found": NOWHERE})
    done = asyncio.run(run(plan("open('ran', 'w').close()", "import nowhere_to_be_found.deep"), folder=place))
    assert (done.outcome.verdict, done.outcome.executed) == ("infrastructure", 0)
    assert done.outcome.sentence.startswith("This crash needs Nowhere, which the kernel doesn't have.")


def test_a_library_that_the_kernel_has_is_no_matter(place, monkeypatch):
    has = HeavyLibrary("JSON", "json", "json")
    monkeypatch.setattr(libraries, "HEAVY_LIBRARIES", {"json": has})
    done = asyncio.run(run(plan("import json", "json.loads('3')"), folder=place))
    assert done.outcome.verdict == "no_crash"

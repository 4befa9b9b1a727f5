"""Which library the notebook's code calls into, and which one raises, read from the frames below it.

The first frame below the notebook's code isn't always of the library that was called. Some frames belong to what stands
between: a decorator, a model's ``__call__``, a search over hyperparameters that runs whatever model it is given.

Where the two differ, the development crashes are labelled with the library that was called (11 of 12): scikit-learn is
blamed for what NumPy says of its input, not NumPy.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .calls import library_of_name, uses
from .evidence import CrashEvidence
from .frames import Frame
from .packages import LIGHTGBM, NUMPY, STATSMODELS, TENSORFLOW, TORCH, TORCHVISION, library_of_package

_DECORATORS = re.compile(
    # pandas' decorators are used by statsmodels, PyTorch's `no_grad` by TorchVision, Matplotlib's by Cartopy.
    r"/pandas/util/_decorators\.py|/torch/(?:utils/_contextlib|autograd/grad_mode|amp/autocast_mode)\.py"
    r"|/matplotlib/_api/deprecation\.py|/(?:sklearn|scipy)/(?:utils|_lib)/_?(?:deprecat\w+|param_validation|set_output)\.py"
    r"|/sklearn/base\.py \S*wrapper$"
    # What logs trainings puts itself around the functions of other libraries; Colab draws images by Pillow.
    r"|/wandb/integration/|/mlflow/utils/autologging_utils/|/comet_ml/monkey_patching|/google/colab/"
)
_PYTORCH_RUNS_OTHERS = re.compile(
    r"/torch/nn/modules/module\.py (?:Module\.)?(?:__call__|_call_impl|_wrapped_call_impl|_slow_forward)$"
    r"|/torch/utils/data/(?:dataloader|dataset|_utils/fetch)\.py "
)
"""A model's call, which runs its ``forward``, and a loader, which fetches from a data set and its transforms. An error
that a loader's worker process sent back is raised anew by PyTorch itself, and labelled so (1 of 1)."""

_ON_PYTORCH = frozenset({TORCHVISION, "albumentations", "datasets", "gpytorch", "kornia", "monai", "transformers"})
"""Libraries whose models, data sets and transforms PyTorch runs."""
_PASSED_THROUGH = re.compile(rf"{_PYTORCH_RUNS_OTHERS.pattern}|/torch/__init__\.py _assert$")
_META_ESTIMATOR = re.compile(
    r"/sklearn/(?:model_selection/_(?:search|validation|\w+curve)|pipeline|calibration|multi\w+|feature_selection/_\w+"
    r"|ensemble/_(?:voting|stacking|bagging|weight_boosting)|inspection/_\w+)\.py"
)
_MODELS = frozenset({LIGHTGBM, TENSORFLOW, TORCH, STATSMODELS, "xgboost", "catboost"})
"""Libraries whose models scikit-learn's searches and pipelines run."""
_HANDED_OVER = re.compile(r"\b__array_(?:ufunc|function)__$")
"""What NumPy calls of objects that are no arrays, so that they do its work themselves."""


@dataclass(frozen=True)
class Called:
    """A library that frames were found of, and the function of its frame."""

    library: str
    function: str


def called_and_raising(evidence: CrashEvidence) -> tuple[Called, Called] | None:
    """The library that the notebook's deepest code calls, and the one that raises; ``None`` without frames of any."""
    found = [
        (library, frame)
        for frame in evidence.library_frames
        if frame.package is not None and (library := library_of_package(frame.package)) is not None
    ]
    if not found:
        return None
    library, frame = found[_first_called(found)]
    called = Called(library, _function(frame))
    if _HANDED_OVER.search(called.function) and _calls_numpy(evidence):
        # np.log(table) hands its work over to the table; what was called is NumPy.
        called = Called(NUMPY, called.function)
    library, frame = found[-1]
    return called, Called(library, _function(frame))


def _first_called(found: Sequence[tuple[str, Frame]]) -> int:
    """The place of the first frame that doesn't stand between."""
    for place, (library, frame) in enumerate(found):
        below = found[place + 1 :]
        where = _place(frame)
        others = [other for other, _ in below if other != library]
        if _DECORATORS.search(where) and below:
            continue
        if (
            _PYTORCH_RUNS_OTHERS.search(where)
            and not _own_work_below(library, below)
            and _ON_PYTORCH.intersection(others)
        ):
            continue
        if _META_ESTIMATOR.search(where) and _MODELS.intersection(others):
            return next(at for at, (other, _) in enumerate(found) if other in _MODELS)
        return place
    return 0


def _calls_numpy(evidence: CrashEvidence) -> bool:
    found = [library_of_name(use.root, evidence.origins) for use in uses(evidence.inner_statement) if use.called]
    return any(one is not None and one[0] == NUMPY for one in found)


def _own_work_below(library: str, below: Sequence[tuple[str, Frame]]) -> bool:
    return any(other == library and not _PASSED_THROUGH.search(_place(frame)) for other, frame in below)


def _place(frame: Frame) -> str:
    return f"{frame.file} {_function(frame)}".replace("\\", "/")


def _function(frame: Frame) -> str:
    return frame.function.partition("(")[0]

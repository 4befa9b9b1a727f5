"""The labels of a crash: their known values, how they are called on screen, and what stands for "not said"."""

from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache

from .models import FilterDimension

NOTEBOOK_SPECIFIC = "notebook-specific"
"""The library label of crashes that come from the order in which cells ran."""

NOTEBOOK_SPECIFIC_ROOT_CAUSE = "NB specific"

TITLES: dict[FilterDimension, str] = {
    "library": "Library",
    "crash_type": "Crash type",
    "root_cause": "Root cause",
    "stage": "Pipeline stage",
    "pattern": "Pattern",
}

LIBRARIES = {
    "nbspecific": NOTEBOOK_SPECIFIC,
    "notebook-specific": NOTEBOOK_SPECIFIC,
    "tensorflow": "TensorFlow/Keras",
    "keras": "TensorFlow/Keras",
    "tensorflow/keras": "TensorFlow/Keras",
    "torch": "PyTorch",
    "pytorch": "PyTorch",
    "sklearn": "scikit-learn",
    "scikit-learn": "scikit-learn",
    "numpy": "NumPy",
    "pandas": "pandas",
    "seaborn": "Seaborn",
    "matplotlib": "Matplotlib",
    "statsmodels": "statsmodels",
    "torchvision": "TorchVision",
    "lightgbm": "LightGBM",
}
"""Names in a sheet or at the start of an id, in lower case -> the name on screen."""

ROOT_CAUSES = (
    "API misuse",
    "data confusion",
    NOTEBOOK_SPECIFIC_ROOT_CAUSE,
    "implementation error",
    "ML model confusion",
    "library cause",
)
CRASH_TYPES = (
    "invalid argument",
    "tensor shape mismatch",
    "key error",
    "value error",
    "variable not found",
    "index error",
    "attribute error",
    "data value violation",
    "unsupported broadcast",
    "type error",
    "module not found",
    "runtime error",
    "feature name mismatch",
    "io error",
    "model initialization error",
)
STAGES = ("training", "data preparation", "evaluation/prediction", "data visualization", "model construction")
ML_BUGS = ("ML bug", "python bug")

_NOT_SAID = {"", "none", "nan"}


def said(value: str | None) -> str | None:
    """The value of a cell without blanks around it; ``None`` for what the data set writes where it doesn't say."""
    text = (value or "").strip()
    return None if text.casefold() in _NOT_SAID else text


def library_name(value: str) -> str:
    """The name on screen of a library, or of several with commas between; one that isn't known keeps its name."""
    names = [name.strip() for name in value.split(",") if name.strip()]
    return ", ".join(dict.fromkeys(LIBRARIES.get(name.casefold(), name) for name in names))


def library_of_id(id: str) -> str | None:
    """The library that JunoBench's ids begin with ("sklearn_4"); ``None`` for ids of another make."""
    prefix, separator, number = id.rpartition("_")
    return LIBRARIES.get(prefix.casefold()) if separator and number.isdecimal() else None


def known_value(value: str, known: Iterable[str]) -> str | None:
    """The known value that is meant, whatever its case and blanks; ``None`` where there is none."""
    meant = " ".join(value.split()).casefold()
    return next((candidate for candidate in known if candidate.casefold() == meant), None)


@lru_cache(maxsize=1024)
def unknown_value_sentence(title: str, value: str, known: tuple[str, ...]) -> str:
    """What to tell a person about a label value that isn't among the known ones.

    Thousands of rows may have the same value, and to search for a near one takes long.
    """
    by_key = {candidate.casefold(): candidate for candidate in known}
    near = get_close_matches(value.casefold(), by_key, n=1, cutoff=0.6)
    hint = f"did you mean '{by_key[near[0]]}'?" if near else f"known are {', '.join(by_key.values())}."
    return f"The {title} '{value}' is not a known one: {hint}"

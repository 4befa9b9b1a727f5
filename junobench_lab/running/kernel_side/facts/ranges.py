"""The least and the largest of many values, and how many are missing.

Of more than `ELEMENTS` values those at evenly spread places count, always the same for a length: nothing is drawn, so
that a run repeats. Values are told as texts, as dates and infinities are no JSON.
"""

from __future__ import annotations

import itertools
import math
from typing import Any

from ..state import DATES, SEQUENCES, element_text, is_from, type_name

ELEMENTS = 1000000
KEYS = 50
KINDS = 5
TEXT = 60

NUMBERS = "biuf"
TIMES = "mM"


def bounds(values: list[Any]) -> dict[str, Any]:
    """Of Python values; empty where they can't be compared."""
    here = [value for value in values if not is_missing(value)]
    found: dict[str, Any] = {"nulls": len(values) - len(here)}
    if here and all(is_ordered(value) for value in here):
        found.update(low=element_text(min(here))[:TEXT], high=element_text(max(here))[:TEXT])
    return found


def is_missing(value: Any) -> bool:
    return (
        value is None
        or (isinstance(value, float) and math.isnan(value))
        or type(value).__name__ in ("NaTType", "NAType")
    )


def is_ordered(value: Any) -> bool:
    return type(value) in (int, float, bool) or type(value).__name__ in DATES


def evenly(length: int) -> slice:
    return slice(None, None, max(1, -(-length // ELEMENTS)))


def array_range(value: Any) -> dict[str, Any]:
    """Of a NumPy array."""
    kind = value.dtype.kind
    if kind not in NUMBERS + TIMES or value.size == 0:
        return {}
    # `flat` neither copies the array nor asks for its memory to lie in order.
    sample = value.reshape(-1)[evenly(value.size)] if value.flags.c_contiguous else value.flat[evenly(value.size)]
    missing = sample != sample
    here = sample[~missing]
    found: dict[str, Any] = {"nulls": int(missing.sum())}
    if here.size:
        low, high = here.min(), here.max()
        shown = (str(low), str(high)) if kind in TIMES else (element_text(low), element_text(high))
        found.update(low=shown[0], high=shown[1])
    return found


def series_range(value: Any) -> dict[str, Any]:
    """Of a pandas Series or Index."""
    sample = value[evenly(len(value))] if is_index(value) else value.iloc[evenly(len(value))]
    found: dict[str, Any] = {"nulls": int(sample.isna().sum())}
    here = sample.dropna()
    kind = getattr(value.dtype, "kind", "O")
    if len(here) and kind in NUMBERS + TIMES and type(value.dtype).__name__ != "CategoricalDtype":
        low, high = here.min(), here.max()
        found.update(low=bound_text(low), high=bound_text(high))
    return found


def bound_text(value: Any) -> str:
    return str(value)[:TEXT] if type(value).__name__ in DATES else element_text(value)[:TEXT]


def is_index(value: Any) -> bool:
    return not hasattr(value, "iloc")


def tensor_range(value: Any) -> dict[str, Any]:
    """Of a tensor of PyTorch or TensorFlow, wherever it lies."""
    detached = value.detach().cpu() if hasattr(value, "detach") else value
    return array_range(detached.numpy())


def sequence_range(value: Any) -> dict[str, Any]:
    """Of a list, tuple, set, range or dictionary: types of the elements and, where all are numbers, their range."""
    if type(value) is dict:
        keys = [element_text(key)[:TEXT] for key in itertools.islice(value, KEYS)]
        return {"keys": keys, **kinds(list(value.values())[:ELEMENTS])}
    if type(value) is range:
        return bounds([value[0], value[-1]]) if len(value) else {}
    elements = list(value)[evenly(len(value))]
    found = kinds(elements)
    if elements and all(is_ordered(each) or is_missing(each) for each in elements):
        found.update(bounds(elements))
    return found


def kinds(elements: list[Any]) -> dict[str, Any]:
    names = list(dict.fromkeys(type_name(each) for each in elements))
    return {"elements": names[:KINDS]} if names else {}


def value_range(value: Any) -> dict[str, Any]:
    """What is known of the values of an object; nothing for types that aren't known."""
    kind = type(value).__name__
    if type(value) in SEQUENCES:
        return sequence_range(value)
    if is_from(value, "numpy") and kind == "ndarray":
        return array_range(value)
    if is_from(value, "pandas") and (kind == "Series" or kind.endswith("Index")):
        return series_range(value) if kind != "MultiIndex" else {}
    if is_from(value, "torch") and kind in ("Tensor", "Parameter"):
        return tensor_range(value)
    if is_from(value, "tensorflow") and kind in ("EagerTensor", "ResourceVariable"):
        return tensor_range(value)
    return {}

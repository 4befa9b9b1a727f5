"""The yield per square metre, in kilograms."""

import re

import numpy as np
import pandas as pd


def kilograms(text):
    if not isinstance(text, str):
        return np.nan
    number, unit = re.fullmatch(r"([\d.,]+)\s*(kg|g)", text.strip().lower()).groups()
    return float(number.replace(",", ".")) * (0.001 if unit == "g" else 1)


def weighed():
    """The baskets that were weighed, with their kilograms, by entry."""
    book = pd.read_csv("data/harvest.csv").set_index("entry")
    book["kg"] = book["weight"].map(kilograms)
    return book.dropna(subset=["kg"])


def check_baskets(names, outputs):
    """harvest has every basket that was weighed, and each only once."""
    entries, right = names["harvest"]["entry"], weighed()
    assert not entries.duplicated().any(), "some come twice"
    lost = set(right.index) - set(entries)
    assert not lost, f"{len(lost)} of {len(right)} are lost"


def check_yield(names, outputs):
    """per_m2 says how many kilograms each of them brought for a square metre of its bed."""
    right = weighed()
    found = pd.to_numeric(names["harvest"].set_index("entry")["per_m2"].reindex(right.index))
    off = ~np.isclose(found, right["kg"] / right["bed_m2"], rtol=0.01, atol=0.006)
    assert not off.any(), f"{off.sum()} of {len(right)} baskets have something else"


def check_unweighed(names, outputs):
    """A basket that nobody weighed has no yield."""
    harvest, right = names["harvest"].set_index("entry"), weighed()
    others = harvest["per_m2"][~harvest.index.isin(right.index)]
    assert others.isna().all(), f"{others.notna().sum()} of {len(others)} have one"


def check_crops(names, outputs):
    """by_crop is the mean of the baskets of each crop."""
    right = weighed()
    means = (right["kg"] / right["bed_m2"]).groupby(right["crop"]).mean()
    found = names["by_crop"].reindex(means.index).astype(float)
    assert np.allclose(found, means, rtol=0.01), f"{means.index[0]}: {found.iloc[0]:.3g}"

"""The flats of the last survey, on one scale."""

import numpy as np
import pandas as pd

FEATURES = ["area_m2", "rooms", "built", "km_to_centre"]
MINE = [61.0, 2, 1974, 2.9]


def of_last_survey():
    rents = pd.read_csv("data/rents.csv", dtype={"survey": str}).set_index("flat")
    return rents[rents["survey"].isin(["2024", "2024*"])]


def check_flats(names, outputs):
    """last holds the flats of the last survey, all of them, and no others."""
    found, right = list(names["last"]["flat"]), of_last_survey()
    assert len(found) == len(set(found)), "some come twice"
    assert set(found) == set(right.index), f"it has {len(found)} flats for {len(right)}"


def check_columns(names, outputs):
    """What is known of each flat is as the survey says."""
    last = names["last"].set_index("flat")
    right = of_last_survey().reindex(last.index)
    for name in [*FEATURES, "rent_eur", "district"]:
        assert name in last.columns, f"{name} is missing"
        assert list(last[name]) == list(right[name]), f"{name} says something else"


def check_scale(names, outputs):
    """Z has the four features of these flats, in their order, each with mean 0 and standard deviation 1."""
    X = of_last_survey().reindex(names["last"]["flat"])[FEATURES].astype(float)
    Z = np.asarray(names["Z"], dtype=float)
    assert Z.shape == X.shape, f"its shape is {Z.shape}"
    assert np.allclose(Z, (X - X.mean()) / X.std(ddof=0), atol=0.02), "the numbers are others"


def check_mine(names, outputs):
    """The flat to compare with is on the same scale."""
    X = of_last_survey()[FEATURES].astype(float)
    right = (np.array(MINE) - X.mean().to_numpy()) / X.std(ddof=0).to_numpy()
    found = np.asarray(names["Z_mine"], dtype=float).reshape(-1)
    assert found.shape == right.shape and np.allclose(found, right, atol=0.02), f"it reads {found.round(2)}"

"""The windows of a day: whole, in their order, and each with the hour that follows it."""

import numpy as np
import pandas as pd


def counted():
    return pd.read_csv("data/bridge_counter.csv")["bikes"].to_numpy(dtype=float)


def check_rows(names, outputs):
    """Every row of X is 24 hours of the series that follow each other."""
    X, bikes = np.asarray(names["X"], dtype=float), counted()
    assert X.ndim == 2 and X.shape[1] == 24, f"X has the shape {X.shape}"
    for start, row in enumerate(X):
        assert np.array_equal(row, bikes[start : start + 24]), f"row {start} is something else"


def check_targets(names, outputs):
    """y holds the hour right after each row, and nothing that is in the row."""
    X, y = np.asarray(names["X"], dtype=float), np.asarray(names["y"], dtype=float)
    assert len(X) == len(y), f"{len(X)} rows and {len(y)} hours"
    assert np.array_equal(y, counted()[24 : 24 + len(y)]), "the hours don't fit the rows"


def check_all(names, outputs):
    """No whole day of the series is left out."""
    missing = len(counted()) - 24 - len(names["X"])
    assert missing == 0, f"{abs(missing)} windows too {'few' if missing > 0 else 'many'}"


def check_baseline(names, outputs):
    """The windows of one hour, for the baseline, are as they were."""
    X1, bikes = np.asarray(names["X1"], dtype=float), counted()
    assert np.array_equal(X1[:, 0], bikes[:-1]), "X1 is something else"

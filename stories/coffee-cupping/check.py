"""The coffees in the coordinates of the first two principal components."""

import numpy as np
import pandas as pd


def expected():
    table = pd.read_csv("data/cupping.csv", index_col="lot")
    X = table.drop(columns=["origin", "process"]).to_numpy(dtype=float)
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    U, S, _ = np.linalg.svd(Z, full_matrices=False)
    return U[:, :2] * S[:2]


def check_components(names, outputs):
    """PC1 and PC2 are the standardised scores along the first two directions; their signs don't matter."""
    for place, name in enumerate(["PC1", "PC2"]):
        assert name in names["coffee"].columns, f"coffee has no column {name}"
        found = names["coffee"][name].to_numpy(dtype=float)
        right = expected()[:, place]
        assert np.allclose(found, right, atol=1e-6) or np.allclose(found, -right, atol=1e-6), f"{name} is something else"


def check_coffees(names, outputs):
    """Every coffee is still there with its scores."""
    table = pd.read_csv("data/cupping.csv", index_col="lot")
    assert names["coffee"][list(table.columns)].equals(table), "the table was changed"

"""The target and the split that is made with it."""

import numpy as np
import pandas as pd


def happy():
    df = pd.read_csv("data/reviews.csv").dropna(subset=["review"])
    return (df["stars"] >= 4).to_numpy().astype(int)


def check_target(names, outputs):
    """y is 1 for every review with 4 or 5 stars and 0 for the others."""
    y = np.asarray(names["y"])
    assert len(y) == len(happy()), f"it has {len(y)} values for {len(happy())} reviews"
    assert set(np.unique(y)) <= {0, 1}, f"it holds {sorted(set(y))[:5]}"
    assert np.array_equal(y.astype(int), happy()), f"{y.astype(int).sum()} reviews are happy"


def check_split(names, outputs):
    """Three quarters are for training, the rest for testing, and each has its own target."""
    total = len(happy())
    sizes = [names[name].shape[0] for name in ("X_train", "X_test", "y_train", "y_test")]
    assert sizes[:2] == sizes[2:], f"the parts have {sizes} rows"
    assert sizes[0] + sizes[1] == total and sizes[1] == -(-total // 4), f"{sizes[0]} and {sizes[1]} rows"


def check_shares(names, outputs):
    """Both parts have the same share of happy reviews."""
    shares = [np.asarray(names[name]).astype(float).mean() for name in ("y_train", "y_test")]
    assert abs(shares[0] - shares[1]) < 0.01, f"they have {shares[0]:.3f} and {shares[1]:.3f}"

"""A model for prices, trained on four fifths of the ads."""

import numpy as np
import pandas as pd
from sklearn.base import is_regressor


def prices():
    return pd.read_csv("data/cameras.csv")["price"]


def check_prices(names, outputs):
    """The target is the price as it was asked, neither rounded nor sorted into classes."""
    for name in ("y_train", "y_test"):
        found = pd.Series(names[name])
        assert np.allclose(found.astype(float), prices().reindex(found.index)), f"{name} holds something else"


def check_split(names, outputs):
    """A fifth of the ads is kept for testing."""
    train, test = set(names["X_train"].index), set(names["X_test"].index)
    assert not train & test, "some ads are in both parts"
    assert len(test) == -(-len(prices()) // 5) and len(train | test) == len(prices()), f"{len(test)} are"


def check_regression(names, outputs):
    """model is a regression: it predicts amounts, not classes."""
    assert is_regressor(names["model"]), "it is none"


def check_useful(names, outputs):
    """It predicts the ads kept for testing much better than the mean price does."""
    y = prices().reindex(names["X_test"].index)
    off = np.abs(np.asarray(names["model"].predict(names["X_test"]), dtype=float) - y).mean()
    naive = np.abs(prices().reindex(names["X_train"].index).mean() - y).mean()
    assert off < 0.6 * naive, f"it is off by {off:.0f} euro, the mean by {naive:.0f}"

"""The alcohol of the batches kept for testing, by a model of all measurements."""

import lightgbm as lgb
import numpy as np
import pandas as pd

TARGET = "alcohol [% vol]"


def table():
    tanks = pd.read_csv("data/tanks.csv")
    X = pd.get_dummies(tanks.drop(columns=["batch", TARGET]), columns=["style", "tank"], dtype=float)
    return X, tanks[TARGET]


def batches(names):
    """Rows that were trained with, rows kept for testing."""
    return names["y_train"].index, names["y_test"].index


def check_batches(names, outputs):
    """Three quarters of the batches train, the others are kept for testing, each with its own alcohol."""
    (train, test), (_, y) = batches(names), table()
    assert not set(train) & set(test) and len(set(train) | set(test)) == len(y), "some are in both parts, or in none"
    assert len(test) == len(y) // 4, f"{len(test)} are kept for testing"
    for part in ("y_train", "y_test"):
        assert np.allclose(names[part].astype(float), y.reindex(names[part].index)), f"{part} says something else"


def check_measurements(names, outputs):
    """The model was fitted on all that was measured on the first day, and on nothing else."""
    X, y = table()
    for part, rows in zip(("X_train", "X_test"), batches(names), strict=True):
        given = pd.DataFrame(np.asarray(names[part], dtype=float))
        right = X.reindex(rows)
        assert len(given) == len(right), f"{part} has {len(given)} rows"
        missing = [name for name in right if not any(np.allclose(given[place], right[name]) for place in given.columns)]
        assert not missing, f"{part} lacks {', '.join(missing)}"
        leaked = [place for place in given.columns if np.allclose(given[place], y.reindex(rows))]
        assert not leaked, f"{part} holds the alcohol itself"


def check_model(names, outputs):
    """model is a fitted LightGBM that has seen every column."""
    model = names["model"]
    booster = model if isinstance(model, lgb.Booster) else getattr(model, "booster_", None)
    if booster is None and hasattr(model, "steps"):
        booster = model.steps[-1][1].booster_
    assert isinstance(booster, lgb.Booster), f"it is {type(model).__name__}"
    wide = np.asarray(names["X_train"]).shape[1]
    assert booster.num_feature() == wide, f"it has seen {booster.num_feature()} columns of {wide}"
    assert booster.num_trees() > 20, f"it has {booster.num_trees()} trees"


def check_predictions(names, outputs):
    """pred is off by less than a fifth of a percent on average, and by far less than the mean is."""
    (train, test), (_, y) = batches(names), table()
    pred = np.asarray(names["pred"], dtype=float)
    assert pred.shape == (len(test),), f"its shape is {pred.shape}"
    off = np.abs(pred - y.reindex(test)).mean()
    naive = np.abs(y.reindex(train).mean() - y.reindex(test)).mean()
    assert off < min(0.2, 0.4 * naive), f"it is off by {off:.3f}"
    assert off > 0.02, "it knows the alcohol already"

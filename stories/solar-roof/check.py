"""A recurrent network that reads 14 days, one after the other, and says what the next will bring."""

import numpy as np
import pandas as pd
import tensorflow as tf

DAYS = 14
TRAINING = 800


def series():
    values = pd.read_csv("data/roof.csv")["kwh"].to_numpy()
    return values / values[:TRAINING].max()


def windows():
    """Windows and the day after each, of the training years and of the rest."""
    values = series()
    X = np.array([values[start : start + DAYS] for start in range(len(values) - DAYS)])
    y, first = values[DAYS:], TRAINING - DAYS
    return (X[:first], y[:first]), (X[first:], y[first:])


def recurrent(model):
    """The first recurrent layer, also inside a wrapper or a model in the model."""
    for layer in getattr(model, "layers", []):
        found = recurrent(layer) if hasattr(layer, "layers") else None
        inner = getattr(layer, "layer", layer)
        if found is None and hasattr(inner, "return_sequences"):
            found = layer
        if found is not None:
            return found
    return None


def predicted(names, X):
    """What model says of windows, with or without an axis for the one value a day."""
    model, told = names["model"], None
    for given in (X[..., None], X):
        try:
            told = np.asarray(model(given.astype("float32"), training=False), dtype=float)
        except (TypeError, ValueError, tf.errors.InvalidArgumentError):
            continue
        if told.size == len(X):
            return told.ravel()
    raise AssertionError(
        "it can't be asked about windows of 14 days" if told is None else f"for {len(X)} windows it gives {told.shape}"
    )


def check_targets(names, outputs):
    """X_train and y_train are the windows of the training years and the day after each, all of them."""
    (X, y), _ = windows()
    found = np.asarray(names["X_train"], dtype=float)
    assert found.size == X.size and np.allclose(found.reshape(X.shape), X), f"X_train, {found.shape}, holds others"
    found = np.asarray(names["y_train"], dtype=float).ravel()
    assert len(found) == len(y) and np.allclose(found, y), "y_train holds others"


def check_steps(names, outputs):
    """A recurrent layer reads the 14 days one after the other, each with one value."""
    layer = recurrent(names["model"])
    assert layer is not None, "there is no recurrent layer"
    steps, size = layer.input.shape[1:]
    assert steps in (DAYS, None) and size == 1, f"it reads {steps or 'any'} steps of {size} values"


def check_answer(names, outputs):
    """For each window it gives one number."""
    _, (X, _) = windows()
    assert len(predicted(names, X)) == len(X)


def check_learned(names, outputs):
    """It has learned: on the days after the training years it is well ahead of always saying their mean."""
    (_, y_train), (X, y) = windows()
    off = np.abs(predicted(names, X) - y).mean()
    naive = np.abs(y_train.mean() - y).mean()
    assert off < 0.8 * naive, f"it is off by {off:.3f}, the mean by {naive:.3f}"


def check_order(names, outputs):
    """The last days of a window weigh more than the first, as in the weather."""
    _, (X, y) = windows()
    told, backwards = predicted(names, X), predicted(names, X[:, ::-1])
    assert np.abs(told - y).mean() < np.abs(backwards - y).mean(), "it does better on windows that run backwards"

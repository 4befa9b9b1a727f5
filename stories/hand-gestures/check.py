"""The epoch that is best on gestures that the network hasn't learned from."""

import numpy as np
import pandas as pd
from sklearn.model_selection import train_test_split

FEATURES = ["seconds", "speed_mean", "speed_max", "turn_rad", "peaks", "tilt", "temperature"]


def right_parts():
    """Values as they are in the table, by part, and the kinds."""
    table = pd.read_csv("data/gestures.csv")
    X = table[FEATURES].to_numpy(dtype="float32")
    y = np.unique(table["gesture"], return_inverse=True)[1]
    X_rest, X_test, y_rest, y_test = train_test_split(X, y, test_size=0.2, random_state=0)
    X_train, X_val, y_train, y_val = train_test_split(X_rest, y_rest, test_size=0.25, random_state=0)
    mean, std = X_train.mean(axis=0), X_train.std(axis=0)
    scaled = [(part - mean) / std for part in (X_train, X_val, X_test)]
    return dict(zip(("train", "val", "test"), zip(scaled, (y_train, y_val, y_test), strict=True), strict=True))


def losses(names, part):
    """Cross-entropy of each gesture of a part."""
    X, y = right_parts()[part]
    told = np.asarray(names["model"](X, training=False), dtype=float)
    assert told.shape == (len(X), 4), f"for {len(X)} gestures the network gives an array of {told.shape}"
    return -np.log(np.clip(told[np.arange(len(y)), y], 1e-7, 1))


def curves(names):
    history = names["history"]
    found = getattr(history, "history", history)
    for name in ("loss", "val_loss"):
        assert name in found, f"the history has no {name}"
    return np.asarray(found["loss"], dtype=float), np.asarray(found["val_loss"], dtype=float)


def check_curve(names, outputs):
    """The history has a loss on the validation part for every epoch."""
    loss, val = curves(names)
    assert len(loss) == len(val) >= 10, f"it has {len(val)} for {len(loss)} epochs"
    assert np.isfinite(val).all() and not np.allclose(loss, val), "it is none of a part of its own"
    assert len(np.unique(val)) > len(val) / 2, "it is the same in many epochs"


def check_unseen(names, outputs):
    """It is measured on gestures kept from learning: the validation part, or a share of the training part."""
    _, val = curves(names)
    train = losses(names, "train")
    # fit takes a share for validation from the end of what it gets.
    shares = [train[int(len(train) * (1 - share)) :].mean() for share in (0.1, 0.15, 0.2, 0.25, 0.3, 1 / 3)]
    possible = [losses(names, "val").mean(), *shares]
    # The weights may have been set back to those of the best epoch.
    told = (val[-1], val.min())
    assert any(abs(one - other) < 0.002 * other + 1e-5 for one in told for other in possible), "it is of other gestures"


def check_learned(names, outputs):
    """The network has learned from the training part."""
    right = (losses(names, "train") < np.log(2)).mean()
    assert right > 0.8, f"it is sure of {100 * right:.0f} % of it"


def check_from_the_start(names, outputs):
    """The epochs are counted from the beginning of the training."""
    steps = (getattr(names["history"], "params", None) or {}).get("steps")
    before = int(names["model"].optimizer.iterations) - len(curves(names)[0]) * (steps or 0)
    assert steps is None or before <= 0, f"the network had made {before} steps before the first of them"


def check_best(names, outputs):
    """best is the epoch with the lowest of these losses, counted from 1."""
    _, val = curves(names)
    assert int(names["best"]) == int(val.argmin()) + 1, f"it is {names['best']}"


def check_test_part(names, outputs):
    """The test part is left for the end, as it was."""
    X, y = right_parts()["test"]
    assert np.allclose(names["X_test"], X, atol=1e-4) and np.array_equal(names["y_test"], y), "it is another one"


def check_chart(names, outputs):
    """The cell draws both curves."""
    lines = [line for line in names["ax"].get_lines() if len(line.get_ydata()) > 2]
    for curve, words in zip(curves(names), ("training", "validation"), strict=True):
        drawn = [np.asarray(line.get_ydata(), dtype=float) for line in lines]
        assert any(len(y) == len(curve) and np.allclose(y, curve) for y in drawn), f"that of {words} isn't drawn"

"""The score of the challenge for the mails kept for testing."""

import numpy as np
import pandas as pd


def desks(labels):
    return pd.read_csv("data/mails.csv")["desk"].reindex(labels)


def check_mails(names, outputs):
    """Three tenths of the mails are kept for testing, with the desks that really answered, all four of them."""
    y_test = names["y_test"]
    assert len(y_test) == 186, f"{len(y_test)} are"
    assert list(y_test) == list(desks(y_test.index)), "y_test names other desks"
    assert not set(y_test.index) & set(names["X_train"].index), "some were trained with"


def check_predictions(names, outputs):
    """pred names a desk for each of them, mostly the right one."""
    pred, y_test = np.asarray(names["pred"]), desks(names["y_test"].index)
    assert pred.shape == (len(y_test),), f"its shape is {pred.shape}"
    assert set(pred) <= set(y_test), "it names something else than desks"
    right = float((pred == y_test.to_numpy()).mean())
    assert right > 0.7, f"{right:.0%} are right"
    told = pd.Series(y_test.to_numpy()).groupby(pred).size()
    assert len(told) > 2, f"it only names {', '.join(told.index)}"


def check_score(names, outputs):
    """f1 is the score as the challenge counts it, with every desk and every mail."""
    pred, y_test = pd.Series(np.asarray(names["pred"])), desks(names["y_test"].index).reset_index(drop=True)
    each = []
    for desk in sorted(y_test.unique()):
        both = int(((pred == desk) & (y_test == desk)).sum())
        each.append(2 * both / (int((pred == desk).sum()) + int((y_test == desk).sum())))
    assert np.ndim(names["f1"]) == 0, "it isn't one number"
    assert abs(float(names["f1"]) - np.mean(each)) < 1e-3, f"it is {float(names['f1']):.3f}"

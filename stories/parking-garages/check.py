"""The model's error on the last week, in percent."""

import numpy as np
import pandas as pd


def last_week():
    """Free spaces of the market garage from 14 October on."""
    garages = pd.read_csv("data/garages.csv", parse_dates=["time"])
    market = garages[garages["garage"] == "market"].set_index("time")["free"]
    return market[market.index >= "2024-10-14"].to_numpy(dtype=float)


def percent(said):
    real = last_week()
    some = real > 0
    return 100 * np.mean(np.abs(real - said)[some] / real[some])


def predicted(names):
    return np.asarray(names["pred"], dtype=float).ravel()


def check_predictions(names, outputs):
    """pred says for every hour of the test how many of the 180 spaces the model expects to be free."""
    pred = predicted(names)
    assert len(pred) == len(last_week()), f"it has {len(pred)} for {len(last_week())} hours"
    own = np.asarray(names["model"].predict(names["X_test"]), dtype=float).ravel().clip(0, 180)
    assert np.abs(pred - own).max() < 1, "the model says something else"


def check_model(names, outputs):
    """The model was trained on the weeks before, and on these alone."""
    from sklearn.base import clone

    again = clone(names["model"]).fit(names["X_train"], names["train"]["free"])
    off = np.abs(again.predict(names["X_test"]) - names["model"].predict(names["X_test"])).mean()
    assert off < 0.5, f"trained on them it would say something else, by {off:.1f} spaces in the mean"
    assert names["X_train"].index.max() < pd.Timestamp("2024-10-14"), "the test is among them"


def check_error(names, outputs):
    """error is the mean error of the model in percent of the spaces that were free; full hours don't count."""
    right, found = percent(predicted(names)), float(names["error"])
    assert abs(found - right) < 0.05, f"it is {found:.4g}"

"""A model trained on days whose past is known, and nothing made up."""

import numpy as np
import pandas as pd
from sklearn.linear_model import Ridge

FEATURES = ["kg_yesterday", "kg_week", "light_week", "temp", "month"]


def known_days():
    df = pd.read_csv("data/season.csv", parse_dates=["day"])
    df["kg_yesterday"] = df["kg"].shift(1)
    df["kg_week"] = df["kg"].rolling(7).mean().shift(1)
    df["light_week"] = df["light"].rolling(7).mean().shift(1)
    df["month"] = df["day"].dt.month
    return df.dropna().set_index("day")


def parts():
    known = known_days()
    return known[known.index < "2023-09-01"], known[known.index >= "2023-09-01"]


def check_training_days(names, outputs):
    """The days to train with are those before September; only days without a full week before them may be missing."""
    right, _ = parts()
    found = set(names["train"]["day"])
    assert set(right.index) <= found, f"{len(set(right.index) - found)} days are missing"
    assert max(found) < pd.Timestamp("2023-09-01"), "some are of September"


def check_nothing_made_up(names, outputs):
    """No value of the features is made up: where the days before aren't known there is none."""
    train = names["train"].set_index("day")[FEATURES]
    known = known_days()[FEATURES]
    made_up = train[~train.index.isin(known.index)].dropna()
    assert made_up.empty, f"{len(made_up)} of the first days have values"
    common = train[train.index.isin(known.index)]
    assert np.allclose(common, known.loc[common.index], equal_nan=False), "some values are others"


def check_model(names, outputs):
    """The model has learned from the days with known features alone."""
    train, test = parts()
    right = Ridge(alpha=1.0).fit(train[FEATURES], train["kg"]).predict(test[FEATURES])
    found = names["model"].predict(test[FEATURES])
    assert np.allclose(found, right, rtol=1e-5), "it predicts something else for September"


def check_test_days(names, outputs):
    """All days from September on are there to test with."""
    _, test = parts()
    assert list(names["test"]["day"]) == list(test.index), f"{len(names['test'])} of {len(test)} days are left"

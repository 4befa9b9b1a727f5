"""The forest with its features and its target."""

import numpy as np
import pandas as pd
from sklearn.base import clone
from sklearn.ensemble import RandomForestRegressor
from sklearn.model_selection import cross_val_score


def sound():
    houses = pd.read_csv("data/houses.csv")
    return houses[houses["area_m2"] >= 40]


def seeded(model, seed):
    """A fresh copy of a model, or of a pipeline, that draws by chance from this seed."""
    model = clone(model)
    return model.set_params(**{name: seed for name in model.get_params() if name.endswith("random_state")})


def check_target(names, outputs):
    """target is the energy use of every house whose area is no slip."""
    found, right = np.asarray(names["target"], dtype=float).ravel(), sound()["kwh"].to_numpy()
    assert len(found) == len(right), f"it has {len(found)} values for {len(right)} houses"
    assert np.array_equal(np.sort(found), np.sort(right)), "its values are others"


def check_features(names, outputs):
    """features has a row for each of them and all that is known of a house, but not its energy use."""
    features, houses = names["features"], sound()
    assert len(features) == len(houses), f"it has {len(features)} rows"
    assert "kwh" not in features.columns, "it holds kwh"
    target = np.asarray(names["target"], dtype=float).ravel()
    copies = [name for name in features if np.allclose(pd.to_numeric(features[name]).astype(float), target)]
    assert not copies, f"{copies[0]} is the energy use"
    for name in ("built", "area_m2", "insulation_cm", "corner", "persons"):
        assert name in features, f"{name} is missing"
    assert np.isclose(features["area_m2"].astype(float).sum(), houses["area_m2"].sum()), "area_m2 was changed"
    assert any("heating" in str(name) for name in features), "the heating is missing"


def told(features, target):
    """How much of the target a forest can tell for houses that it hasn't seen: the mean R2 of three folds."""
    forest = RandomForestRegressor(60, min_samples_leaf=2, random_state=0)
    return cross_val_score(forest, features, target, cv=3).mean()


def check_leak(names, outputs):
    """The features say no more of the energy use than a house itself can say."""
    houses = sound()
    honest = told(pd.get_dummies(houses.drop(columns=["house", "kwh"])), houses["kwh"])
    found = told(names["features"], np.asarray(names["target"], dtype=float).ravel())
    assert found < honest + 0.03, f"they tell {100 * found:.0f} % of it, a house can tell {100 * honest:.0f} %"


def check_rows(names, outputs):
    """Both have the houses in the same order."""
    features, houses = names["features"].reset_index(drop=True), sound()
    known = houses.set_index(["built", "area_m2", "insulation_cm", "persons"])["kwh"]
    target = np.asarray(names["target"], dtype=float).ravel()
    keys = list(zip(*(features[name] for name in known.index.names)))
    off = sum(value not in np.atleast_1d(known.loc[key]) for key, value in zip(keys, target))
    assert off == 0, f"{off} of {len(target)} houses have the energy use of another"


def check_forest(names, outputs):
    """forest has learned the one from the other."""
    forest, features, target = names["forest"], names["features"], np.asarray(names["target"], dtype=float).ravel()
    assert getattr(forest, "n_features_in_", 0) == features.shape[1], "it has learned from other columns"
    predicted = forest.predict(features)
    again = [seeded(forest, seed).fit(features, target).predict(features) for seed in (3, 4)]
    usual = np.abs(again[0] - again[1]).mean()
    off = np.abs(predicted - again[0]).mean()
    assert off < 2 * usual + 1, f"its predictions are off by {off:.0f} kWh"

"""The prediction of the last season by a model of the seasons before."""

import numpy as np
import pandas as pd
from sklearn.base import clone
from sklearn.ensemble import GradientBoostingRegressor


def last_season():
    shows = pd.read_csv("data/performances.csv", parse_dates=["date"])
    return shows.loc[shows["date"] >= "2023-09-01", "sold"].to_numpy()


def error_of(predicted):
    return np.abs(np.asarray(predicted, dtype=float).ravel() - last_season()).mean()


def check_predictions(names, outputs):
    """pred says for every performance of the last season how many of the 180 seats are sold."""
    pred = np.asarray(names["pred"], dtype=float).ravel()
    assert len(pred) == len(last_season()), f"it has {len(pred)} for {len(last_season())} performances"
    assert np.isfinite(pred).all() and pred.min() >= 0 and pred.max() <= 180, f"{pred.min():.0f} to {pred.max():.0f}"
    own = np.asarray(names["model"].predict(names["X_test"]), dtype=float).ravel()
    assert np.abs(pred - own.clip(0, 180)).max() < 1, "they aren't those of the model"


def seeded(model, seed):
    """A fresh copy of a model, or of a pipeline, that draws by chance from this seed."""
    model = clone(model)
    return model.set_params(**{name: seed for name in model.get_params() if name.endswith("random_state")})


def check_learned(names, outputs):
    """The model has learned from the seasons before, and hasn't seen the last one."""
    model, X_train, X_test, y_train = (names[name] for name in ("model", "X_train", "X_test", "y_train"))
    seen = len(X_train) + len(X_test)
    assert len(X_train) == len(y_train) and seen == len(pd.read_csv("data/performances.csv")), "the split was changed"
    again = [seeded(model, seed).fit(X_train, y_train).predict(X_test) for seed in (5, 6)]
    usual = np.abs(again[0] - again[1]).mean()
    off = np.abs(model.predict(X_test) - again[0]).mean()
    assert off < 3 * usual + 0.3, f"trained on them it would say something else, by {off:.1f} seats in the mean"


def check_good(names, outputs):
    """It is about as good as this kind of model can be."""
    reach = []
    for depth in (2, 3, 4):
        trial = GradientBoostingRegressor(max_depth=depth, n_estimators=120, random_state=0)
        trial.fit(names["X_train"], names["y_train"])
        reach.append(error_of(trial.predict(names["X_test"])))
    found = error_of(names["pred"])
    assert found < 1.35 * min(reach), f"it is off by {found:.1f} seats in the mean"


def check_error(names, outputs):
    """mae is how far the predictions are off in the mean."""
    right = error_of(names["pred"])
    assert abs(names["mae"] - right) < 0.05, f"it is {names['mae']:.3g}"

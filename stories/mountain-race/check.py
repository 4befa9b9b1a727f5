"""The forest's score on five parts of the race that it wasn't fitted on."""

import numpy as np
import pandas as pd
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import StratifiedKFold, cross_val_score


def features():
    race = pd.read_csv("data/results.csv")
    X = pd.DataFrame(
        {
            "female": race["sex"] == "f",
            "age": race["age"],
            "club": race["club"] == "yes",
            "longest": race["longest_run_km"],
            "ascent": race["ascent_month_m"],
            "split": race["split_hut_min"],
        }
    )
    return X.astype(float), (race["status"] == "gave up").astype(int)


def found_scores(names):
    return np.asarray(names["scores"], dtype=float)


def check_folds(names, outputs):
    """scores has one number for each of the five folds."""
    scores = found_scores(names)
    assert scores.shape == (5,), f"its shape is {scores.shape}"
    assert np.isfinite(scores).all(), f"{int((~np.isfinite(scores)).sum())} of them could not be computed"
    assert len(set(scores.round(9))) > 1, "they are all the same"


def check_everybody(names, outputs):
    """Everybody who started takes part, with what is known before the end of the race."""
    X, y = features()
    found = pd.Series(names["y"]).sort_index()
    assert np.array_equal(found.astype(int), y), "y says something else"
    assert len(names["X"]) == len(X), f"X has {len(names['X'])} rows"
    assert set(names["X"].columns) == set(X.columns), f"X has the columns {', '.join(names['X'].columns)}"


def check_unseen(names, outputs):
    """The scores are areas under the ROC curve of runners that the forest hasn't seen."""
    X, y = features()
    forest = RandomForestClassifier(n_estimators=60, min_samples_leaf=3, random_state=0)
    right = [
        cross_val_score(forest, X, y, cv=StratifiedKFold(5, shuffle=True, random_state=seed), scoring="roc_auc").mean()
        for seed in range(2)
    ]
    found = found_scores(names).mean()
    assert abs(found - np.mean(right)) < 0.022, f"their mean is {found:.3f}"

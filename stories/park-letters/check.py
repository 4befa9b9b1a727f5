"""The classifier, trained on the letters that were sorted by hand."""

import numpy as np
import pandas as pd
from sklearn.base import clone


def all_letters():
    return pd.read_csv("data/letters.csv")


def sorted_letters():
    return all_letters().dropna(subset=["kind"])


def check_kinds(names, outputs):
    """clf sorts letters, given as texts, into the three kinds."""
    texts = all_letters()["text"].tolist()
    found = set(map(str, names["clf"].predict(texts)))
    assert found == set(sorted_letters()["kind"]), f"it knows {sorted(found)}"


def seeded(model, seed):
    """A fresh copy of a model, or of a pipeline, that draws by chance from this seed."""
    model = clone(model)
    return model.set_params(**{name: seed for name in model.get_params() if name.endswith("random_state")})


def check_learned(names, outputs):
    """It has learned from all letters that were sorted by hand, with their kinds, and from no other."""
    letters, known = all_letters()["text"].tolist(), sorted_letters()
    clf = names["clf"]
    right, other = (seeded(clf, seed).fit(known["text"].tolist(), known["kind"].tolist()) for seed in (5, 6))
    off, usual = (np.mean(model.predict(letters) != right.predict(letters)) for model in (clf, other))
    assert off < 2 * usual + 0.015, f"{100 * off:.0f} % of the letters are sorted in another way"
    if hasattr(clf, "predict_proba"):
        sure = right.predict_proba(letters)
        off, usual = (np.abs(model.predict_proba(letters) - sure).mean() for model in (clf, other))
        assert off < 2 * usual + 0.005, f"its certainty differs by {off:.2f} in the mean"


def check_good(names, outputs):
    """Of the sorted letters it gets nearly all right."""
    known = sorted_letters()
    right = np.mean(names["clf"].predict(known["text"].tolist()) == known["kind"].to_numpy())
    assert right > 0.85, f"it gets {100 * right:.0f} % of them"

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


def check_learned(names, outputs):
    """It has learned from all letters that were sorted by hand, with their kinds, and from no other."""
    letters, known = all_letters()["text"].tolist(), sorted_letters()
    clf = names["clf"]
    right = clone(clf).fit(known["text"].tolist(), known["kind"].tolist())
    same = np.mean(clf.predict(letters) == right.predict(letters))
    assert same > 0.985, f"{100 * (1 - same):.0f} % of the letters are sorted in another way"
    if hasattr(clf, "predict_proba"):
        off = np.abs(clf.predict_proba(letters) - right.predict_proba(letters)).mean()
        assert off < 0.01, f"its certainty differs by {off:.2f} in the mean"


def check_good(names, outputs):
    """Of the sorted letters it gets nearly all right."""
    known = sorted_letters()
    right = np.mean(names["clf"].predict(known["text"].tolist()) == known["kind"].to_numpy())
    assert right > 0.85, f"it gets {100 * right:.0f} % of them"

"""A network that has learned from whole spectra."""

import numpy as np
import pandas as pd
import tensorflow as tf

SIZE = 40


def recorded():
    """Spectra (pumps, frequencies), and which pumps were worn."""
    table = pd.read_csv("data/pumps.csv")
    return np.array([row.split() for row in table["spectrum"]], dtype=float), table["worn"].to_numpy()


def rows(names, name):
    """Spectra of a part below each other, whatever holds them."""
    try:
        return np.array([np.asarray(row, dtype=float).ravel() for row in np.asarray(names[name])], dtype=float)
    except ValueError:
        raise AssertionError(f"{name} holds what are no spectra of {SIZE} numbers") from None


def probabilities(names, X):
    """What net says of spectra, with or without an axis for the one value a frequency."""
    told = None
    for given in (X, X[..., None]):
        try:
            told = np.asarray(names["net"](given.astype("float32"), training=False), dtype=float)
        except (TypeError, ValueError, tf.errors.InvalidArgumentError):
            continue
        if told.size == len(X):
            return told.ravel()
    words = "it doesn't take them" if told is None else f"for {len(X)} spectra it gives {told.shape}"
    raise AssertionError(words)


def check_spectra(names, outputs):
    """The spectra of all pumps are in the two parts, whole and each with its own answer."""
    X, y = recorded()
    right = {tuple(row.round(2)): answer for row, answer in zip(X, y, strict=True)}
    found = 0
    for part, answers in (("X_train", "y_train"), ("X_test", "y_test")):
        spectra, told = rows(names, part), np.asarray(names[answers]).ravel()
        assert len(spectra) == len(told), f"{part} and {answers} differ in length"
        for row, answer in zip(spectra, told, strict=True):
            key = tuple(row.round(2))
            assert key in right, f"{part} holds a row of {len(row)} numbers that is no pump's spectrum"
            assert right[key] == answer, f"{answers} holds another pump's answer"
        found += len(spectra)
    assert found == len(X), f"{found} of {len(X)} pumps are"


def check_takes_spectra(names, outputs):
    """net takes a spectrum of 40 numbers and gives one probability."""
    p = probabilities(names, recorded()[0])
    assert p.min() >= 0 and p.max() <= 1, f"what it gives goes from {p.min():.2f} to {p.max():.2f}"


def check_learned(names, outputs):
    """It tells at least nine of ten worn pumps and fine ones by their sound."""
    X, y = recorded()
    hits = ((probabilities(names, X) > 0.5) == (y == 1)).mean()
    assert hits >= 0.9, f"{100 * hits:.0f} % are right"


def loss(names, X, y):
    """Binary cross-entropy of what net says of spectra."""
    p = np.clip(probabilities(names, X), 1e-6, 1 - 1e-6)
    return -np.log(np.where(y == 1, p, 1 - p)).mean()


def check_trained_on_them(names, outputs):
    """It has learned from the spectra of the training part as they are: nothing else made of them suits it better."""
    X, y = rows(names, "X_train"), np.asarray(names["y_train"]).ravel()
    assert len(X) >= 150, f"the training part has only {len(X)} pumps"
    own = loss(names, X, y)
    assert own < 0.35, f"its loss there is {own:.2f}"
    lower, upper = np.hsplit(X, 2)
    others = {
        "the lower frequencies twice": np.hstack([lower, lower]),
        "the upper frequencies twice": np.hstack([upper, upper]),
        "whole numbers": np.trunc(X),
        "spectra that run backwards": X[:, ::-1],
    }
    for words, other in others.items():
        assert own <= loss(names, other, y), f"{words} suit it better"

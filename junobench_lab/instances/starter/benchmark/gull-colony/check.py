"""A map of all gulls, each at its own pixel of the photo."""

import numpy as np
import pandas as pd


def gulls():
    return pd.read_csv("data/gulls.csv")


def at_their_pixels():
    """Gulls by row and column of the photo: y counts down from its upper edge, x to the right."""
    right = np.zeros(np.load("data/photo.npy").shape)
    for row, column in zip(gulls()["y"], gulls()["x"], strict=True):
        right[row, column] += 1
    return right


def check_all(names, outputs):
    """Every gull is counted once."""
    counted = float(np.asarray(names["heat"]).sum())
    assert counted == len(gulls()), f"{counted:.0f} of {len(gulls())} are"


def check_places(names, outputs):
    """heat has each gull at its own pixel of the photo."""
    heat, right = np.asarray(names["heat"], dtype=float), at_their_pixels()
    assert heat.shape in (right.shape, right.T.shape), f"heat has the shape {heat.shape}"
    assert np.array_equal(heat, right) or np.array_equal(heat, right.T), "some are elsewhere"


def check_water(names, outputs):
    """on_water is the number of gulls on pixels of water."""
    right = at_their_pixels()[np.load("data/photo.npy") < 105].sum()
    assert float(names["on_water"]) == right, f"it is {names['on_water']}"

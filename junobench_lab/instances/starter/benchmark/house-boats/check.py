"""The boats as tensors: all that is known about them, as numbers."""

import numpy as np
import pandas as pd
import torch

NUMBERS = ["length_m", "built", "years_since_survey"]
WORDS = ["hull", "mooring", "heating"]
PARTS = {"X_train": slice(320), "X_test": slice(320, None)}


def boats(part):
    """Rows of a part in their order: what is known, and the price."""
    table = pd.read_csv("data/boats.csv", index_col="boat")
    order = np.random.default_rng(5).permutation(len(table))
    known = pd.get_dummies(table[NUMBERS + WORDS], columns=WORDS, dtype=float)
    known[NUMBERS] = (known[NUMBERS] - known[NUMBERS].mean()) / known[NUMBERS].std()
    rows = order[PARTS[part]]
    return known.iloc[rows].to_numpy(), table["price_k"].to_numpy()[rows]


def values(names, part):
    found = names[part]
    assert isinstance(found, torch.Tensor), f"{part} is {type(found).__name__}"
    return found.detach().double().numpy()


def left_over(wanted, given):
    """How much of the columns of ``wanted`` no combination of those of ``given`` and a constant gives."""
    given = np.column_stack([np.ones(len(given)), given])
    return np.abs(wanted - given @ np.linalg.lstsq(given, wanted, rcond=None)[0]).max()


def check_tensors(names, outputs):
    """X_train and X_test are tensors of floating-point numbers without gaps, a row for each boat."""
    for part in PARTS:
        found, rows = values(names, part), len(boats(part)[1])
        assert names[part].is_floating_point(), f"{part} holds {names[part].dtype}"
        assert found.ndim == 2 and len(found) == rows, f"{part} has the shape {found.shape} for {rows} boats"
        assert np.isfinite(found).all(), f"{part} has values that are no numbers"


def check_known(names, outputs):
    """Numbers and words alike are in them: nothing that is known of a boat is lost or rounded."""
    for part in PARTS:
        lost = left_over(boats(part)[0], values(names, part))
        assert lost < 1e-3, f"{part} lacks some of it"


def check_no_price(names, outputs):
    """They hold nothing else, least of all the price."""
    for part in PARTS:
        more = left_over(values(names, part), boats(part)[0])
        assert more < 1e-3, f"{part} holds something more"


def check_same_columns(names, outputs):
    """A column means the same in both of them."""
    known = [boats(part)[0] for part in PARTS]
    given = [np.column_stack([np.ones(len(values(names, part))), values(names, part)]) for part in PARTS]
    assert given[0].shape[1] == given[1].shape[1], "they have different numbers of columns"
    meaning = np.linalg.lstsq(given[0], known[0], rcond=None)[0]
    assert np.abs(given[1] @ meaning - known[1]).max() < 1e-3, "they differ"


def check_prices(names, outputs):
    """y_train and y_test are the prices of the same boats, in their order."""
    for part in PARTS:
        found = values(names, part.replace("X", "y")).reshape(-1)
        right = boats(part)[1]
        assert found.shape == right.shape, f"{part.replace('X', 'y')} has {len(found)} values"
        assert np.allclose(found, right, atol=1e-3), f"{part.replace('X', 'y')} holds others"

"""The danger that the network tells for the mornings kept for testing."""

import numpy as np
import pandas as pd


def bulletin(rows):
    return pd.read_csv("data/bulletin.csv")["danger"].reindex(rows).to_numpy()


def found_levels(names):
    return np.asarray(names["levels"].tolist() if hasattr(names["levels"], "tolist") else names["levels"])


def check_mornings(names, outputs):
    """A quarter of the mornings is kept for testing, with all five levels; the others train the network."""
    train, test = names["train"].index, names["test"].index
    assert len(test) == 190 and not set(train) & set(test), f"{len(test)} are"
    assert len(set(train) | set(test)) == 760, f"{760 - len(set(train) | set(test))} mornings are gone"
    assert len(names["X_train"]) == len(names["y_train"]) == 570, f"{len(names['X_train'])} mornings train it"


def check_truth(names, outputs):
    """The levels of the bulletin are still there as they were, for comparing."""
    assert np.array_equal(names["test"]["danger"], bulletin(names["test"].index)), "test says something else"


def check_levels(names, outputs):
    """levels has a level from 1 to 5 for each of them."""
    levels = found_levels(names)
    assert levels.shape == (190,), f"its shape is {levels.shape}"
    assert set(levels) <= {1, 2, 3, 4, 5}, f"it holds {sorted(set(levels.tolist()))}"


def check_right(names, outputs):
    """Most of them are right, and none is off by more than one on average."""
    levels, truth = found_levels(names), bulletin(names["test"].index)
    right = float((levels == truth).mean())
    assert right > 0.68, f"{right:.0%} are"
    assert abs((levels - truth).mean()) < 0.2, f"they are off by {(levels - truth).mean():+.1f} on average"


def check_every_level(names, outputs):
    """Every level is recognised, the rare fifth too."""
    levels, truth = found_levels(names), bulletin(names["test"].index)
    for level in range(1, 6):
        share = float((levels[truth == level] == level).mean())
        assert share > 0.4, f"of the mornings with level {level} {share:.0%} are"

"""The weights with which the three forecasts together are closest to the measured load."""

import numpy as np
import pandas as pd

SOURCES = ["curve", "neighbours", "office"]


def best():
    """Weights and mean square error of the best of all mixes, to a two-hundredth."""
    table = pd.read_csv("data/forecasts.csv")
    steps = np.arange(201) / 200
    mixes = np.array([(a, b, 1 - a - b) for a in steps for b in steps if a + b < 1 + 1e-9])
    errors = ((mixes @ table[SOURCES].to_numpy().T - table["measured"].to_numpy()) ** 2).mean(axis=1)
    return mixes[errors.argmin()], errors.min()


def found_weights(names):
    final = names["final"]
    return np.asarray(final.detach() if hasattr(final, "detach") else final, dtype=float).reshape(-1)


def check_mix(names, outputs):
    """final holds three weights that aren't negative and add up to one."""
    weights = found_weights(names)
    assert weights.shape == (3,), f"it holds {len(weights)}"
    assert weights.min() > -1e-6 and abs(weights.sum() - 1) < 1e-3, f"they are {weights.round(3)}"


def check_best(names, outputs):
    """No other mix of the forecasts is closer to the measured load over all days."""
    weights, error = found_weights(names), best()[1]
    table = pd.read_csv("data/forecasts.csv")
    found = float(((table[SOURCES].to_numpy() @ weights - table["measured"]) ** 2).mean())
    assert found < 1.01 * error, f"its error is {np.sqrt(found):.2f} MW, the best mix has {np.sqrt(error):.2f}"


def check_history(names, outputs):
    """The error was noted step by step, and it fell to that of the best mix."""
    history, error = np.asarray(names["history"], dtype=float), best()[1]
    assert len(history) > 1, f"{len(history)} steps were noted"
    assert history[-1] < history[0], f"it went from {history[0]:.2f} to {history[-1]:.2f}"
    assert abs(history[-1] - error) < 0.02 * error, f"it ends at {history[-1]:.2f}, the best mix has {error:.2f}"

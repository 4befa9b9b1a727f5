"""The yield of tomorrow by the model of the whole season."""

import numpy as np
import pandas as pd

WEATHER = ["sun_h", "temp_c", "cloud_pct", "days_since_washed"]
TOMORROW = [7.5, 16.0, 38, 12]


def coefficients():
    """Constant first: least squares on every day of the season."""
    roof = pd.read_csv("data/roof.csv")
    X = np.column_stack([np.ones(len(roof)), roof[WEATHER]])
    return np.linalg.lstsq(X, roof["kwh"].to_numpy(), rcond=None)[0]


def check_model(names, outputs):
    """model is the regression on the weather of every day, with a constant."""
    found, right = np.sort(np.asarray(names["model"].params, dtype=float)), np.sort(coefficients())
    assert found.shape == right.shape, f"it has {len(found)} coefficients"
    assert np.allclose(found, right, atol=1e-6), "its coefficients are others"


def check_weather(names, outputs):
    """The weather of tomorrow is as the radio said."""
    found = names["tomorrow"][WEATHER].to_numpy(dtype=float)
    assert np.array_equal(found[0], TOMORROW), f"it reads {found[0]}"


def check_kwh(names, outputs):
    """kwh is what this model says for tomorrow, and one value."""
    found = np.asarray(names["kwh"], dtype=float).reshape(-1)
    right = coefficients() @ np.array([1, *TOMORROW])
    assert len(found) == 1, f"it has {len(found)} values"
    assert abs(found[0] - right) < 1e-3, f"it is {found[0]:.1f} kWh"

"""The ranking of departments by how long people wait."""

import numpy as np
import pandas as pd


def expected():
    raw = pd.read_csv("data/visits.csv", parse_dates=["arrived", "seen"]).dropna(subset=["seen"])
    waits = (raw["seen"] - raw["arrived"]).dt.total_seconds() / 60
    return waits.groupby(raw["department"]).median().sort_values()


def check_departments(names, outputs):
    """by_dep has a number for every department."""
    found = set(names["by_dep"].index)
    assert found == set(expected().index), f"it has {sorted(map(str, found))[:6]}"


def check_minutes(names, outputs):
    """It is the median wait in minutes of those who were seen."""
    right = expected()
    by_dep = names["by_dep"].reindex(right.index).astype(float)
    assert np.allclose(by_dep, right, atol=0.02), f"{right.index[-1]}: {by_dep.iloc[-1]:.4g}"


def check_ranking(names, outputs):
    """The departments stand in the order of their waits, the longest last."""
    assert names["by_dep"].is_monotonic_increasing, "they don't"


def check_chart(names, outputs):
    """The cell draws its chart."""
    assert any("image/png" in output.get("data", {}) for output in outputs), "there is no picture"

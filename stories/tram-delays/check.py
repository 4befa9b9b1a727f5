"""The chart of the worst stops."""

import numpy as np
import pandas as pd


def expected():
    trams = pd.read_csv("data/arrivals.csv")
    means = trams.groupby(["line", "stop"])["delay_s"].agg(["mean", "size"])
    return means[means["size"] > 20].sort_values("mean")["mean"].tail(8)


def check_stops(names, outputs):
    """worst holds the eight stops with the largest mean delays, the worst last."""
    found = names["worst"]["mean_delay"].to_numpy(dtype=float)
    assert np.allclose(found, expected()) if len(found) == 8 else False, f"it holds {len(found)} other ones"


def check_names(names, outputs):
    """names has for each of them its stop and, in brackets, its line."""
    right = [f"{stop} ({line})" for line, stop in expected().index]
    found = [str(name) for name in names["names"]]
    assert found == right, f"it begins with {found[:2]}"


def check_chart(names, outputs):
    """The cell draws its chart."""
    assert any("image/png" in output.get("data", {}) for output in outputs), "there is no picture"

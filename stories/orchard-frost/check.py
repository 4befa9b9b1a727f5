"""The table of the hollow's nights."""

import numpy as np
import pandas as pd


def expected():
    logs = pd.read_csv("data/loggers.csv", parse_dates=["time"])
    one = logs[logs["logger"] == "hollow"]
    midnight = one[one["time"].dt.hour == 0].set_index("time")[["temp", "humidity"]].add_suffix("_0h")
    midnight["frost"] = (one.groupby(one["time"].dt.normalize())["temp"].min() < 0).astype(int)
    return midnight.dropna().sort_index()


def check_nights(names, outputs):
    """nights has one row for every night of the hollow that has a reading at midnight."""
    right = expected()
    assert len(names["nights"]) == len(right), f"it has {len(names['nights'])} rows for {len(right)} nights"


def check_midnight(names, outputs):
    """temp_0h and humidity_0h are what was read at midnight."""
    right, nights = expected(), names["nights"]
    for name in ("temp_0h", "humidity_0h"):
        assert name in nights.columns, f"there is no column {name}"
        found = nights.sort_index()[name].to_numpy(dtype=float)
        assert np.allclose(found, right[name]), f"{name} holds something else"


def check_frost(names, outputs):
    """frost is 1 for the nights in which the hollow went below zero, and 0 for the others."""
    right, nights = expected()["frost"], names["nights"]
    assert "frost" in nights.columns, "there is no column frost"
    found = nights.sort_index()["frost"].to_numpy().astype(int)
    assert np.array_equal(found, right), f"{found.sum()} nights with frost, {right.sum()} there were"


def check_function(names, outputs):
    """night_table works for the other loggers, too."""
    logs = pd.read_csv("data/loggers.csv", parse_dates=["time"])
    for name in ("gate", "pond", "slope"):
        rows = ((logs["logger"] == name) & (logs["time"].dt.hour == 0)).sum()
        assert len(names["night_table"](logs, name)) == rows, f"not for {name}"

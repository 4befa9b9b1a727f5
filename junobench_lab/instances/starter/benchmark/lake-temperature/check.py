"""The smoothed curve, each value in the middle of its two weeks."""

import numpy as np
import pandas as pd


def measured():
    lake = pd.read_csv("data/buoy.csv", sep=";")
    lake["date"] = pd.to_datetime(lake["date"], format="%d.%m.%Y")
    return lake.set_index("date")["water_0m_c"]


def curves(names):
    """Curves that are drawn: label -> temperatures by day."""
    found = {}
    for axes in [value for value in names.values() if hasattr(value, "get_lines")]:
        for line in axes.get_lines():
            x, y = line.get_xdata(orig=True), np.asarray(line.get_ydata(orig=True), dtype=float)
            if np.asarray(x).dtype.kind in "MO":
                found[line.get_label()] = pd.Series(y, index=pd.DatetimeIndex(np.asarray(x)))
    return found


def check_daily(names, outputs):
    """The daily temperatures are drawn, one for every day."""
    daily = curves(names).get("daily")
    assert daily is not None, "there are none"
    assert daily.equals(measured().astype(float)), "they are others"


def check_smoothed(names, outputs):
    """The smoothed curve is drawn over days, for the whole year but for its ends."""
    smoothed = curves(names).get("smoothed")
    assert smoothed is not None, "there is none over the days"
    missing = len(measured()) - smoothed.notna().sum()
    assert missing <= 14, f"{missing} days have no value"


def check_middle(names, outputs):
    """Each of its values is the mean of the week before, the day itself and the week after."""
    daily = measured()
    smoothed = curves(names).get("smoothed", pd.Series(dtype=float)).dropna()
    assert len(smoothed), "it has none"
    right = daily.rolling(15, center=True, min_periods=8).mean().reindex(smoothed.index)
    wrong = int((~np.isclose(smoothed, right, atol=1e-6)).sum())
    assert wrong == 0, f"{wrong} values are not"


def check_chart(names, outputs):
    """The cell draws its chart."""
    assert any("image/png" in output.get("data", {}) for output in outputs), "there is no picture"

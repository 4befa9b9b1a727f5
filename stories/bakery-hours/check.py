"""The rolls by weekday and hour, and the map that shows them."""

import numpy as np
import pandas as pd


def sold():
    """Rolls by the short name of the day and the hour; hours without any are left out."""
    till = pd.read_csv("data/till.csv", parse_dates=["date"])
    rolls = till[till["product"] == "roll"]
    return rolls.groupby([rolls["date"].dt.day_name().str[:3], "hour"])["sold"].sum()


def check_counts(names, outputs):
    """counts says how many rolls were sold on each day of the week in each hour."""
    counts = names["counts"]
    for (day, hour), right in sold().items():
        assert day in counts.index and hour in counts.columns, f"{day} or {hour} h is missing"
        assert counts.loc[day, hour] == right, f"{day}, {hour} h: {counts.loc[day, hour]}"


def check_closed(names, outputs):
    """Where the bakery was closed it says nothing, or that nothing was sold."""
    counts, right = names["counts"], sold()
    invented = [
        (day, hour)
        for day in counts.index
        for hour in counts.columns
        if (day, hour) not in right.index and not (pd.isna(counts.loc[day, hour]) or counts.loc[day, hour] == 0)
    ]
    assert not invented, f"{len(invented)} closed hours have a number"


def written(text):
    """A number as it is written in the map; None for a blank, and for what stands in a closed hour."""
    said = text.get_text().replace(",", "").replace("\u202f", "").strip()
    return None if said in ("", "nan", "0", "-", "–", "closed") else float(said)


def check_map(names, outputs):
    """The map has the number of rolls written into each field, in full."""
    found = sorted(number for text in names["ax"].texts if (number := written(text)) is not None)
    right = sorted(sold())
    assert len(found) == len(right), f"{len(found)} fields of {len(right)} have a number"
    off = np.abs(np.array(found) - np.array(right)) > 0.5
    assert not off.any(), f"{off.sum()} numbers are not those of the rolls"


def check_picture(names, outputs):
    """The cell draws it."""
    assert any("image/png" in output.get("data", {}) for output in outputs), "there is no picture"

"""The birds of all months of both seasons."""

from pathlib import Path

import pandas as pd


def ringed():
    """All birds of both seasons, by ring."""
    files = sorted(Path("data").glob("ringing_*.csv"))
    return pd.concat([pd.read_csv(file) for file in files]).set_index("ring")


def check_birds(names, outputs):
    """birds holds every bird that was ringed, each once."""
    found, right = names["birds"], ringed()
    rings = found["ring"] if "ring" in found else found.index.to_series()
    assert not rings.duplicated().any(), "some come more than once"
    assert set(rings) == set(right.index), f"it has {len(rings)} rows, {len(right)} birds were ringed"


def check_months(names, outputs):
    """They are from March to November of both years."""
    dates = pd.to_datetime(names["birds"]["date"])
    found = {(date.year, date.month) for date in dates}
    right = {(year, month) for year in (2022, 2023) for month in range(3, 12)}
    assert found == right, f"{len(found & right)} of {len(right)} months are there"


def check_values(names, outputs):
    """Each has its own date, species, age and wing."""
    birds, right = names["birds"], ringed()
    birds = birds.set_index("ring") if "ring" in birds else birds
    birds = birds[~birds.index.duplicated()].reindex(right.index)
    assert (pd.to_datetime(birds["date"]) == pd.to_datetime(right["date"])).all(), "the dates are others"
    for column in ("code", "age", "wing_mm"):
        assert (birds[column] == right[column]).all(), f"{column} is another one for some"

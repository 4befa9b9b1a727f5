"""The long table with its column of visitors."""

import numpy as np
import pandas as pd


def wide():
    table = pd.read_csv("data/museums.csv")
    table["month"] = pd.to_datetime(table["month"])
    return table.set_index("month")


def check_columns(names, outputs):
    """long has the columns month, museum, visitors and year, as the cells below expect."""
    missing = {"month", "museum", "visitors", "year"} - set(names["long"].columns)
    assert not missing, f"{', '.join(sorted(missing))} is missing"


def check_rows(names, outputs):
    """It has one row for every museum and month."""
    right = wide()
    assert len(names["long"]) == right.size, f"it has {len(names['long'])} rows, not {right.size}"
    assert not names["long"].duplicated(["month", "museum"]).any(), "some come twice"


def check_visitors(names, outputs):
    """visitors holds what each museum counted in each month."""
    right = wide()
    found = names["long"].pivot_table(index="month", columns="museum", values="visitors")
    found = found.reindex(index=right.index, columns=right.columns).astype(float)
    assert np.allclose(found, right), "the numbers are others"


def check_chart(names, outputs):
    """The cell draws its chart."""
    assert any("image/png" in output.get("data", {}) for output in outputs), "there is no picture"

"""Rentals of a ski shop: two winters with the days kept, and the bookings of the coming week without."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(88)


def bookings(n: int, kinds: dict[str, float], arrivals: dict[str, float]) -> pd.DataFrame:
    """`n` rentals; the dictionaries give the shares of each kind of ski and way of arrival."""
    return pd.DataFrame(
        {
            "ski": rng.choice(list(kinds), n, p=list(kinds.values())),
            "level": rng.choice(["beginner", "middle", "good"], n, p=[0.4, 0.4, 0.2]),
            "arrival": rng.choice(list(arrivals), n, p=list(arrivals.values())),
            "age": rng.integers(9, 71, n),
            "height_cm": rng.normal(168, 13, n).round().astype(int),
            "snow_cm": rng.integers(20, 140, n),
        }
    )


winters = bookings(
    460,
    {"carving": 0.62, "snowboard": 0.24, "touring": 0.09, "telemark": 0.05},
    {"car": 0.6, "train": 0.3, "coach": 0.1},
)
days = (
    2.2
    + 1.5 * (winters["arrival"] == "train")
    - 1.2 * (winters["arrival"] == "coach")
    + 0.8 * (winters["level"] == "beginner")
    + 0.012 * winters["snow_cm"]
    - 0.6 * (winters["ski"] == "telemark")
    + rng.normal(0, 0.7, len(winters))
)
winters["days"] = days.clip(1, 9).round().astype(int)
next_week = bookings(36, {"carving": 0.65, "snowboard": 0.22, "touring": 0.13}, {"car": 0.65, "train": 0.35})
next_week.insert(0, "booking", [f"B{i}" for i in range(7701, 7701 + len(next_week))])

Path("data").mkdir(exist_ok=True)
winters.to_csv("data/rentals.csv", index=False)
next_week.to_csv("data/next_week.csv", index=False)

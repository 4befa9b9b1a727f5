"""Calls of a small ambulance station in a year, with two hours of the night without any at weekends."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(112)
days = pd.date_range("2023-01-01", "2023-12-31")
hour = np.arange(24)
weekday = 0.02 + 0.07 * np.exp(-((hour - 10) ** 2) / 14) + 0.06 * np.exp(-((hour - 18) ** 2) / 10)
weekend = 0.02 + 0.06 * np.exp(-((hour - 13) ** 2) / 18) + 0.08 * np.exp(-((hour - 22) ** 2) / 5)
weekend[[4, 6]] = 0

rows = []
for day in days:
    calls = rng.poisson(weekend if day.day_of_week >= 5 else weekday)
    for place, count in zip(hour, calls, strict=True):
        minutes = np.sort(rng.integers(0, 60, count))
        rows += [day + pd.Timedelta(hours=int(place), minutes=int(minute)) for minute in minutes]
n = len(rows)
table = pd.DataFrame(
    {
        "called": [row.strftime("%Y-%m-%d %H:%M") for row in rows],
        "kind": rng.choice(["internal", "accident", "transport", "other"], n, p=[0.45, 0.25, 0.2, 0.1]),
        "minutes_to_arrival": rng.gamma(6, 1.6, n).round(1),
        "valley": rng.choice(["north", "south", "upper"], n, p=[0.5, 0.3, 0.2]),
    }
)

Path("data").mkdir(exist_ok=True)
table.to_csv("data/calls.csv", index=False)

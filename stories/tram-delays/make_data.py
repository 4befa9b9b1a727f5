"""Arrivals of four tram lines at their stops during one week, with the delay in seconds."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(19)
stops = ["Museum", "Old Market", "Station", "Hospital", "Canal Street", "Brewery", "University", "Zoo", "Mill Lane"]
lines = {"T1": stops[:6], "T2": stops[2:8], "T4": stops[1:9:2], "T7": stops[::-2]}
stop_delay = dict(zip(stops, [20, 75, 140, 40, 95, 10, 60, 15, 30], strict=True))

rows = []
for day in pd.date_range("2024-09-09", periods=7):
    wet = rng.random() < 0.35
    for line, served in lines.items():
        for departure in (420, 480, 540, 720, 960, 1020, 1080, 1200):
            minute = departure
            for stop in served:
                minute += 4
                rush = departure in (480, 1020, 1080) and day.dayofweek < 5
                mean = stop_delay[stop] * (1.7 if rush else 1) * (1.25 if wet else 1)
                delay = rng.gamma(2, mean / 2) - 15
                if rng.random() < 0.08:
                    continue
                rows.append(
                    (f"{day:%Y-%m-%d}", f"{minute // 60:02d}:{minute % 60:02d}", line, stop, round(delay), int(wet))
                )

Path("data").mkdir(exist_ok=True)
pd.DataFrame(rows, columns=["date", "planned", "line", "stop", "delay_s", "rain"]).to_csv(
    "data/arrivals.csv", index=False
)

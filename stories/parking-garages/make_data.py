"""Free spaces in three parking garages, hour by hour for seven weeks; sometimes a garage is full."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(350)
hours = pd.date_range("2024-09-02", periods=24 * 49, freq="h")
day = np.array([0, 0, 0, 0, 0, 1, 3, 8, 14, 17, 19, 20, 20, 19, 18, 17, 15, 12, 9, 6, 4, 2, 1, 0]) / 20
frames = []
for garage, (size, weekend) in {"station": (320, 0.5), "market": (180, 1.15), "theatre": (240, 0.7)}.items():
    busy = day[hours.hour] * np.where(hours.day_of_week >= 5, weekend, 1.0)
    if garage == "theatre":
        busy = 0.6 * busy + np.where((hours.hour >= 19) & (hours.hour <= 22) & (hours.day_of_week >= 3), 0.7, 0)
    taken = size * (0.12 + 0.86 * busy) * rng.normal(1, 0.05, len(hours)) + rng.normal(0, 6, len(hours))
    free = (size - taken).round().clip(0, size)
    frames.append(pd.DataFrame({"time": hours, "garage": garage, "free": free.astype(int)}))

Path("data").mkdir(exist_ok=True)
pd.concat(frames).sort_values(["time", "garage"]).to_csv("data/garages.csv", index=False)

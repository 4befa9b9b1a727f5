"""Night temperatures from five loggers in an orchard during two months of spring."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(7719)

nights = pd.date_range("2023-03-15", "2023-05-10", freq="D")
offsets = {"gate": 0.4, "hollow": -1.9, "slope": 0.9, "pond": 0.1, "barn": 1.3}
rows = []
for number, night in enumerate(nights):
    mean = -1.0 + 0.13 * number + rng.normal(0, 2.4)
    for logger, offset in offsets.items():
        if rng.random() < 0.03:
            continue
        for hour in (0, 2, 4, 6):
            temperature = mean + offset - 0.5 * (hour == 4) - 0.8 * (hour == 6) + rng.normal(0, 0.5)
            rows.append((f"{night:%Y-%m-%d} {hour:02d}:00", logger, round(temperature, 1), rng.integers(62, 101)))

Path("data").mkdir(exist_ok=True)
pd.DataFrame(rows, columns=["time", "logger", "temp", "humidity"]).to_csv("data/loggers.csv", index=False)

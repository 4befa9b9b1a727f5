"""Hourly readings of a beehive on a scale for six weeks of early summer."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(2024)
time = pd.date_range("2023-05-15", periods=42 * 24, freq="h")
hour, day = time.hour.to_numpy(), np.arange(len(time)) / 24
sun = np.clip(np.sin((hour - 6) / 12 * np.pi), 0, None)
outside = 13 + 0.12 * day + 7 * sun + np.repeat(rng.normal(0, 2.5, 42), 24) + rng.normal(0, 0.6, len(time))
flights = rng.poisson(np.clip(60 * sun * (outside - 11), 0, None))
weight = 31 + np.cumsum(flights / 9000 - 0.012) + rng.normal(0, 0.05, len(time))
table = pd.DataFrame(
    {
        "time": time.strftime("%Y-%m-%d %H:00"),
        "weight_kg": weight.round(2),
        "brood_c": (34.8 + rng.normal(0, 0.25, len(time))).round(2),
        "outside_c": outside.round(1),
        "humidity": np.clip(62 - 8 * sun + rng.normal(0, 5, len(time)), 20, 99).round(0),
        "sound_db": (41 + 6 * sun + rng.gamma(2, 1.1, len(time))).round(1),
        "flights": flights,
    }
)

Path("data").mkdir(exist_ok=True)
table.to_csv("data/hive.csv", index=False)

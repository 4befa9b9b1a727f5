"""Daily yield of the panels on a roof, with the weather of the day."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(1816)
days = pd.date_range("2023-03-01", "2023-10-31")
place = np.arange(len(days))
season = np.cos((place - 112) / 365 * 2 * np.pi)
sun = (rng.beta(1.6, 1.4, len(days)) * (9 + 5.5 * season)).round(1)
warmth = (9 + 11 * season + 0.45 * sun + rng.normal(0, 2.4, len(days))).round(1)
cloud = (92 - 6.2 * sun + rng.normal(0, 7, len(days))).clip(0, 100).round()
since_washed = place % 61
noise = rng.normal(0, 1.1, len(days))
kwh = (4.1 + 2.35 * sun - 0.09 * (warmth - 15) - 0.024 * cloud - 0.03 * since_washed + noise).clip(0.3)

Path("data").mkdir(exist_ok=True)
pd.DataFrame(
    {
        "day": days.strftime("%Y-%m-%d"),
        "kwh": kwh.round(2),
        "sun_h": sun,
        "temp_c": warmth,
        "cloud_pct": cloud.astype(int),
        "days_since_washed": since_washed,
    }
).to_csv("data/roof.csv", index=False)

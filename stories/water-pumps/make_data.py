"""Vibration spectra of 240 water pumps, 40 frequencies each, and whether the bearing was worn."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(50)
n, SIZE = 240, 40
worn = rng.random(n) < 0.4
frequency = np.arange(SIZE)
hum = 2.2 * np.exp(-((frequency - 6) ** 2) / 3) + 1.1 * np.exp(-frequency / 15)
bearing = np.exp(-((frequency - 17) ** 2) / 4) + 0.6 * np.exp(-((frequency - 33) ** 2) / 5)
loud = rng.lognormal(0, 0.35, (n, 1))
strength = np.where(worn, rng.uniform(0.5, 1.6, n), rng.uniform(0, 0.35, n))[:, None]
spectra = loud * (hum + strength * bearing) + rng.gamma(2, 0.12, (n, SIZE))

Path("data").mkdir(exist_ok=True)
pd.DataFrame(
    {
        "pump": [f"P{place:03d}" for place in range(1, n + 1)],
        "age_years": (rng.gamma(3, 2.2, n) + 4 * worn).round(1),
        "litres_per_s": rng.normal(12, 2.5, n).clip(4).round(1),
        "spectrum": [" ".join(f"{value:.2f}" for value in row) for row in spectra],
        "worn": worn.astype(int),
    }
).to_csv("data/pumps.csv", index=False)

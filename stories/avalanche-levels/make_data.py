"""Mornings of six winters with the weather at the station and the avalanche danger of the bulletin, from 1 to 5."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(1999)
n = 760
new_snow = np.where(rng.random(n) < 0.55, 0, rng.gamma(1.7, 17, n)).clip(0, 130).round()
wind = rng.gamma(2.4, 9, n).clip(0, 110).round()
warming = rng.normal(0, 4, n).round(1)
weak_layer = rng.beta(1.3, 2.2, n).round(2)
depth = (new_snow * 0.8 + rng.normal(140, 45, n)).clip(20).round()
index = 0.055 * new_snow + 0.036 * wind + 0.07 * warming.clip(0) + 2.3 * weak_layer + rng.normal(0, 0.12, n)
level = np.digitize(index, np.quantile(index, [0.17, 0.50, 0.78, 0.91])) + 1

Path("data").mkdir(exist_ok=True)
pd.DataFrame(
    {
        "winter": rng.choice([f"20{y}/{y + 1}" for y in range(17, 23)], n),
        "new_snow_cm": new_snow.astype(int),
        "wind_kmh": wind.astype(int),
        "warming_c": warming,
        "weak_layer": weak_layer,
        "snow_depth_cm": depth.astype(int),
        "danger": level,
    }
).to_csv("data/bulletin.csv", index=False)

"""Yearly energy use of terraced houses, what they are made of, and how they are heated; some entries are slips."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(9040)
n = 380
year = rng.choice([1925, 1950, 1968, 1979, 1994, 2008], n, p=[0.15, 0.2, 0.25, 0.2, 0.12, 0.08]) + rng.integers(-4, 5, n)
area = np.round(rng.normal(118, 22, n).clip(60, 220))
insulation = np.where(rng.random(n) < 0.4, rng.choice([8, 12, 16, 20], n), 0)
heating = rng.choice(["gas", "oil", "heat pump", "district"], n, p=[0.48, 0.22, 0.14, 0.16])
corner = rng.random(n) < 0.22
persons = 1 + rng.binomial(4, 0.4, n)
per_m2 = 215 - 1.05 * (year - 1925) - 3.1 * insulation + np.where(corner, 22, 0)
per_m2 = per_m2 * pd.Series(heating).map({"gas": 1.0, "oil": 1.08, "heat pump": 0.36, "district": 0.92}).to_numpy()
kwh = (per_m2.clip(25) * area + 900 * persons) * rng.normal(1, 0.08, n)
slips = rng.choice(n, 9, replace=False)
area[slips] = np.round(area[slips] / 10)

Path("data").mkdir(exist_ok=True)
pd.DataFrame(
    {
        "house": np.arange(1, n + 1),
        "built": year,
        "area_m2": area.astype(int),
        "insulation_cm": insulation,
        "heating": heating,
        "corner": corner,
        "kwh": kwh.round(-1).astype(int),
        "persons": persons,
    }
).to_csv("data/houses.csv", index=False)

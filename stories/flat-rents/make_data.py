"""Rents asked for flats in four yearly surveys; rows of the second half of the last one are provisional (``2024*``)."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(404)
n = 900
year = rng.choice([2021, 2022, 2023, 2024], n, p=[0.22, 0.24, 0.26, 0.28])
rooms = rng.choice([1, 2, 3, 4, 5], n, p=[0.16, 0.31, 0.3, 0.17, 0.06])
area = (14 + 22 * rooms + rng.normal(0, 7, n)).clip(18).round(1)
built = rng.choice(np.arange(1890, 2021), n)
to_centre = rng.gamma(2.2, 1.6, n).clip(0.2).round(2)
district = np.where(to_centre < 2, "Altstadt", rng.choice(["Nord", "Hafen", "Ost"], n))
rent = (
    (160 + 10.4 * area + 45 * (built > 2005) - 34 * to_centre) * (1 + 0.045 * (year - 2021)) + rng.normal(0, 55, n)
).clip(190)
provisional = (year == 2024) & (rng.random(n) < 0.45)

Path("data").mkdir(exist_ok=True)
pd.DataFrame(
    {
        "flat": [f"F{number}" for number in rng.permutation(np.arange(1000, 1000 + n))],
        "survey": np.where(provisional, [f"{y}*" for y in year], year.astype(str)),
        "district": district,
        "area_m2": area,
        "rooms": rooms,
        "built": built,
        "km_to_centre": to_centre,
        "rent_eur": rent.round(-1).astype(int),
    }
).to_csv("data/rents.csv", index=False)

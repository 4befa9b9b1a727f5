"""Advertisements for used cameras with the price asked, in euros and cents."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(2011)
n = 380
brand = rng.choice(["Norda", "Kestrel", "Lumo", "Pixa"], n, p=[0.35, 0.3, 0.2, 0.15])
sensor = rng.choice(["full frame", "aps-c", "mft"], n, p=[0.25, 0.5, 0.25])
year = rng.integers(2009, 2024, n)
megapixels = (10 + 0.9 * (year - 2009) + 8 * (sensor == "full frame") + rng.normal(0, 2.5, n)).clip(8).round(1)
clicks = (rng.gamma(2, 9000, n) * (2025 - year) / 8).round().astype(int)
condition = rng.choice([1, 2, 3, 4, 5], n, p=[0.05, 0.15, 0.3, 0.35, 0.15])
value = (
    90
    + 38 * (year - 2009)
    + 420 * (sensor == "full frame")
    + 60 * (brand == "Norda")
    + 30 * (condition - 3)
    - 0.0016 * clicks
    + rng.normal(0, 45, n)
)
price = np.round(value.clip(25) / 5) * 5 - rng.choice([0, 0.01, 0.1, 0.5], n, p=[0.3, 0.3, 0.2, 0.2])

Path("data").mkdir(exist_ok=True)
pd.DataFrame(
    {
        "brand": brand,
        "sensor": sensor,
        "year": year,
        "megapixels": megapixels,
        "clicks": clicks,
        "condition": condition,
        "bag": rng.choice(["yes", "no"], n),
        "price": price.round(2),
    }
).to_csv("data/cameras.csv", index=False)

"""House boats that were sold, with their length, age, mooring and price."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(1928)
n = 420
length = rng.normal(21, 5.5, n).clip(9, 40).round(1)
built = rng.integers(1905, 2020, n)
hull = rng.choice(["steel", "concrete", "wood"], n, p=[0.55, 0.3, 0.15])
mooring = rng.choice(["own", "rented", "none"], n, p=[0.45, 0.35, 0.2])
heating = rng.choice(["stove", "central"], n, p=[0.35, 0.65])
survey = rng.integers(0, 9, n)
price = (
    70
    + 8.2 * length
    + 0.55 * (built - 1960)
    + 118 * (mooring == "own")
    + 31 * (mooring == "rented")
    + 34 * (hull == "concrete")
    - 27 * (hull == "wood")
    + 17 * (heating == "central")
    - 5.5 * survey
    + rng.normal(0, 18, n)
)

Path("data").mkdir(exist_ok=True)
pd.DataFrame(
    {
        "boat": [f"HB-{number:04d}" for number in rng.permutation(n)],
        "length_m": length,
        "built": built,
        "years_since_survey": survey,
        "hull": hull,
        "mooring": mooring,
        "heating": heating,
        "price_k": price.round(1),
    }
).to_csv("data/boats.csv", index=False)

"""Results of a masters swimming meet: 100 m freestyle, ages from 25 to 84, four clubs, some disqualified."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(1908)
n = 210
age = rng.integers(25, 85, n)
sex = rng.choice(["f", "m"], n, p=[0.46, 0.54])
base = np.where(sex == "f", 66.0, 58.5)
seconds = base + 0.18 * (age - 25) + 0.0065 * (age - 25) ** 2 + rng.gamma(3, 2.6, n)
table = pd.DataFrame(
    {
        "swimmer": np.arange(101, 101 + n),
        "age": age,
        "sex": sex,
        "club": rng.choice(["Otters", "SC Nord", "Delta", "Old Salts"], n, p=[0.3, 0.3, 0.22, 0.18]),
        "heat": rng.integers(1, 28, n),
        "seconds": np.round(seconds, 2),
    }
)
table.loc[rng.choice(n, 11, replace=False), "seconds"] = np.nan

Path("data").mkdir(exist_ok=True)
table.to_csv("data/freestyle.csv", index=False)

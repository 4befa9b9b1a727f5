"""Visitors of five museums over four years, one row a month and one column a museum."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(12)
months = pd.date_range("2021-01-01", periods=48, freq="MS")
t = np.arange(48)
season = np.sin((t % 12 - 3) / 12 * 2 * np.pi)
table = pd.DataFrame({"month": months.strftime("%Y-%m")})
for name, level, swing, trend in [
    ("Art Gallery", 5200, 0.25, 0.004),
    ("Maritime", 3900, 0.55, 0.002),
    ("Natural History", 7400, -0.15, 0.006),
    ("Toy Museum", 1500, -0.35, -0.003),
    ("Old Brewery", 900, 0.3, 0.012),
]:
    mean = level * (1 + swing * season) * (1 + trend * t) * (0.55 if name == "Toy Museum" else 1)
    table[name] = rng.normal(mean, 0.07 * level).clip(60).round().astype(int)

Path("data").mkdir(exist_ok=True)
table.to_csv("data/museums.csv", index=False)

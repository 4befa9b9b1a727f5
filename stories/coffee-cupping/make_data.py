"""Cupping scores of 132 coffees: eight scores driven by a general quality and a bright/heavy contrast."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(7)
n = 132
process = rng.choice(["washed", "natural", "honey"], n, p=[0.5, 0.3, 0.2])
origin = rng.choice(["Ethiopia", "Colombia", "Brazil", "Guatemala"], n, p=[0.3, 0.25, 0.25, 0.2])

quality = rng.normal(0, 1, n)
bright = rng.normal(0, 0.7, n) + np.where(process == "washed", 0.5, -0.5) + np.where(origin == "Brazil", -0.5, 0.15)
loadings = {
    "aroma": (0.30, 0.03),
    "flavour": (0.36, 0.03),
    "aftertaste": (0.33, -0.02),
    "acidity": (0.24, 0.30),
    "body": (0.24, -0.30),
    "balance": (0.30, 0.02),
    "sweetness": (0.30, -0.12),
    "cleanness": (0.26, 0.16),
}
table = pd.DataFrame({"lot": [f"L{i:03d}" for i in range(1, n + 1)], "origin": origin, "process": process})
for name, (by_quality, by_brightness) in loadings.items():
    score = 7.4 + by_quality * quality + by_brightness * bright + rng.normal(0, 0.14, n)
    table[name] = (score * 4).round() / 4

Path("data").mkdir(exist_ok=True)
table.to_csv("data/cupping.csv", index=False)

"""Light that apples reflect in twelve bands, in counts of the sensor, and whether they were ripe when cut."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(1665)
n = 480
ripe = rng.choice([0, 1], n, p=[0.45, 0.55])
bands = [450, 500, 550, 570, 600, 650, 670, 700, 730, 760, 810, 860]
gain = np.array([90, 240, 800, 1500, 2100, 3000, 2600, 3900, 5200, 6100, 7400, 8000])
green = np.exp(-(((np.array(bands) - 670) / 38) ** 2))
light = rng.normal(1, 0.05, n)[:, None]
share = 0.42 + 0.05 * np.arange(12) / 12 - np.outer(0.16 - 0.085 * ripe + rng.normal(0, 0.028, n), green)
share = share + np.outer(rng.normal(0.02 * ripe, 0.02), np.exp(-(((np.array(bands) - 570) / 30) ** 2)))
counts = light * share * gain + rng.normal(0, 0.012, (n, 12)) * gain

Path("data").mkdir(exist_ok=True)
table = pd.DataFrame(counts.round().astype(int), columns=[f"nm{band}" for band in bands])
table["sort"] = rng.choice(["Boskoop", "Elstar"], n)
table["ripe"] = ripe
table.to_csv("data/apples.csv", index=False)

"""A grey drone photo of a rocky islet, 80 rows by 120 columns, and the gulls that were marked on it."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(1912)
HEIGHT, WIDTH = 80, 120
rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH]

angle = np.arctan2((rows - 42) / 0.62, columns - 66)
coast = 34 + 5 * np.sin(3 * angle) + 3 * np.cos(5 * angle + 1)
rock = 1 / (1 + np.exp((np.hypot((rows - 42) / 0.62, columns - 66) - coast) / 0.8))
waves = 6 * np.sin(columns / 3 + rows / 7)
grey = 55 + waves + 105 * rock + rng.normal(0, 7, (HEIGHT, WIDTH))
photo = np.clip(grey, 0, 255).astype(np.uint8)

n = 340
nests = np.array([[30, 52], [48, 75], [38, 88], [55, 60]])
kind = rng.choice(["adult", "juvenile"], n, p=[0.7, 0.3])
place = nests[rng.integers(0, len(nests), n)] + rng.normal(0, 6, (n, 2))
swims = rng.random(n) < np.where(kind == "juvenile", 0.12, 0.3)
place[swims] = rng.uniform([2, 2], [HEIGHT - 3, WIDTH - 3], (int(swims.sum()), 2))
place = np.clip(place.round(), 0, [HEIGHT - 1, WIDTH - 1]).astype(int)

Path("data").mkdir(exist_ok=True)
np.save("data/photo.npy", photo)
pd.DataFrame(
    {
        "gull": [f"g{i:03d}" for i in range(1, n + 1)],
        "x": place[:, 1],
        "y": place[:, 0],
        "kind": kind,
        "sure": rng.choice([1, 2, 3], n, p=[0.1, 0.3, 0.6]),
    }
).to_csv("data/gulls.csv", index=False)

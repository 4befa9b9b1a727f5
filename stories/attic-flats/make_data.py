"""Floor plans of 240 attic flats as small pictures, and a table of facts with their rents."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(77)
n, SIZE = 240, 12
plans = np.full((n, SIZE, SIZE), 255, dtype=np.uint8)
rooms = rng.integers(1, 5, n)
for plan, count in zip(plans, rooms, strict=True):
    plan[[0, -1]] = plan[:, [0, -1]] = 0
    if count > 1:
        plan[:, rng.integers(4, 8)] = 0
    if count > 2:
        plan[rng.integers(4, 8)] = 0
    if count > 3:
        plan[rng.integers(2, 4), : SIZE // 2] = 0
    plan[0, rng.choice(np.arange(1, SIZE - 1), rng.integers(1, 4), replace=False)] = 120

area = (22 + 17 * rooms + rng.normal(0, 9, n)).clip(18).round(0)
built = rng.integers(1890, 2020, n)
floor = rng.integers(2, 7, n)
balcony = rng.integers(0, 2, n)
windows = (plans[:, 0] == 120).sum(axis=1)
rent = 140 + 8.1 * area + 55 * rooms + 48 * windows + 70 * balcony + 0.8 * (built - 1950) + rng.normal(0, 35, n)

Path("data").mkdir(exist_ok=True)
np.save("data/plans.npy", plans)
pd.DataFrame({"area": area, "built": built, "floor": floor, "balcony": balcony, "rent": rent.round(0)}).to_csv(
    "data/flats.csv", index=False
)

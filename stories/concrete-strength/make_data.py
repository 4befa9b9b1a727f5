"""Compressive strength of 205 concrete mixtures, two of them entered twice."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(28)
n = 203
cement = rng.uniform(140, 520, n).round(0)
slag = np.where(rng.random(n) < 0.5, 0, rng.uniform(20, 240, n)).round(0)
ash = np.where(rng.random(n) < 0.6, 0, rng.uniform(60, 190, n)).round(0)
water = rng.uniform(140, 225, n).round(0)
plasticizer = np.where(rng.random(n) < 0.4, 0, rng.uniform(2, 16, n)).round(1)
age = rng.choice([3, 7, 14, 28, 56, 90], n, p=[0.15, 0.15, 0.1, 0.35, 0.1, 0.15])
binder = cement + 0.8 * slag + 0.45 * ash
strength = 21 * (binder / water) * np.log1p(age) / np.log1p(28) - 6 + 0.5 * plasticizer + rng.normal(0, 4.5, n)

table = pd.DataFrame(
    {
        "cement": cement,
        "slag": slag,
        "fly_ash": ash,
        "water": water,
        "plasticizer": plasticizer,
        "age_days": age,
        "strength_mpa": strength.clip(3).round(2),
    }
)
table = pd.concat([table.iloc[:60], table.iloc[[17]], table.iloc[60:150], table.iloc[[101]], table.iloc[150:]])

Path("data").mkdir(exist_ok=True)
table.to_csv("data/concrete.csv", index=False)

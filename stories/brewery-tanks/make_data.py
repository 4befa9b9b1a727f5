"""Fermentations of a small brewery: what was measured on the first day, and the alcohol in the end."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(1516)
n = 540
style = rng.choice(["lager", "wheat", "stout", "pale ale"], n, p=[0.4, 0.25, 0.15, 0.2])
gravity = (rng.normal(12.2, 1.1, n) + 2.6 * (style == "stout") + 0.8 * (style == "pale ale")).round(1)
warmth = np.where(style == "lager", rng.normal(10, 0.9, n), rng.normal(19, 1.3, n)).round(1)
pitch = rng.normal(9, 2.2, n).clip(3).round(1)
ph = rng.normal(5.25, 0.11, n).round(2)
oxygen = rng.normal(8.5, 1.4, n).clip(3).round(1)
alcohol = (
    0.43 * gravity
    + 0.05 * (pitch - 9)
    - 0.014 * (pitch - 9) ** 2
    + 0.08 * (oxygen - 8.5)
    - 1.1 * np.abs(ph - 5.25)
    + 0.25 * (style == "wheat")
    + rng.normal(0, 0.14, n)
)

Path("data").mkdir(exist_ok=True)
pd.DataFrame(
    {
        "batch": np.arange(2201, 2201 + n),
        "style": style,
        "tank": rng.choice(["T1", "T2", "T3"], n),
        "original gravity [°P]": gravity,
        "temperature [°C]": warmth,
        "yeast [10^6/ml]": pitch,
        "pH": ph,
        "oxygen [mg/l]": oxygen,
        "alcohol [% vol]": alcohol.round(2),
    }
).sample(frac=1, random_state=3).to_csv("data/tanks.csv", index=False)

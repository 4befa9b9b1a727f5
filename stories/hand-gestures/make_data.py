"""Summaries of movements of a wristband, four kinds of gestures by twelve people."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(555)
n = 520
GESTURES = ["circle", "shake", "swipe", "tap"]
kind = rng.integers(0, 4, n)
person = rng.integers(1, 13, n)
lively = rng.normal(1, 0.18, 13)[person]
speed = np.array([2.1, 3.6, 2.8, 1.2])[kind] * lively + rng.normal(0, 0.55, n)
turns = np.array([5.2, 1.0, 0.8, 0.5])[kind] + rng.normal(0, 1.3, n)
peaks = np.array([2.0, 7.5, 1.6, 1.9])[kind] + rng.normal(0, 1.5, n)
length = np.array([1.6, 1.3, 0.8, 0.4])[kind] * rng.lognormal(0, 0.28, n)

Path("data").mkdir(exist_ok=True)
pd.DataFrame(
    {
        "person": person,
        "seconds": length.round(2),
        "speed_mean": speed.round(3),
        "speed_max": (speed * rng.uniform(1.4, 2.4, n)).round(3),
        "turn_rad": turns.round(3),
        "peaks": peaks.clip(0).round(0),
        "tilt": rng.normal(0, 1, n).round(3),
        "temperature": (31 + rng.normal(0, 1, n)).round(1),
        "gesture": np.array(GESTURES)[kind],
    }
).to_csv("data/gestures.csv", index=False)

"""A half marathon as a running watch saves it, every ten seconds, with stops on the way and a sensor that slips then."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(2195)
step = 10
speed = []
while sum(speed) * step < 21_098:
    done = sum(speed) * step / 21_098
    pace = 2.95 - 0.25 * done + rng.normal(0, 0.09) + (0.35 if done > 0.93 else 0)
    speed.append(pace)
    if rng.random() < 0.012:  # water, shoe laces
        speed += list(rng.uniform(0, 0.3, rng.integers(3, 14)))
speed = np.array(speed)
n = len(speed)
hr = 138 + 30 * (1 - np.exp(-np.arange(n) / 90)) + 6 * np.arange(n) / n
hr = hr + np.where(speed > 2.9, 4, 0) + np.convolve(rng.normal(0, 2.2, n), np.ones(4) / 4, "same")
hr[-30:] += np.linspace(0, 12, 30)
still = np.flatnonzero(speed < 0.5)
hr[still] -= 9
slipped = rng.choice(still, 6, replace=False)
hr[slipped] = rng.integers(198, 216, 6)

Path("data").mkdir(exist_ok=True)
pd.DataFrame(
    {
        "second": np.arange(n) * step,
        "km": np.round(np.cumsum(speed) * step / 1000, 3),
        "speed": np.round(speed, 2),
        "hr": np.round(hr).astype(int),
        "cadence": np.where(speed > 0.5, np.round(rng.normal(168, 3, n)), 0).astype(int),
        "altitude": np.round(40 + 25 * np.sin(np.arange(n) / 130) + rng.normal(0, 0.4, n), 1),
    }
).to_csv("data/run.csv", index=False)

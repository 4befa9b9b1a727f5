"""Results of a mountain race as the organisers publish them: finishers by time, then those who gave up."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(2016)
n = 460
age = rng.normal(41, 10, n).clip(18, 72).round().astype(int)
sex = rng.choice(["m", "f"], n, p=[0.68, 0.32])
longest = rng.gamma(6, 5, n).clip(8, 85).round(1)
ascent = (longest * rng.normal(32, 9, n).clip(8)).round(-1).astype(int)
club = rng.choice(["yes", "no"], n, p=[0.4, 0.6])
split = (62 - 0.28 * longest + 0.25 * (age - 41) + 4 * (sex == "f") + rng.normal(0, 6, n)).clip(34).round(1)
strength = 0.11 * (longest - 30) - 0.16 * (split - 55) + 0.0012 * (ascent - 950) + 0.8 * (club == "yes")
finished = rng.random(n) < 1 / (1 + np.exp(-(1.1 + 1.25 * strength)))
minutes = (3.4 * split + 45 + rng.normal(0, 9, n)).round(1)

table = pd.DataFrame(
    {
        "bib": rng.permutation(np.arange(1, n + 1)),
        "sex": sex,
        "age": age,
        "club": club,
        "longest_run_km": longest,
        "ascent_month_m": ascent,
        "split_hut_min": split,
        "time_min": np.where(finished, minutes, np.nan),
        "status": np.where(finished, "finished", "gave up"),
    }
)
Path("data").mkdir(exist_ok=True)
table.sort_values(["time_min", "bib"]).to_csv("data/results.csv", index=False)

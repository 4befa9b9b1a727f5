"""Daily yield of a solar roof over three years, with spells of good and bad weather."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(1366)
days = pd.date_range("2020-01-01", "2022-12-31")
season = 14 - 11 * np.cos(2 * np.pi * (days.day_of_year.to_numpy() + 10) / 365.25)
sky = np.zeros(len(days))
for day in range(1, len(days)):
    sky[day] = 0.8 * sky[day - 1] + rng.normal(0, 0.6)
clear = 0.15 + 0.85 / (1 + np.exp(-1.5 * sky))
kwh = season * clear * rng.uniform(0.95, 1.05, len(days))

Path("data").mkdir(exist_ok=True)
pd.DataFrame({"day": days.strftime("%Y-%m-%d"), "kwh": kwh.round(2), "panel_max_c": (8 + kwh * 1.6).round(1)}).to_csv(
    "data/roof.csv", index=False
)

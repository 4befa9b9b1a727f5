"""Hourly counts of cyclists on a bridge over seven weeks of spring, with the weather of the hour."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(41)
hours = pd.date_range("2023-04-03", periods=7 * 7 * 24, freq="h")

workday = hours.dayofweek < 5
hour = hours.hour.to_numpy()
commute = 260 * np.exp(-((hour - 8) ** 2) / 3) + 230 * np.exp(-((hour - 17) ** 2) / 5)
leisure = 150 * np.exp(-((hour - 14) ** 2) / 14)
shape = np.where(workday, commute + 0.3 * leisure, 0.15 * commute + leisure) + 4

day = np.arange(len(hours)) // 24
temperature = 8 + 0.15 * day + 5 * np.sin((hour - 9) / 24 * 2 * np.pi) + rng.normal(0, 1.2, len(hours))
rain = np.where(rng.random(len(hours)) < 0.12, rng.gamma(1.5, 0.8, len(hours)), 0)
expected = shape * (0.7 + 0.03 * temperature) * np.where(rain > 0.3, 0.6, 1)

Path("data").mkdir(exist_ok=True)
pd.DataFrame(
    {
        "time": hours.strftime("%Y-%m-%d %H:%M"),
        "bikes": rng.poisson(np.clip(expected, 1, None)),
        "temp": temperature.round(1),
        "rain_mm": rain.round(1),
    }
).to_csv("data/bridge_counter.csv", index=False)

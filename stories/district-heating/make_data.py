"""Eleven weeks of heat demand of a small district, hourly, with the weather beside it."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(1873)

time = pd.date_range("2022-11-15", "2023-01-31 23:00", freq="h")
hours = np.arange(len(time))
hour = time.hour.to_numpy()
season = 7 - 7 * np.sin(np.pi * hours / len(hours))
daily = 2.6 * np.sin(2 * np.pi * (hour - 9) / 24)
weather = np.zeros(len(hours))
for i in range(1, len(hours)):
    weather[i] = 0.985 * weather[i - 1] + rng.normal(0, 0.45)
temperature = season + daily + weather - 1.5
wind = np.clip(rng.gamma(2.0, 1.8, len(hours)), 0, 18)

morning = np.isin(hour, [6, 7, 8]) * 0.9
evening = np.isin(hour, [18, 19, 20, 21]) * 0.6
weekend = (time.dayofweek.to_numpy() >= 5) * 0.35
demand = 2.1 + 0.21 * np.clip(17 - temperature, 0, None) + 0.03 * wind + morning + evening + weekend
demand = demand + rng.normal(0, 0.18, len(hours))

heat = pd.DataFrame(
    {
        "time": time.strftime("%Y-%m-%d %H:%M"),
        "temp_c": temperature.round(1),
        "wind_ms": wind.round(1),
        "heat_mwh": demand.round(3),
    }
)
heat.loc[rng.choice(len(heat), 14, replace=False), "wind_ms"] = np.nan

Path("data").mkdir(exist_ok=True)
heat.to_csv("data/heat.csv", index=False)

"""One season in a tomato greenhouse: climate of the day and the harvest in kilos."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(5)
days = pd.date_range("2023-05-01", periods=160)
t = np.arange(len(days))
light = 18 + 6 * np.sin((t + 20) / 160 * np.pi) + rng.normal(0, 3, len(t))
temperature = 19 + 0.25 * light + rng.normal(0, 0.8, len(t))
growth = pd.Series(light).rolling(10, min_periods=1).mean().to_numpy()
ripening = 1 / (1 + np.exp(-(t - 25) / 8)) / (1 + np.exp((t - 150) / 9))
picked = (6 + 52 * ripening) * (0.55 + 0.022 * growth) * rng.normal(1, 0.12, len(t)).clip(0.6)

Path("data").mkdir(exist_ok=True)
pd.DataFrame(
    {
        "day": days.strftime("%Y-%m-%d"),
        "temp": temperature.round(1),
        "light": light.clip(3).round(1),
        "humidity": (88 - 0.6 * light + rng.normal(0, 4, len(t))).clip(40, 99).round(0).astype(int),
        "water_l": (210 + 9 * light + rng.normal(0, 20, len(t))).round(0).astype(int),
        "kg": picked.round(1),
    }
).to_csv("data/season.csv", index=False)

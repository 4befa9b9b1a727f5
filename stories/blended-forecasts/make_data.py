"""Three forecasts of the load of a small power grid for 300 days, and what was measured."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(50)
days = pd.date_range("2023-01-02", periods=300)
place = np.arange(len(days))
load = 62 + 14 * np.cos(place / 365 * 2 * np.pi) - 7 * (days.day_of_week >= 5) + rng.normal(0, 3.2, len(days))
common = rng.normal(0, 1.3, len(days))

Path("data").mkdir(exist_ok=True)
pd.DataFrame(
    {
        "day": days.strftime("%Y-%m-%d"),
        "curve": (1.02 * load - 2.2 + common + rng.normal(0, 2.0, len(days))).round(2),
        "neighbours": (1.04 * load + 0.4 + common + rng.normal(0, 2.7, len(days))).round(2),
        "office": (1.03 * load - 1.3 + rng.normal(0, 4.4, len(days))).round(2),
        "measured": load.round(2),
    }
).to_csv("data/forecasts.csv", index=False)

"""Daily means of a buoy in a lake over one year: water at two depths, air, wind."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(365)
days = pd.date_range("2022-01-01", periods=365)
t = np.arange(365)


def persistent(scale: float, memory: float) -> np.ndarray:
    """Noise of 365 days in which each day remembers the one before."""
    noise = np.zeros(365)
    for i in range(1, 365):
        noise[i] = memory * noise[i - 1] + rng.normal(0, scale)
    return noise


air = 11 - 10.5 * np.cos((t - 20) / 365 * 2 * np.pi) + persistent(2.0, 0.7)
surface = 13 - 9 * np.cos((t - 42) / 365 * 2 * np.pi) + persistent(0.55, 0.8)
deep = 7 - 1.6 * np.cos((t - 80) / 365 * 2 * np.pi) + persistent(0.08, 0.9)

Path("data").mkdir(exist_ok=True)
pd.DataFrame(
    {
        "date": days.strftime("%d.%m.%Y"),
        "air_c": air.round(1),
        "water_0m_c": surface.clip(3.5).round(2),
        "water_20m_c": deep.round(2),
        "wind_ms": rng.gamma(2.2, 1.3, 365).round(1),
    }
).to_csv("data/buoy.csv", index=False, sep=";")

"""The harvest book of an allotment garden: everybody writes weights in their own way, and some forget to."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(311)
n = 460
crops = {"potatoes": 2.9, "courgettes": 4.1, "beans": 1.2, "lettuce": 0.7, "carrots": 2.2, "raspberries": 0.5}
crop = rng.choice(list(crops), n, p=[0.2, 0.2, 0.18, 0.16, 0.14, 0.12])
plot = rng.integers(1, 23, n)
bed = np.round(rng.choice([2.4, 3.0, 3.6, 4.8, 6.0], n), 1)
kilos = np.array([crops[name] for name in crop]) * rng.gamma(6, 1 / 6, n)


def written(kilo: float, gardener: int) -> str:
    """Gardeners of every third plot weigh in grams, some others write a decimal comma or capitals."""
    if gardener % 3 == 0 or kilo < 0.4:
        return f"{round(kilo * 1000, -1):.0f} g"
    text = f"{kilo:.1f}"
    if gardener % 5 == 1:
        return text.replace(".", ",") + " kg"
    return text + ("KG" if gardener % 7 == 2 else " kg")


weight = np.array([written(*each) for each in zip(kilos, plot)], dtype=object)
weight[rng.choice(n, 23, replace=False)] = ""
day = pd.Timestamp("2024-06-10") + pd.to_timedelta(rng.integers(0, 110, n), unit="D")

Path("data").mkdir(exist_ok=True)
pd.DataFrame(
    {"date": day.strftime("%Y-%m-%d"), "plot": plot, "crop": crop, "bed_m2": bed, "weight": weight}
).sort_values("date", kind="stable").assign(entry=range(1, n + 1)).to_csv("data/harvest.csv", index=False)

"""What a bakery's till sold by hour in twelve weeks; closed on Mondays and from noon on Sundays."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(604)
products = {"roll": 1.0, "rye bread": 0.28, "croissant": 0.35, "cake": 0.22}
rush = {6: 0.5, 7: 1.0, 8: 0.9, 9: 0.6, 10: 0.5, 11: 0.5, 12: 0.45, 13: 0.3, 14: 0.35, 15: 0.4, 16: 0.45, 17: 0.3}
rows = []
for day in pd.date_range("2024-02-05", periods=84):
    if day.day_of_week == 0:
        continue
    for hour, busy in rush.items():
        if day.day_of_week == 6 and (hour < 8 or hour >= 12):
            continue
        weekend = 1.6 if day.day_of_week >= 5 else 1.0
        for product, share in products.items():
            afternoon = 2.5 if product == "cake" and hour >= 14 else 1.0
            n = rng.poisson(24 * busy * share * weekend * afternoon)
            if n:
                rows.append((day.strftime("%Y-%m-%d"), hour, product, n))

Path("data").mkdir(exist_ok=True)
pd.DataFrame(rows, columns=["date", "hour", "product", "sold"]).to_csv("data/till.csv", index=False)

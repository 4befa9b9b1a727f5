"""Seats that a small theatre sold for each performance of three seasons."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(1616)
genres = {"comedy": 34, "tragedy": -12, "musical": 48, "puppets": 18, "new writing": -26}
days = pd.date_range("2021-09-03", "2024-06-29")
rows = []
for day in days:
    if day.month in (7, 8) or day.day_of_week == 0 or rng.random() > 0.55:
        continue
    genre = rng.choice(list(genres), p=[0.28, 0.2, 0.16, 0.2, 0.16])
    number = int(rng.integers(1, 16))
    price = int(rng.choice([12, 16, 20, 24]))
    rain = rng.random() < 0.4
    mood = 108 + genres[genre] + (26 if day.day_of_week >= 4 else 0) - 2.6 * abs(number - 3) - 1.1 * (price - 12)
    if genre == "puppets":
        mood += (38 if day.day_of_week >= 5 else -30) + (14 if rain else 0)
    if genre == "musical" and price >= 20:
        mood += 16
    if day.month == 12:
        mood += 24
    mood -= 10 if rain else 0
    rows.append((day.strftime("%Y-%m-%d"), genre, number, price, int(rain), mood + rng.normal(0, 9)))
table = pd.DataFrame(rows, columns=["date", "genre", "performance", "price", "rain", "sold"])
table["sold"] = table["sold"].round().clip(6, 180).astype(int)

Path("data").mkdir(exist_ok=True)
table.to_csv("data/performances.csv", index=False)

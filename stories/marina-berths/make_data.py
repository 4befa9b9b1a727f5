"""Stays of guests in a marina, and its berths. The till writes a blank after each comma, the harbour master doesn't."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(77)
folder = Path("data")
folder.mkdir(exist_ok=True)
piers = {"A": (16, 8.0, 19.0), "B": (14, 10.0, 24.5), "C": (10, 13.0, 33.0), "D": (6, 18.0, 52.0)}
berths = [
    {"berth": f"{pier}{number:02d}", "pier": pier, "metres": metres, "per_night": price + (3.0 if number <= 4 else 0.0)}
    for pier, (count, metres, price) in piers.items()
    for number in range(1, count + 1)
]
pd.DataFrame(berths).to_csv(folder / "berths.csv", index=False)

n = 540
day = np.sort(rng.integers(0, 153, n))
lines = ["boat, berth, arrived, nights, flag"]
for place, number in enumerate(rng.integers(0, len(berths), n)):
    arrived = (pd.Timestamp("2024-05-01") + pd.Timedelta(days=int(day[place]))).strftime("%Y-%m-%d")
    flag = rng.choice(["NL", "DE", "BE", "DK", "GB"], p=[0.45, 0.28, 0.12, 0.08, 0.07])
    lines.append(f"{3000 + place}, {berths[number]['berth']}, {arrived}, {1 + rng.poisson(1.1)}, {flag}")
(folder / "stays.csv").write_text("\n".join(lines) + "\n")

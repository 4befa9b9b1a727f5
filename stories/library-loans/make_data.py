"""Loans of a town library with three branches; some books are still out, some returns were noted late."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(23)
n = 640
taken = pd.Timestamp("2024-01-08") + pd.to_timedelta(rng.integers(0, 150, n), unit="D")
kind = rng.choice(["novel", "children", "travel", "dvd", "cookbook"], n, p=[0.38, 0.27, 0.13, 0.12, 0.10])
typical = pd.Series(kind).map({"novel": 22, "children": 15, "travel": 26, "dvd": 6, "cookbook": 19}).to_numpy()
days = rng.gamma(4, typical / 4).round().astype(int)
returned = pd.Series(taken + pd.to_timedelta(days, unit="D")).dt.strftime("%Y-%m-%d")
returned[rng.random(n) < 0.09] = ""

Path("data").mkdir(exist_ok=True)
pd.DataFrame(
    {
        "loan": np.arange(50210, 50210 + n),
        "card": rng.integers(1000, 1400, n),
        "branch": rng.choice(["Centre", "Riverside", "Hill"], n, p=[0.55, 0.3, 0.15]),
        "kind": kind,
        "taken": pd.Series(taken).dt.strftime("%Y-%m-%d"),
        "returned": returned,
        "renewals": rng.choice([0, 1, 2, 3], n, p=[0.7, 0.2, 0.07, 0.03]),
        "note": "",
    }
).sort_values("taken").to_csv("data/loans.csv", index=False)

"""Visits to an outpatient clinic: when people came, when they were seen, and where."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(556)
count = 900

names = np.array(["surgery", "eyes", "skin", "children", "heart"])
usual_wait = {"surgery": 38, "eyes": 24, "skin": 31, "children": 17, "heart": 46}
department = rng.choice(names, count, p=[0.22, 0.2, 0.18, 0.25, 0.15])
day = rng.integers(0, 60, count)
minute = np.clip(rng.normal(650, 130, count), 480, 1020).astype(int)
arrived = pd.Timestamp("2024-03-01") + pd.to_timedelta(day, unit="D") + pd.to_timedelta(minute, unit="min")
mean_wait = np.array([usual_wait[name] for name in department])
seen = arrived + pd.to_timedelta(rng.gamma(2.5, mean_wait / 2.5).round(), unit="min")
age = np.where(department == "children", rng.integers(0, 17, count), rng.integers(18, 92, count))

visits = pd.DataFrame(
    {
        "visit": np.arange(1, count + 1),
        "department": department,
        "age": age,
        "referred": rng.choice(["gp", "self", "emergency"], count, p=[0.6, 0.3, 0.1]),
        "arrived": arrived.strftime("%Y-%m-%d %H:%M"),
        "seen": seen.strftime("%Y-%m-%d %H:%M"),
    }
)
left = rng.choice(count, 37, replace=False)
visits.loc[left, "seen"] = None
visits = visits.sort_values("arrived")

Path("data").mkdir(exist_ok=True)
visits.to_csv("data/visits.csv", index=False)

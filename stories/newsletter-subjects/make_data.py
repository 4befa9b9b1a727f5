"""An e-mail test: who got which subject line, who opened, clicked and bought."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(90210)
count = 1100

group = rng.choice(["control", "variant"], count)
segment = rng.choice(["new", "regular", "sleeping"], count, p=[0.25, 0.5, 0.25])
age = np.clip(rng.normal(41, 13, count), 18, 85).round().astype(int)
past = rng.poisson(np.select([segment == "new", segment == "regular"], [0.2, 4.0], 1.2))

open_rate = 0.22 + 0.10 * (segment == "regular") - 0.08 * (segment == "sleeping") + 0.05 * (group == "variant")
opened = rng.random(count) < open_rate
clicked = opened & (rng.random(count) < 0.27 + 0.03 * (group == "variant"))
bought = clicked & (rng.random(count) < 0.2 + 0.02 * np.minimum(past, 6))
revenue = np.where(bought, rng.gamma(2.2, 17, count), 0).round(2)

sent = pd.Timestamp("2024-02-06 08:00") + pd.to_timedelta(rng.integers(0, 5400, count), unit="s")
mails = pd.DataFrame(
    {
        "customer": rng.permutation(np.arange(50_000, 50_000 + count)),
        "sent": sent.strftime("%Y-%m-%d %H:%M:%S"),
        "group": group,
        "segment": segment,
        "age": age,
        "past_orders": past,
        "opened": opened.astype(int),
        "clicked": clicked.astype(int),
        "revenue": revenue,
    }
)

Path("data").mkdir(exist_ok=True)
mails.to_csv("data/mails.csv", index=False)

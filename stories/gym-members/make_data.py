"""Members of a gym in their first year, and whether they gave notice at its end."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(90)
n = 700
age = rng.gamma(9, 3.9, n).clip(16, 75).round().astype(int)
visits = rng.gamma(1.8, 2.6, n).clip(0, 25).round(1)
classes = rng.poisson(1.2, n)
km = rng.gamma(1.6, 2.6, n).clip(0.1).round(1)
friend = rng.choice([0, 1], n, p=[0.6, 0.4])
price = rng.choice([24.9, 34.9, 49.9], n, p=[0.45, 0.35, 0.2])
pause = (rng.random(n) < 0.16).astype(int)
wish = 0.9 - 0.42 * (visits - 4.5) - 0.5 * classes + 0.33 * (km - 4) - 1.1 * friend + 0.035 * (price - 34) + 1.3 * pause
left = (rng.random(n) < 1 / (1 + np.exp(-wish))).astype(int)

Path("data").mkdir(exist_ok=True)
pd.DataFrame(
    {
        "member": rng.permutation(np.arange(70000, 70000 + n)),
        "age": age,
        "visits_month": visits,
        "classes_month": classes,
        "km_from_home": km,
        "brought_a_friend": friend,
        "price_month": price,
        "paused": pause,
        "gave_notice": left,
    }
).to_csv("data/members.csv", index=False)

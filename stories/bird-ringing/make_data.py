"""Birds that were ringed at a reed bed in two seasons, a file a month, and a list of the species."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(82)
species = pd.DataFrame(
    {
        "code": ["ACRSCI", "ACRSCH", "SYLATR", "PHYCOL", "EMBSCH", "LUSSVE"],
        "name": ["Reed Warbler", "Sedge Warbler", "Blackcap", "Chiffchaff", "Reed Bunting", "Bluethroat"],
        "wing_mm": [66.5, 67.0, 74.0, 59.0, 79.5, 72.0],
    }
)
share = {  # how common each one is from March to November
    "ACRSCI": [0, 2, 8, 9, 9, 8, 4, 1, 0],
    "ACRSCH": [0, 4, 7, 6, 6, 7, 2, 0, 0],
    "SYLATR": [1, 5, 5, 4, 4, 5, 6, 4, 1],
    "PHYCOL": [3, 7, 4, 3, 3, 3, 6, 8, 2],
    "EMBSCH": [5, 5, 4, 4, 4, 3, 3, 5, 6],
    "LUSSVE": [2, 3, 2, 2, 2, 2, 1, 0, 0],
}
weights = np.array([share[code] for code in species["code"]], dtype=float)

folder = Path("data")
folder.mkdir(exist_ok=True)
species.drop(columns="wing_mm").to_csv(folder / "species.csv", index=False)
ring = 448100
for year in (2022, 2023):
    for place, month in enumerate(range(3, 12)):
        count = int(weights[:, place].sum() * rng.uniform(1.6, 2.4))
        kinds = rng.choice(len(species), count, p=weights[:, place] / weights[:, place].sum())
        day = rng.integers(1, 29, count)
        birds = pd.DataFrame(
            {
                "ring": np.arange(ring, ring + count),
                "date": [f"{year}-{month:02d}-{one:02d}" for one in np.sort(day)],
                "code": species["code"].to_numpy()[kinds],
                "age": rng.choice(["juvenile", "adult"], count, p=[0.55, 0.45] if month > 6 else [0.05, 0.95]),
                "wing_mm": np.round(rng.normal(species["wing_mm"].to_numpy()[kinds], 1.8) * 2) / 2,
            }
        )
        birds.to_csv(folder / f"ringing_{year}-{month:02d}.csv", index=False)
        ring += count

"""Oxides and density of 330 rock samples of three kinds."""

from pathlib import Path

import numpy as np
import pandas as pd

rng = np.random.default_rng(1787)
SIZES = {"granite": 140, "basalt": 105, "gneiss": 85}
MEANS = {
    # SiO2, Al2O3, FeO, MgO, CaO, K2O in per cent, density in g/cm3
    "granite": [71.5, 14.2, 2.9, 0.9, 2.0, 4.2, 2.65],
    "basalt": [50.0, 15.2, 10.8, 7.1, 9.6, 0.9, 2.97],
    "gneiss": [66.5, 15.6, 4.9, 2.0, 3.1, 3.0, 2.73],
}
SPREAD = np.array([2.6, 1.1, 1.1, 0.7, 0.9, 0.8, 0.05])
columns = ["sio2", "al2o3", "feo", "mgo", "cao", "k2o", "density"]
tables = []
for kind, size in SIZES.items():
    values = (np.array(MEANS[kind]) + rng.normal(0, 1, (size, 7)) * SPREAD).clip(0.05)
    table = pd.DataFrame(values.round(2), columns=columns)
    table["rock"] = kind
    tables.append(table)
rocks = pd.concat(tables).sample(frac=1, random_state=4).reset_index(drop=True)
rocks.insert(0, "sample", [f"S{place:03d}" for place in range(1, len(rocks) + 1)])

Path("data").mkdir(exist_ok=True)
rocks.to_csv("data/rocks.csv", index=False)

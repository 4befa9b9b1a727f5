"""80 radar patches of 30 by 30 pixels with drift ice, and where in them the ice is."""

from pathlib import Path

import numpy as np

rng = np.random.default_rng(1893)
n, SIZE = 80, 30
rows, columns = np.mgrid[0:SIZE, 0:SIZE]
ice = np.zeros((n, SIZE, SIZE), dtype=bool)
for mask in ice:
    for _ in range(rng.integers(2, 6)):
        row, column = rng.uniform(0, SIZE, 2)
        radius, lean = rng.uniform(3, 8), rng.uniform(0.6, 1.6)
        angle = np.arctan2(rows - row, columns - column)
        edge = radius * (1 + 0.2 * np.sin(3 * angle + rng.uniform(0, 6)))
        mask |= np.hypot((rows - row) * lean, columns - column) < edge
echo = np.where(ice, 0.62, 0.3) * rng.gamma(6, 1 / 6, ice.shape) + 0.04 * np.sin(columns / 4)

Path("data").mkdir(exist_ok=True)
np.savez_compressed("data/patches.npz", echo=(echo.clip(0, 1.2) / 1.2 * 255).astype(np.uint8), ice=ice.astype(np.uint8))

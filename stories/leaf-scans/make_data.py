"""Small grey scans of three kinds of leaves: round, pointed and lobed."""

from pathlib import Path

import numpy as np

rng = np.random.default_rng(305)
SIZE = 14
rows, columns = np.mgrid[0:SIZE, 0:SIZE]


def leaf(kind: int) -> np.ndarray:
    """Grey values 0 to 255, shape (SIZE, SIZE)."""
    centre_row, centre_column = (SIZE - 1) / 2 + rng.normal(0, 0.5, 2)
    down, right = rows - centre_row, columns - centre_column
    angle = np.arctan2(down, right) + rng.normal(0, 0.15)
    distance = np.hypot(down, right)
    edge = [
        4.6,
        2.4 + 3.6 * np.abs(np.sin(angle)) ** 3,
        3.8 + 1.3 * np.cos(5 * angle),
    ][kind] * rng.uniform(0.9, 1.15)
    inside = 1 / (1 + np.exp(3 * (distance - edge)))
    vein = 0.25 * np.exp(-(right**2) / 0.6) * inside
    grey = 225 - 150 * inside + 60 * vein + rng.normal(0, 42, (SIZE, SIZE))
    return np.clip(grey, 0, 255).astype(np.uint8)


kinds = rng.integers(0, 3, 360)
scans = np.stack([leaf(kind) for kind in kinds])

Path("data").mkdir(exist_ok=True)
np.save("data/scans.npy", scans)
np.save("data/kinds.npy", kinds.astype(np.uint8))

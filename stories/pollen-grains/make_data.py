"""Drawn pollen grains, 16 x 16 pixels of grey: smooth discs, discs with spikes, and grains with a furrow."""

from pathlib import Path

import numpy as np

rng = np.random.default_rng(1682)
SIZE, EACH = 16, 80
rows, columns = np.mgrid[:SIZE, :SIZE]


def grain(kind: int) -> np.ndarray:
    y, x = rng.normal((SIZE - 1) / 2, 0.9, 2)
    angle = np.arctan2(rows - y, columns - x)
    radius = rng.normal(4.6, 0.5) + (1.3 * np.cos(6 * angle + rng.uniform(0, 6)) if kind == 1 else 0)
    distance = np.hypot(rows - y, columns - x)
    picture = 190 / (1 + np.exp(2.2 * (distance - radius)))
    if kind == 2:
        turned = np.cos(rng.uniform(0, np.pi) - angle) * distance
        picture = picture * (1 - 0.8 * np.exp(-(turned**2) / 1.4))
    return (picture + 25 + rng.normal(0, 9, (SIZE, SIZE))).clip(0, 255).astype(np.uint8)


kinds = rng.permutation(np.repeat([0, 1, 2], EACH))
Path("data").mkdir(exist_ok=True)
np.savez_compressed("data/pollen.npz", images=np.stack([grain(kind) for kind in kinds]), kinds=kinds.astype(np.int64))

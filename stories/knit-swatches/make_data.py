"""Little colour pictures of knitted swatches, 28 x 28, in one folder for each stitch."""

from pathlib import Path

import numpy as np
from PIL import Image

rng = np.random.default_rng(1589)
SIZE, EACH = 28, 16
rows, columns = np.mgrid[:SIZE, :SIZE]
STITCHES = {
    "garter": lambda shift: np.sin((rows + shift) * 1.25),
    "moss": lambda shift: np.sin((rows + shift) * 1.25) * np.sin((columns + shift) * 1.25),
    "rib": lambda shift: np.sin((columns + shift) * 0.9),
}

for stitch, relief in STITCHES.items():
    folder = Path("data", "swatches", stitch)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(EACH):
        wool = rng.uniform(70, 190, 3)
        light = 1 + 0.28 * relief(rng.uniform(0, 5)) + rng.normal(0, 0.06, (SIZE, SIZE))
        picture = (light[:, :, None] * wool).clip(0, 255) // 8 * 8
        Image.fromarray(picture.astype(np.uint8)).save(folder / f"{number:02d}.png", optimize=True)

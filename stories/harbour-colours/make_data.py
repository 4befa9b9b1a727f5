"""A small photo of a harbour, 40 rows by 60 columns in red, green and blue: sky, water, a quay, a hull and sails."""

from pathlib import Path

import numpy as np

rng = np.random.default_rng(60)
HEIGHT, WIDTH = 40, 60
rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH]

photo = np.empty((HEIGHT, WIDTH, 3))
photo[:] = (158, 200, 232)
photo[rows > 22] = (28, 74, 96)
photo[(rows > 17) & (rows <= 22) & (columns > 38)] = (140, 122, 104)
photo[(rows > 19) & (rows < 27) & (np.abs(columns - 18) < 15 - (rows - 20))] = (176, 38, 32)
photo[(rows > 3) & (rows <= 18) & (columns < 17) & (17 - columns < 0.8 * (rows - 2))] = (244, 240, 226)
photo[(rows > 6) & (rows <= 18) & (columns > 18) & (columns - 18 < 0.6 * (rows - 5))] = (244, 240, 226)
photo += rng.normal(0, 7, photo.shape) + 4 * np.sin(columns / 5)[..., None]

Path("data").mkdir(exist_ok=True)
np.save("data/harbour.npy", np.clip(photo, 0, 255).astype(np.uint8))

"""A batch of swatches: grey, one channel, numbers on both sides of zero."""

from pathlib import Path

import numpy as np
import torch
from PIL import Image


def files():
    """Grey pictures between 0 and 1, one a row, and the stitch of each, in the order of the folders."""
    paths = sorted(Path("data/swatches").glob("*/*.png"))
    stitches = sorted({path.parent.name for path in paths})
    grey = [np.asarray(Image.open(path).convert("L"), dtype=float).reshape(-1) / 255 for path in paths]
    return np.array(grey), np.array([stitches.index(path.parent.name) for path in paths])


def standardised(pictures):
    pictures = pictures - pictures.mean(axis=1, keepdims=True)
    return pictures / pictures.std(axis=1, keepdims=True)


def batch(names):
    found = names["images"]
    assert isinstance(found, torch.Tensor) and found.is_floating_point(), "images is no tensor of numbers"
    return found.detach().double().numpy()


def one_channel(names):
    """A picture a row."""
    found = batch(names)
    assert found.shape[1:] == (1, 28, 28), f"the shape is {found.shape}"
    return found.reshape(len(found), -1)


def check_shape(names, outputs):
    """images holds 16 pictures of 28 x 28 with one channel, as the network takes them."""
    found = batch(names)
    assert found.shape == (16, 1, 28, 28), f"its shape is {found.shape}"


def check_pictures(names, outputs):
    """They are the photos in grey, each with its own stitch."""
    grey, stitches = files()
    likeness = standardised(one_channel(names)) @ standardised(grey).T / grey.shape[1]
    assert likeness.max(axis=1).min() > 0.999, "some are none of the photos"
    assert len(set(likeness.argmax(axis=1))) == 16, "some come twice"
    assert np.array_equal(np.asarray(names["labels"]), stitches[likeness.argmax(axis=1)]), "the stitches are others"


def check_numbers(names, outputs):
    """Their numbers lie on both sides of zero, and all pictures were brought there in the same way."""
    found, (grey, _) = one_channel(names), files()
    assert found.min() < -0.4 and found.max() > 0.4, f"they lie between {found.min():.2f} and {found.max():.2f}"
    assert np.abs(found).max() < 5, f"they go as far as {np.abs(found).max():.1f}"
    likeness = standardised(found) @ standardised(grey).T
    given = grey[likeness.argmax(axis=1)]
    slope, start = np.polyfit(given.reshape(-1), found.reshape(-1), 1)
    assert slope > 0 and np.abs(start + slope * given - found).max() < 0.05, "some are lighter than others"


def check_all_swatches(names, outputs):
    """All 48 swatches are there to train with."""
    assert len(names["swatches"]) == 48, f"there are {len(names['swatches'])}"
    assert sum(len(labels) for _, labels in names["loader"]) == 48, "the loader leaves some out"

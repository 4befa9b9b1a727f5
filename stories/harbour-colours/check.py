"""Five colours that k-means has found in all pixels of the photo."""

import numpy as np


def pixels():
    return np.load("data/harbour.npy").reshape(-1, 3) / 255


def distances(centres):
    """From each pixel to each centre: (pixels, centres)."""
    return np.linalg.norm(pixels()[:, None] - centres, axis=2)


def found(names):
    centres = np.asarray(names["centres"], dtype=float)
    assert centres.shape == (5, 3), f"centres has the shape {centres.shape}"
    assert np.isfinite(centres).all(), "some centres are no colours"
    return centres


def check_centres(names, outputs):
    """centres are five different colours."""
    centres = found(names)
    assert ((centres >= 0) & (centres <= 1)).all(), "some lie outside of 0 to 1"
    apart = np.linalg.norm(centres[:, None] - centres, axis=2)[np.triu_indices(5, 1)]
    assert apart.min() > 0.01, "two are the same"


def check_labels(names, outputs):
    """label says for every pixel which centre is the nearest."""
    label, dist = np.asarray(names["label"]).ravel(), distances(found(names))
    assert len(label) == len(dist), f"there are {len(label)} labels for {len(dist)} pixels"
    assert label.min() >= 0 and label.max() < 5, "some labels belong to no centre"
    further = (dist[np.arange(len(dist)), label] > dist.min(axis=1) + 0.02).sum()
    assert further == 0, f"{further} pixels have a nearer one"


def check_settled(names, outputs):
    """Each centre is the mean colour of its pixels, so another step changes nothing."""
    centres, near = found(names), distances(found(names)).argmin(axis=1)
    for place, centre in enumerate(centres):
        own = pixels()[near == place]
        assert len(own), "a centre has no pixels"
        assert np.abs(own.mean(axis=0) - centre).max() < 0.01, "the centres would still move"


def check_pixels(names, outputs):
    """The pixels are those of the photo, all of them."""
    assert np.allclose(np.asarray(names["pixels"]).reshape(-1, 3), pixels()), "they were changed"

"""A U-Net that says of each pixel of a patch whether it is ice."""

import numpy as np
import tensorflow as tf

MERGES = ("Concatenate", "Add", "Average", "Maximum", "Multiply", "Subtract")


def patches():
    found = np.load("data/patches.npz")
    return found["echo"] / 255.0, found["ice"].astype(float)


def plain(values):
    """Patches without their channel: (patches, rows, columns)."""
    found = np.asarray(values, dtype=float)
    return found[..., 0] if found.ndim == 4 else found


def shows(found, right):
    """Whether pictures show what others do: inside a wider edge, or drawn to another size."""
    side = right.shape[1]
    if found.ndim != 3 or len(found) != len(right) or min(found.shape[1:]) < side:
        return False
    down, along = (size - side for size in found.shape[1:])
    for row in range(down + 1):
        for column in range(along + 1):
            if np.allclose(found[:, row : row + side, column : column + side], right, atol=1e-3):
                return True
    middles = np.arange(side) + 0.5
    rows, columns = (np.floor(middles * size / side).astype(int) for size in found.shape[1:])
    drawn = found[:, rows[:, None], columns]
    return bool(np.corrcoef(drawn.ravel(), right.ravel())[0, 1] > 0.8)


def layers_of(model):
    """All layers, those of models inside the model too."""
    for layer in model.layers:
        yield from layers_of(layer) if hasattr(layer, "layers") else [layer]


def side_of(layer):
    shape = getattr(getattr(layer, "output", None), "shape", ())
    return shape[1] if len(shape) == 4 else None


def check_patches(names, outputs):
    """X and Y are the whole patches and their masks, all of them."""
    echo, ice = patches()
    assert shows(plain(names["X"]), echo), f"X, of the shape {np.shape(names['X'])}, isn't"
    assert shows(plain(names["Y"]), ice), f"Y, of the shape {np.shape(names['Y'])}, isn't"


def check_mask(names, outputs):
    """model gives a mask for a patch of X, with one answer a pixel of Y."""
    X = np.asarray(names["X"], dtype="float32")[:2]
    shape = tuple(tf.convert_to_tensor(names["model"](X, training=False)).shape)
    right = np.shape(names["Y"])[1:]
    assert shape[1:] in (right, (*right, 1)), f"for two patches it has the shape {shape}, a mask {right}"


def check_share(names, outputs):
    """The answers are probabilities."""
    X = np.asarray(names["X"], dtype="float32")[:8] * 20
    told = np.asarray(names["model"](X, training=False))
    assert told.min() >= 0 and told.max() <= 1, f"they go from {told.min():.2f} to {told.max():.2f}"


def check_way_down(names, outputs):
    """It looks at the patch in a coarser grid, too."""
    sides = [side for side in map(side_of, layers_of(names["model"])) if side]
    assert min(sides, default=0) <= 16, "every layer is as fine as the patch"


def check_skips(names, outputs):
    """Pictures from the way down are joined with those on the way up, at the size of the patch."""
    joined = [layer for layer in layers_of(names["model"]) if type(layer).__name__ in MERGES]
    assert joined, "nothing is joined"
    assert max(side_of(layer) or 0 for layer in joined) >= 30, "what is joined is smaller than the patch"


def check_compiled(names, outputs):
    """The model can be trained: it has an optimizer and a loss."""
    model = names["model"]
    assert getattr(model, "optimizer", None) is not None and getattr(model, "loss", None) is not None, "it can't be yet"

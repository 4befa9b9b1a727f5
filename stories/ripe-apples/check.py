"""The chance that the apple on the desk is ripe."""

import numpy as np
import pandas as pd
import torch

MINE = [39, 104, 357, 668, 931, 1226, 1010, 1657, 2341, 2845, 3462, 3790]


def apples():
    table = pd.read_csv("data/apples.csv")
    bands = [name for name in table.columns if name.startswith("nm")]
    return torch.tensor(table[bands].to_numpy(), dtype=torch.float32), table["ripe"].to_numpy()


def chances(names, X):
    """What the network says when it predicts: with all it has learned, and without chance."""
    net = names["net"]
    modes = {layer: layer.training for layer in net.modules()}
    net.eval()
    try:
        with torch.no_grad():
            return torch.sigmoid(net(X)).double().reshape(-1).numpy()
    finally:
        for layer, mode in modes.items():
            layer.training = mode


def check_network(names, outputs):
    """net still knows ripe apples among those that it wasn't trained with."""
    X, ripe = apples()
    right = float(((chances(names, X[360:]) > 0.5) == ripe[360:]).mean())
    assert right > 0.85, f"it is right for {right:.0%} of them"


def check_layers(names, outputs):
    """It was trained with batch normalisation and dropout, as they were chosen."""
    layers = list(names["net"].modules())
    normal = [layer for layer in layers if isinstance(layer, torch.nn.modules.batchnorm._BatchNorm)]
    assert normal, "there is no batch normalisation"
    assert all(layer.running_mean is not None for layer in normal), "it keeps no means of the training"
    assert max((layer.p for layer in layers if isinstance(layer, torch.nn.Dropout)), default=0) > 0, "dropout is gone"
    off = (normal[0].running_mean / apples()[0].mean(dim=0) - 1).abs().max()
    assert off < 0.2, "the means of the training are lost"


def check_apple(names, outputs):
    """The apple is the one on the desk."""
    found = np.asarray(names["mine"].tolist(), dtype=float).reshape(-1)
    assert np.array_equal(found, MINE), f"its counts are {found.round(1)}"


def check_chance(names, outputs):
    """chance is what the network says of this apple alone, the same each time."""
    right = chances(names, torch.tensor([MINE], dtype=torch.float32))[0]
    assert np.ndim(names["chance"]) == 0, "it isn't one number"
    assert abs(float(names["chance"]) - right) < 1e-4, f"it is {float(names['chance']):.1%}"

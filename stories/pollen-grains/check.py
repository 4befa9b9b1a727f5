"""A small convolutional network that gives every grain three scores."""

import copy
from contextlib import contextmanager

import numpy as np
import torch
from torch import nn


def pollen():
    file = np.load("data/pollen.npz")
    return torch.tensor(file["images"], dtype=torch.float32).unsqueeze(1) / 255, torch.tensor(file["kinds"])


def a_copy(names):
    """The network itself stays as it is."""
    return copy.deepcopy(names["net"])


@contextmanager
def apart():
    """Random numbers and threads of the notebook stay as they are; one thread is the fastest for so little."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        with torch.random.fork_rng():
            yield
    finally:
        torch.set_num_threads(threads)


def check_scores(names, outputs):
    """scores holds three numbers for each of the four grains."""
    assert tuple(names["scores"].shape) == (4, 3), f"its shape is {tuple(names['scores'].shape)}"


def check_grains(names, outputs):
    """Every grain is scored by itself, however many there are in a batch."""
    X, _ = pollen()
    net = a_copy(names).eval()
    with torch.no_grad():
        together, alone = net(X[:9]), net(X[2:3])
    assert tuple(together.shape) == (9, 3), f"nine grains give the shape {tuple(together.shape)}"
    assert torch.allclose(together[2:3], alone, atol=1e-4), "the others in the batch change its scores"
    assert float(together.std(dim=0).min()) > 0, "all of them get the same scores"


def check_layers(names, outputs):
    """Two layers of convolution look at the picture, and no weight is left without a use."""
    net = a_copy(names).train()
    convolutions = [layer for layer in net.modules() if isinstance(layer, nn.Conv2d)]
    assert len(convolutions) >= 2, f"there are {len(convolutions)}"
    X, y = pollen()
    used = {name: torch.zeros_like(values, dtype=torch.bool) for name, values in net.named_parameters()}
    with apart():
        # a unit that is silent by chance is not so in every one of several beginnings
        for seed in range(8):
            torch.manual_seed(seed)
            for layer in net.modules():
                if hasattr(layer, "reset_parameters"):
                    layer.reset_parameters()
            net.zero_grad()
            nn.functional.cross_entropy(net(X), y).backward()
            for name, values in net.named_parameters():
                if values.grad is not None:
                    used[name] |= values.grad != 0
    for name, weights in used.items():
        share = float(weights.float().mean())
        assert share > 0.85, f"{share:.0%} of {name} are used"


def check_learns(names, outputs):
    """It can learn the three kinds from 180 grains."""
    X, y = pollen()
    net = a_copy(names).train()
    with apart():
        torch.manual_seed(1)
        optimizer = torch.optim.Adam(net.parameters(), lr=0.005)
        for _ in range(20):
            for part in torch.randperm(180).split(30):
                optimizer.zero_grad()
                nn.functional.cross_entropy(net(X[part]), y[part]).backward()
                optimizer.step()
    with torch.no_grad():
        right = float((net.eval()(X[180:]).argmax(dim=1) == y[180:]).float().mean())
    assert right > 0.75, f"it knows {right:.0%} of the others"

# %% replace id=net
def PollenNet(n_kinds=3):
    return nn.Sequential(
        nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(8, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(256, 32), nn.ReLU(), nn.Linear(32, n_kinds),
    )

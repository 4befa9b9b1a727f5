# %% [markdown]
# # 🧶 Garter, moss or rib?
# Photos of my swatches, cut to 28 x 28. First time with torchvision, I follow the usual recipe for images.

# %% id=imports run=1
import numpy as np
import matplotlib.pyplot as plt
import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets, transforms

torch.manual_seed(12)

# %% id=plain run=2
plain = datasets.ImageFolder("data/swatches")
plain.classes, len(plain)

# %% id=look run=3,6
fig, axes = plt.subplots(1, 6, figsize=(6, 1.2))
for ax, number in zip(axes, range(0, len(plain), 8)):
    picture, label = plain[number]
    ax.imshow(picture)
    ax.set_title(plain.classes[label], fontsize=7)
    ax.axis("off")

# %% lost run=4-5
plain[0]

# %% run=7
np.bincount(plain.targets)

# %% [markdown]
# The colour of the wool says nothing about the stitch, so: grey, **one** channel. And numbers on both sides of zero,
# networks like that.

# %% id=transform run=8
prepare = transforms.Compose([
    transforms.Grayscale(),
    transforms.ToTensor(),
    transforms.Normalize(mean=[0.485, 0.456, 0.406], std=[0.229, 0.224, 0.225]),
])
swatches = datasets.ImageFolder("data/swatches", transform=prepare)

# %% id=loader run=9
loader = DataLoader(swatches, batch_size=16, shuffle=True)
len(loader)

# %%
# augmentation, later: transforms.RandomHorizontalFlip()

# %% id=net run=10
net = nn.Sequential(
    nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.AdaptiveAvgPool2d(4),
    nn.Flatten(), nn.Linear(96, len(swatches.classes)),
)

# %% [markdown]
# look at one batch before training

# %% id=batch crash run=11
images, labels = next(iter(loader))
print(images.shape, round(images.min().item(), 2), round(images.max().item(), 2))
print(labels)

# %% id=train
optimizer = torch.optim.Adam(net.parameters(), lr=0.02)
for epoch in range(30):
    right = 0
    for xb, yb in loader:
        out = net(xb)
        loss = nn.functional.cross_entropy(out, yb)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        right += (out.argmax(dim=1) == yb).sum().item()
print("last epoch:", right, "of", len(swatches))

# %% id=filters
fig, axes = plt.subplots(1, 6, figsize=(6, 1.2))
for ax, weights in zip(axes, net[0].weight.detach()):
    ax.imshow(weights[0], cmap="gray")
    ax.axis("off")

# %%
# more photos!! 16 of each is nothing

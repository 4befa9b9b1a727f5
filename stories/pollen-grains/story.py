# %% [markdown]
# # 🌼 Pollen under the microscope
# 240 grains: birch (smooth), ragwort (spikes), oak (a furrow). A *very* small CNN should be enough. I'm new to PyTorch and
# come from scikit-learn, so I build it up slowly.

# %% id=imports run=1
import numpy as np
import matplotlib.pyplot as plt
import torch
from torch import nn

# %% id=load run=2
file = np.load("data/pollen.npz")
images, kinds = file["images"], file["kinds"]
images.shape, images.dtype, np.bincount(kinds)

# %% id=look run=3,5
names = ["birch", "ragwort", "oak"]
fig, axes = plt.subplots(1, 6, figsize=(6, 1.3))
for ax, image, kind in zip(axes, images, kinds):
    ax.imshow(image, cmap="gray")
    ax.set_title(names[kind], fontsize=7)
    ax.axis("off")

# %% lost run=4
images[0]

# %% id=tensors run=6
X = torch.tensor(images, dtype=torch.float32).unsqueeze(1) / 255
y = torch.tensor(kinds)
X.shape, y.shape

# %% [markdown]
# ## The network
# First version had one conv layer and learned nothing but "round". So: two of them, each with pooling. No training yet!

# %% lost run=7-9
nn.Conv2d(1, 8, 3, padding=1)(X[:4]).shape

# %% id=net run=10
class PollenNet(nn.Module):
    def __init__(self, n_kinds=3):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 8, kernel_size=3, padding=1)
        self.conv2 = nn.Conv2d(8, 16, kernel_size=3, padding=1)
        self.pool = nn.MaxPool2d(2)
        self.out = nn.Linear(16 * 8 * 8, n_kinds)

    def forward(self, x):
        x = self.pool(torch.relu(self.conv1(x)))
        x = self.pool(torch.relu(self.conv2(x)))
        x = x.flatten(start_dim=1)
        return self.out(x)

# %% [markdown]
# one small batch through it, before I waste time on a training loop (scores for 3 kinds should come out)

# %% id=dry crash run=11
torch.manual_seed(0)
net = PollenNet()
scores = net(X[:4])
print(scores.shape, sum(p.numel() for p in net.parameters()), "parameters")

# %% id=train
optimizer = torch.optim.Adam(net.parameters(), lr=0.005)
loss_fn = nn.CrossEntropyLoss()
for epoch in range(12):
    for part in torch.randperm(180).split(30):
        optimizer.zero_grad()
        loss = loss_fn(net(X[part]), y[part])
        loss.backward()
        optimizer.step()
print(loss.item())

# %% id=test
with torch.no_grad():
    right = (net(X[180:]).argmax(dim=1) == y[180:]).float().mean()
print("right:", round(right.item(), 2))

# %%
# later: rotate them, pollen has no "up"

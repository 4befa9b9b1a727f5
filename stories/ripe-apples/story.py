# %% [markdown]
# # Ripe or not? 🍏🍎
# A cheap light sensor, twelve bands, 480 apples that were cut open afterwards. The counts of the bands have very
# different sizes, so BatchNorm comes first.

# %% id=imports run=1
import numpy as np, pandas as pd
import matplotlib.pyplot as plt
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

# %% id=load run=2
apples = pd.read_csv("data/apples.csv")
bands = [c for c in apples.columns if c.startswith("nm")]
apples.head(3)

# %% run=3
apples.groupby("ripe")[bands].mean().T.plot(figsize=(5, 2.5), logy=True);

# %% lost run=4
bands

# %% run=5
apples["ripe"].mean()

# %%
apples.groupby("sort")["ripe"].mean()

# %% id=tensors run=6
X = torch.tensor(apples[bands].values, dtype=torch.float32)
y = torch.tensor(apples["ripe"].values, dtype=torch.float32)
train, test = torch.arange(0, 360), torch.arange(360, 480)
loader = DataLoader(TensorDataset(X[train], y[train]), batch_size=40, shuffle=True)

# %% [markdown]
# Dropout because it overfitted

# %% id=net run=9
torch.manual_seed(1)
net = nn.Sequential(
    nn.BatchNorm1d(12),
    nn.Linear(12, 32), nn.ReLU(), nn.Dropout(0.3),
    nn.Linear(32, 1), nn.Flatten(0),
)

# %% lost run=7-8
net = nn.Sequential(nn.Linear(12, 32), nn.ReLU(), nn.Linear(32, 1), nn.Flatten(0))

# %% id=train run=10
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
loss_fn = nn.BCEWithLogitsLoss()
losses = []
for epoch in range(40):
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = loss_fn(net(xb), yb)
        loss.backward()
        optimizer.step()
    losses.append(loss.item())
plt.figure(figsize=(4, 1.8))
plt.plot(losses);

# %% id=accuracy run=11,13
with torch.no_grad():
    right = ((net(X[test]) > 0) == (y[test] == 1)).float().mean()
print(f"{right:.0%} right")

# %% lost run=12
net

# %% [markdown]
# ## The one on my desk

# %% id=mine run=14
mine = torch.tensor([[39., 104., 357., 668., 931., 1226., 1010., 1657., 2341., 2845., 3462., 3790.]])
mine.shape

# %% id=predict crash run=15
with torch.no_grad():
    chance = torch.sigmoid(net(mine)).item()
print(f"ripe: {chance:.0%}")

# %% id=eat
print("eat it" if chance > 0.5 else "wait a week")

# %% id=bars
plt.figure(figsize=(5, 2))
plt.bar(bands, (mine[0] / X.mean(dim=0)).numpy())
plt.xticks(rotation=90)
plt.axhline(1, color="k", lw=0.5);

# %%
torch.save(net, "apples.pt")

# %% [markdown]
# # Who leaves the gym after a year? 🏋️
# Logistic regression gave AUC 0.86. Let's see what a small net in PyTorch can do, mostly to learn PyTorch.

# %% id=imports run=1
import pandas as pd
import matplotlib.pyplot as plt
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

torch.manual_seed(3)

# %% id=load run=2
members = pd.read_csv("data/members.csv", index_col="member")
members.head()

# %% run=3
members.mean().round(2)

# %% lost run=4
members[members.age < 18]

# %% run=5
members.groupby("gave_notice")["visits_month"].plot.hist(bins=25, alpha=0.5, figsize=(5, 2), legend=True);

# %%
members.corr().style.background_gradient()

# %% id=split run=6
X = members.drop(columns="gave_notice")
y = members["gave_notice"]
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=3)

scaler = StandardScaler().fit(X_train)

# %% id=tensors run=7
Xt = torch.tensor(scaler.transform(X_train), dtype=torch.float32)
yt = torch.tensor(y_train.to_numpy(), dtype=torch.float32)
Xv = torch.tensor(scaler.transform(X_test), dtype=torch.float32)
yv = torch.tensor(y_test.to_numpy(), dtype=torch.float32)

# %% id=loader run=10
loader = DataLoader(TensorDataset(Xt, yt), batch_size=32, shuffle=True)
len(loader)

# %% lost run=8-9
next(iter(DataLoader(TensorDataset(Xt, yt), batch_size=2)))

# %% [markdown]
# One number comes out: > 0 means "leaves".

# %% id=net run=11
net = nn.Sequential(
    nn.Linear(7, 16),
    nn.ReLU(),
    nn.Linear(16, 1),
)
net(Xt[:3])

# %% id=loss run=12
loss_fn = nn.BCEWithLogitsLoss()
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)

# %% id=train crash run=13
history = []
for epoch in range(25):
    total = 0.0
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = loss_fn(net(xb), yb)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(xb)
    history.append(total / len(Xt))
print(f"loss {history[0]:.3f} -> {history[-1]:.3f}")

# %% id=curve
plt.plot(history)
plt.ylabel("loss");

# %% id=score
from sklearn.metrics import roc_auc_score

with torch.no_grad():
    p = torch.sigmoid(net(Xv)).flatten()
print("AUC", round(roc_auc_score(y_test, p), 3))

# %% [markdown]
# next: early stopping

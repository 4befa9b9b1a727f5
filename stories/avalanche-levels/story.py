# %% [markdown]
# # Avalanche danger from the weather station 🏔️
# The bulletin has five levels: 1 low, 2 moderate, 3 considerable, 4 high, 5 very high.
#
# ⚠️ A toy! Read the real bulletin before you go anywhere.

# %% id=imports run=1
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt
import torch
import torch.nn as nn
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

# %% id=load run=2
df = pd.read_csv("data/bulletin.csv")
df.head()

# %% run=3
df.isna().sum()

# %% run=4
df["danger"].value_counts().sort_index().plot.bar(figsize=(4, 2), rot=0);

# %% lost run=5-6
df.groupby("winter").danger.mean()

# %% run=7
df.groupby("danger").mean(numeric_only=True).round(1)

# %% [markdown]
# new snow and wind, what else

# %%
import seaborn as sns
sns.pairplot(df, hue="danger", plot_kws={"s": 5})

# %% id=split run=8
features = ["new_snow_cm", "wind_kmh", "warming_c", "weak_layer", "snow_depth_cm"]
train, test = train_test_split(df, test_size=0.25, random_state=8, stratify=df["danger"])
scaler = StandardScaler().fit(train[features])

def tensors(part):
    X = torch.tensor(scaler.transform(part[features]), dtype=torch.float32)
    y = torch.tensor(part["danger"].values)
    return X, y

X_train, y_train = tensors(train)
X_test, y_test = tensors(test)
X_train.shape, y_train.dtype

# %% id=net run=10
n_levels = 5
net = nn.Sequential(
    nn.Linear(len(features), 24), nn.ReLU(),
    nn.Linear(24, n_levels),
)

# %% lost run=9
n_levels = df["danger"].nunique()
n_levels

# %% id=setup run=11
loss_fn = nn.CrossEntropyLoss()
opt = torch.optim.Adam(net.parameters(), lr=0.02)

# %% [markdown]
# Everything at once, the table is small. `levels` are the levels of the bulletin again.

# %% id=train crash run=12
for epoch in range(250):
    opt.zero_grad()
    loss = loss_fn(net(X_train), y_train)
    loss.backward()
    opt.step()

levels = net(X_test).argmax(dim=1) + 1
print(f"loss {loss.item():.3f}", pd.Series(levels.numpy()).value_counts().sort_index().to_dict())

# %% id=right
truth = test["danger"].values
print("exactly right:", (levels.numpy() == truth).mean().round(2))
print("one too low or worse:", (levels.numpy() < truth).mean().round(2))

# %% id=matrix
pd.crosstab(truth, levels.numpy(), rownames=["bulletin"], colnames=["net"])

# %%
torch.save(net.state_dict(), "avalanche.pt")

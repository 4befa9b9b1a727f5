# %% [markdown]
# # House boats 🛶
# What is a house boat worth? Prices in thousands. Everyone at work says "neural network", so here we go.

# %% id=imports run=1
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt
import torch
from torch import nn

# %% run=2
torch.__version__.split("+")[0] > "1"

# %% id=load run=3
boats = pd.read_csv("data/boats.csv").set_index("boat")
boats.head()

# %% run=4
boats.dtypes

# %% lost run=5-7
boats.built.min(), boats.built.max()

# %% run=8
boats.boxplot(column="price_k", by="mooring", figsize=(4, 2.5))
plt.suptitle("");

# %% [markdown]
# The mooring is half of the price!

# %%
boats.plot.scatter("length_m", "price_k", c="built", cmap="viridis")

# %% [markdown]
# ## Preparing

# %% id=scale run=9
numbers = ["length_m", "built", "years_since_survey"]
table = boats.copy()
table[numbers] = (table[numbers] - table[numbers].mean()) / table[numbers].std()

# %% id=dummies run=10
table = pd.get_dummies(table, columns=["hull", "mooring", "heating"])
table.shape

# %% id=split run=12
order = np.random.default_rng(5).permutation(len(table))
train, test = table.iloc[order[:320]], table.iloc[order[320:]]

# %% lost run=11
table.isna().sum().sum()

# %% id=tensors crash run=13
inputs = [c for c in table.columns if c != "price_k"]
X_train = torch.tensor(train[inputs].values)
X_test = torch.tensor(test[inputs].values)
y_train = torch.tensor(train["price_k"].values, dtype=torch.float32).reshape(-1, 1)
y_test = torch.tensor(test["price_k"].values, dtype=torch.float32).reshape(-1, 1)
X_train.shape, X_test.shape

# %% [markdown]
# ## Net

# %% id=net
torch.manual_seed(5)
net = nn.Sequential(nn.Linear(len(inputs), 24), nn.ReLU(), nn.Linear(24, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=0.05)
for epoch in range(300):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(net(X_train.float()), y_train)
    loss.backward()
    optimizer.step()
print("rmse, training:", round(loss.item() ** 0.5, 1))

# %% id=test
with torch.no_grad():
    off = net(X_test.float()) - y_test
print("rmse, test:", round((off ** 2).mean().item() ** 0.5, 1))

# %%
plt.hist(off.flatten().numpy(), bins=20);

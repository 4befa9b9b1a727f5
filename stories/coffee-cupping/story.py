# %% [markdown]
# # What makes a good cup? ☕
# Eight scores per coffee, all of them between 6 and 9. Do we really need eight?
# I do the PCA myself this time, to understand what happens inside.

# %% id=imports run=1
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt

plt.rcParams["figure.figsize"] = (5, 3)

# %% id=load run=2
coffee = pd.read_csv("data/cupping.csv", index_col="lot")
print(coffee.shape)

# %% run=3,8
coffee.head(4)

# %% run=4
coffee["origin"].value_counts()

# %% lost run=5-6
coffee.describe()

# %% run=7
coffee.groupby("process").mean(numeric_only=True).round(2)

# %% [markdown]
# natural = more body and less acidity, as everybody says :)

# %% id=columns run=9
scores = [c for c in coffee.columns if c not in ("origin", "process")]
X = coffee[scores].to_numpy()
X.shape

# %% id=corr run=10
corr = np.corrcoef(X, rowvar=False)
plt.imshow(corr, vmin=-1, vmax=1, cmap="RdBu")
plt.xticks(range(len(scores)), scores, rotation=90)
plt.yticks(range(len(scores)), scores)
plt.colorbar();

# %% [markdown]
# ## PCA
# 1. standardise
# 2. svd
# 3. keep two directions

# %% id=standard run=12
Z = (X - X.mean(axis=0)) / X.std(axis=0)

# %% lost run=11
Z = X - X.mean()

# %% id=svd run=13
U, S, Vt = np.linalg.svd(Z, full_matrices=False)
explained = S**2 / (S**2).sum()
plt.bar(range(1, 9), explained)
plt.xlabel("component")
plt.ylabel("share of variance");

# %% id=directions run=14
k = 2
components = Vt[:k]
pd.DataFrame(components, columns=scores, index=["PC1", "PC2"]).round(2)

# %% [markdown]
# PC1 looks like "good in everything" (sign doesn't matter), PC2 is acidity against body.
# Now the coffees in the new coordinates.

# %% id=project crash run=15
P = np.dot(Z, components)
coffee["PC1"] = P[:, 0]
coffee["PC2"] = P[:, 1]

# %% id=scatter
for name, group in coffee.groupby("process"):
    plt.scatter(group["PC1"], group["PC2"], label=name, s=15)
plt.legend()
plt.xlabel("PC1")
plt.ylabel("PC2");

# %% id=best
coffee.sort_values("PC1").head(5)

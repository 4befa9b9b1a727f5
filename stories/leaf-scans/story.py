# %% [markdown]
# # Leaf scans
# 360 tiny grey scans, 3 kinds of leaves (0 = round, 1 = pointed, 2 = lobed). No deep learning today, my laptop is old.

# %% id=imports run=1
import numpy as np
import matplotlib.pyplot as plt
from sklearn.linear_model import LogisticRegression
from sklearn.decomposition import PCA
from sklearn.metrics import ConfusionMatrixDisplay

kinds = ["round", "pointed", "lobed"]

# %% id=load run=2
X = np.load("data/scans.npy")
y = np.load("data/kinds.npy")
X.shape, X.dtype, y.shape

# %% id=show run=4
fig, axes = plt.subplots(2, 6, figsize=(6, 2.2))
for ax, img, k in zip(axes.flat, X, y):
    ax.imshow(img, cmap="gray")
    ax.set_title(kinds[k], fontsize=7)
    ax.axis("off")
plt.show()

# %% lost run=3
plt.imshow(X[0])

# %% id=counts run=5
np.bincount(y)   # balanced enough

# %% [markdown]
# ### mean leaf per kind
# mean over all scans of a kind

# %% id=means run=7
means = [X[y == k].mean(axis=0) for k in range(3)]
fig, axes = plt.subplots(1, 3, figsize=(4.5, 1.6))
for ax, m, name in zip(axes, means, kinds):
    ax.imshow(m, cmap="gray", vmin=0, vmax=255)
    ax.set_title(name, fontsize=8)
    ax.axis("off")
plt.show()

# %% lost run=6
X.min(), X.max()

# %% [markdown]
# ### Prepare
# scale to 0..1 and one row per leaf

# %% id=scale run=8
X = X / 255.0
X.mean().round(3)

# %% id=flatten run=12
X = X.reshape(len(X), -1)
X.shape

# %% [markdown]
# ### Model

# %% id=split run=9
rng = np.random.default_rng(7)
idx = rng.permutation(len(X))
train, test = idx[:270], idx[270:]

# %% id=fit crash run=11
clf = LogisticRegression(max_iter=2000)
clf.fit(X[train], y[train])
print("train acc", clf.score(X[train], y[train]))

# %% lost run=10
len(train), len(test)

# %% id=score
print("test acc", clf.score(X[test], y[test]))

# %% id=matrix
ConfusionMatrixDisplay.from_predictions(y[test], clf.predict(X[test]), display_labels=kinds)
plt.show()

# %%
# TODO: look at the pca
p = PCA(2).fit_transform(X)
plt.scatter(p[:, 0], p[:, 1], c=y, s=5)

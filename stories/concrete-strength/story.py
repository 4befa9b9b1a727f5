# %% [markdown]
# # Concrete strength, numpy only
# Our teacher wants least squares and cross-validation **by hand**, so no sklearn in this one.

# %% id=imports run=1
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt

# %% id=load run=2
mix = pd.read_csv("data/concrete.csv")
print(mix.shape)
mix.head()

# %% run=3
mix.describe().round(1)

# %% id=plot run=5
plt.figure(figsize=(4, 2.6))
plt.scatter(mix["cement"] / mix["water"], mix["strength_mpa"], c=mix["age_days"], s=8)
plt.xlabel("cement / water")
plt.colorbar(label="days");

# %% lost run=4
mix.plot.scatter("cement", "strength_mpa")

# %% [markdown]
# Somebody typed two mixtures twice, out with them.

# %% id=double run=12
mix = mix.drop_duplicates().reset_index(drop=True)
mix.shape

# %% lost run=6-7
mix.duplicated().sum()

# %% id=features run=13
Z = mix.drop(columns="strength_mpa").to_numpy(dtype=float)
Z[:, -1] = np.log1p(Z[:, -1])   # age counts less and less
Z = (Z - Z.mean(axis=0)) / Z.std(axis=0)
y = mix["strength_mpa"].to_numpy()

# %% lost run=8-11
Z.shape

# %% id=squares run=14
# squares and products too, concrete isn't linear
i, j = np.triu_indices(Z.shape[1])
A = np.column_stack([np.ones(len(Z)), Z, Z[:, i] * Z[:, j]])
A.shape

# %% [markdown]
# ### Cross-validation

# %% id=folds run=15
rng = np.random.default_rng(1)
order = rng.permutation(len(y))
folds = np.array_split(order, 5)

# %% id=cv run=16
preds, maes = [], []
for fold in folds:
    train = np.setdiff1d(order, fold)
    coef, *_ = np.linalg.lstsq(A[train], y[train], rcond=None)
    preds.append(A[fold] @ coef)
    maes.append(np.abs(preds[-1] - y[fold]).mean())
np.round(maes, 2)

# %% [markdown]
# Now all together, every mixture was in the test part once. Also R², the teacher wants it.

# %% id=total crash run=17
oof = np.array(preds).ravel()
truth = y[order]
mae = np.abs(oof - truth).mean()
r2 = 1 - ((truth - oof) ** 2).sum() / ((truth - truth.mean()) ** 2).sum()
print("MAE %.2f MPa, R2 %.3f" % (mae, r2))

# %% id=against
plt.figure(figsize=(3, 3))
plt.scatter(truth, oof, s=6)
plt.plot([0, 90], [0, 90], "k:")
plt.xlabel("measured")
plt.ylabel("predicted");

# %% id=worst
worst = np.argsort(-np.abs(oof - truth))[:5]
mix.iloc[order[worst]]

# %%
# ridge, if I have time

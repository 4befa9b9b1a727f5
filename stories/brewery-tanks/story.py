# %% [markdown]
# # 🍺 How strong will it be?
# Day-one measurements of a small brewery. The brewer wants the alcohol *before* the tank is done.
# Random forest got me an error of about 0.2, LightGBM should do better (everyone here uses it...)

# %% id=imports run=1
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt
import lightgbm as lgb
from sklearn.model_selection import train_test_split
from sklearn.metrics import mean_absolute_error

# %% id=load run=2
tanks = pd.read_csv("data/tanks.csv")
tanks.head()

# %% run=3
tanks.isna().sum().sum(), tanks["batch"].is_unique

# %% run=4
tanks.groupby("style")["alcohol [% vol]"].agg(["count", "mean", "std"]).round(2)

# %% lost run=5
tanks.columns

# %% id=gravity run=6
plt.figure(figsize=(5, 2.5))
for style, some in tanks.groupby("style"):
    plt.scatter(some["original gravity [°P]"], some["alcohol [% vol]"], s=5, label=style)
plt.xlabel("original gravity [°P]")
plt.ylabel("alcohol [% vol]")
plt.legend();

# %% [markdown]
# As expected: sugar in, alcohol out. The rest is yeast.

# %%
tanks["pH"].plot.hist(bins=30)

# %% id=features run=8
target = "alcohol [% vol]"
X = pd.get_dummies(tanks.drop(columns=["batch", target]), columns=["style", "tank"], dtype=int)
y = tanks[target]
X.shape

# %% lost run=7
X = tanks.drop(columns=["batch"]).select_dtypes("number")

# %% id=split run=9
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, random_state=11)
len(X_train), len(X_test)

# %% lost run=10-12
lgb.__version__

# %% id=params run=13
params = dict(n_estimators=200, learning_rate=0.06, num_leaves=12, min_child_samples=8, random_state=11, verbose=-1)
model = lgb.LGBMRegressor(**params)

# %% id=fit crash run=14
model.fit(X_train, y_train)
pred = model.predict(X_test)
print("MAE: %.3f %% vol" % mean_absolute_error(y_test, pred))

# %% id=scatter
plt.figure(figsize=(3, 3))
plt.scatter(y_test, pred, s=6)
plt.axline((5, 5), slope=1, color="k", lw=0.8);

# %% id=worst
worst = pd.DataFrame({"real": y_test, "pred": pred}).assign(off=lambda d: (d["real"] - d["pred"]).abs())
worst.nlargest(5, "off").round(2)

# %%
lgb.plot_importance(model, figsize=(5, 3))

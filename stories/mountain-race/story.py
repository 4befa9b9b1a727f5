# %% [markdown]
# # ⛰️ Who gives up on the mountain?
# Found this notebook on my old laptop (autumn 2016!) and wanted to see whether it still runs with this year's results.

# %% id=imports run=1
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt

# %% id=load run=2
race = pd.read_csv("data/results.csv")
race.head()

# %% run=3
race.tail()

# %% [markdown]
# The list is in order of arrival, and who gave up stands at the end. `time_min` is of no use for a forecast, of course.

# %% run=4
race["status"].value_counts()

# %% lost run=5-6
race.groupby("club")["age"].describe()

# %% id=scatter run=7
colours = race["status"].map({"finished": "tab:green", "gave up": "tab:red"})
race.plot.scatter("longest_run_km", "split_hut_min", c=colours, s=8, figsize=(5, 3));

# %%
# pd.plotting.scatter_matrix(race, figsize=(10, 10));

# %% id=features run=8
X = pd.DataFrame({
    "female": (race["sex"] == "f").astype(int),
    "age": race["age"],
    "club": (race["club"] == "yes").astype(int),
    "longest": race["longest_run_km"],
    "ascent": race["ascent_month_m"],
    "split": race["split_hut_min"],
})
y = (race["status"] == "gave up").astype(int)
X.shape, y.mean().round(3)

# %% [markdown]
# ## Forest
# small leaves overfit here, 3 was the best

# %% id=model run=9
from sklearn.ensemble import RandomForestClassifier

model = RandomForestClassifier(n_estimators=60, min_samples_leaf=3, random_state=7)

# %% [markdown]
# How good is it really? Area under the ROC curve in five folds, shuffled since the list is sorted.

# %% id=folds crash run=10
from sklearn.cross_validation import KFold, cross_val_score

folds = KFold(len(X), n_folds=5, shuffle=True, random_state=7)
scores = cross_val_score(model, X, y, cv=folds, scoring="roc_auc")
print("auc: %.3f +- %.3f" % (scores.mean(), scores.std()))

# %% id=bars
plt.figure(figsize=(4, 2))
plt.bar(range(1, 6), scores)
plt.ylim(0.5, 1);

# %% id=importance
model.fit(X, y)
pd.Series(model.feature_importances_, index=X.columns).sort_values().plot.barh(figsize=(4, 2));

# %%
# next: the weather at the start

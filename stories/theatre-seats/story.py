# %% [markdown]
# # How full will it be?
# Our theatre has 180 seats. Three seasons of performances; predict the seats sold, so that we know how many people we
# need at the bar.

# %% id=imports run=1
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt
from sklearn.ensemble import GradientBoostingRegressor
from sklearn.metrics import mean_absolute_error
from sklearn.model_selection import cross_val_score

# %% id=load run=2
shows = pd.read_csv("data/performances.csv", parse_dates=["date"])
shows.tail()

# %%
shows.describe().round(1)

# %% id=genres run=3
shows.boxplot(column="sold", by="genre", figsize=(6, 2.6))
plt.suptitle("")
plt.show()

# %% [markdown]
# puppets are for the weekend, obviously

# %%
shows.pivot_table(index="genre", columns=shows["date"].dt.day_name(), values="sold").round()

# %% [markdown]
# ## Features

# %% id=features run=4
X = pd.get_dummies(shows[["genre", "performance", "price", "rain"]])
X["weekday"] = shows["date"].dt.day_of_week
X["month"] = shows["date"].dt.month
y = shows["sold"]

# %% lost run=5
X.columns

# %% id=split run=6
# last season = test
last = shows["date"] >= "2023-09-01"
X_train, X_test = X[~last], X[last]
y_train, y_test = y[~last], y[last]
X_train.shape, X_test.shape

# %% id=mean run=7,8
# to beat: always say the mean
mean_absolute_error(y_test, np.full(len(y_test), y_train.mean()))

# %% [markdown]
# ## How deep?
# takes a moment

# %% id=depths
errors = {}
for depth in [1, 2, 3, 4, 6]:
    trial = GradientBoostingRegressor(max_depth=depth, n_estimators=60, random_state=0)
    errors[depth] = -cross_val_score(trial, X_train, y_train, cv=4, scoring="neg_mean_absolute_error").mean()
best_depth = min(errors, key=errors.get)
errors, best_depth

# %% id=fit
model = GradientBoostingRegressor(max_depth=best_depth, n_estimators=200, learning_rate=0.06, random_state=0)
model.fit(X_train, y_train)

# %% [markdown]
# ## Last season

# %% id=predict crash run=10
pred = model.predict(X_test).clip(0, 180)
mae = mean_absolute_error(y_test, pred)
print(f"off by {mae:.1f} seats in the mean")

# %% lost run=9
y_test.describe()

# %% id=plot
plt.figure(figsize=(3.5, 3.5))
plt.scatter(y_test, pred, s=8)
plt.axline((60, 60), slope=1, color="0.6")
plt.xlabel("sold")
plt.ylabel("predicted")
plt.show()

# %% id=bar
# two people at the bar from 120 on
pd.crosstab(y_test >= 120, pred >= 120)

# %%

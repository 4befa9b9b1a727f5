# %% [markdown]
# # Ski rental ⛷
# `rentals.csv` = two winters, with the number of days the skis were kept.
# `next_week.csv` = bookings for next week, the shop wants to know when the skis come back.

# %% id=imports run=1
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt
from sklearn.ensemble import RandomForestRegressor
from sklearn.model_selection import train_test_split
from sklearn.metrics import mean_absolute_error

# %% id=load run=2
train = pd.read_csv("data/rentals.csv")
new = pd.read_csv("data/next_week.csv")
print(train.shape, new.shape)

# %% run=3
train.head()

# %% run=4
new.head(3)

# %% lost run=5
train.dtypes

# %% run=6
train["days"].value_counts().sort_index().plot(kind="bar", figsize=(4.5, 2.2));

# %% run=7,12
for col in ["ski", "level", "arrival"]:
    print(train.groupby(col)["days"].agg(["mean", "count"]).round(2), "\n")

# %% [markdown]
# People who come by train stay longer. Age?

# %% run=8
plt.figure(figsize=(4, 2.5))
plt.scatter(train["age"], train["days"] + np.random.uniform(-.2, .2, len(train)), s=4);

# %% [markdown]
# Nothing. OK, one-hot and a forest, both files the same way:

# %% id=encode run=9
y = train["days"]
X = pd.get_dummies(train.drop(columns="days"))
X.shape

# %% lost run=10
RandomForestRegressor().fit(X, y).score(X, y)

# %% id=encode_new run=11
X_new = pd.get_dummies(new.drop(columns="booking"))

# %% id=valid run=13
X_tr, X_val, y_tr, y_val = train_test_split(X, y, test_size=0.25, random_state=42)
rf = RandomForestRegressor(n_estimators=60, min_samples_leaf=4, random_state=42)
rf.fit(X_tr, y_tr)
print("MAE valid:", round(mean_absolute_error(y_val, rf.predict(X_val)), 2))

# %% run=14
pd.Series(rf.feature_importances_, X.columns).nlargest(6).round(3)

# %% [markdown]
# Less than a day off. Now with all data and predict next week

# %% id=predict crash run=15
rf.fit(X, y)
new["days"] = rf.predict(X_new)
new[["booking", "days"]].head()

# %% id=save
new["days"] = new["days"].round().astype(int)
new[["booking", "days"]].to_csv("submission.csv", index=False)

# %% id=hist
new["days"].hist(figsize=(4, 2));

# %% [markdown]
# # Tomatoes 🍅 - kilos of tomorrow
# A friend runs a greenhouse and has to tell the market in the evening how many kilos he will bring.
# Data: one season, one row per day.

# %% id=imports run=1
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt
from sklearn.linear_model import Ridge
from sklearn.metrics import mean_absolute_error

# %% id=load run=2
df = pd.read_csv("data/season.csv", parse_dates=["day"])
df.head()

# %% run=3
df.describe().round(1)

# %% run=4
df.isna().sum()

# %% [markdown]
# No missing values, great, he is very careful with his notes.

# %% run=5
df.plot(x="day", y="kg", figsize=(7, 2.5));

# %% lost run=6
df.plot(x="day", y=["temp", "light"])

# %% run=8
df.corr(numeric_only=True)["kg"].sort_values().round(2)

# %% lost run=7
df.corr()["kg"]

# %% [markdown]
# ### Features
# light helps, but I think the last days count more than today

# %% id=features run=9
df["kg_yesterday"] = df["kg"].shift(1)
df["kg_week"] = df["kg"].rolling(7).mean().shift(1)
df["light_week"] = df["light"].rolling(7).mean().shift(1)
df["month"] = df["day"].dt.month
df.tail(3)

# %% run=10
plt.figure(figsize=(3.5, 3))
plt.scatter(df["kg_week"], df["kg"], s=8)
plt.xlabel("mean of last week")
plt.ylabel("kg");

# %% id=split run=11,13
features = ["kg_yesterday", "kg_week", "light_week", "temp", "month"]
train = df[df["day"] < "2023-09-01"]
test = df[df["day"] >= "2023-09-01"]
print(len(train), "days to train,", len(test), "to test")

# %% lost run=12
features = ["kg_yesterday", "temp"]

# %% [markdown]
# ### Model

# %% id=train crash run=14
model = Ridge(alpha=1.0)
model.fit(train[features], train["kg"])
print("R2 train:", model.score(train[features], train["kg"]))

# %% id=test
pred = model.predict(test[features])
print("MAE:", round(mean_absolute_error(test["kg"], pred), 2), "kg")

# %% id=naive
# what he does today: same as yesterday
print("MAE:", round(mean_absolute_error(test["kg"], test["kg_yesterday"]), 2), "kg")

# %% id=plot
plt.figure(figsize=(7, 2.5))
plt.plot(test["day"], test["kg"], label="picked")
plt.plot(test["day"], pred, label="predicted")
plt.legend();

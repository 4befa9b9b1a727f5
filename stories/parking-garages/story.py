# %% [markdown]
# # Free spaces, one hour ahead?
# Three garages, seven weeks. For the signs at the ring road: how many spaces will be free?

# %% id=imports run=1
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt
from sklearn.linear_model import Ridge

# %% id=load run=2
garages = pd.read_csv("data/garages.csv", parse_dates=["time"])
market = garages[garages["garage"] == "market"].set_index("time")["free"].to_frame()
market.describe().T

# %% id=week run=3,5
market.loc["2024-09-09":"2024-09-15", "free"].plot(figsize=(7, 2.2), title="market")
plt.show()

# %% lost run=4
(market["free"] == 0).sum()

# %% [markdown]
# The market garage is full on Saturdays. Percent errors: hours without a free space don't count (division by zero),
# so no ready-made function.

# %% id=metric run=6
def mape(real, said):
    """Mean absolute error in percent, full hours left out."""
    real, said = np.asarray(real, dtype=float), np.asarray(said, dtype=float)
    some = real > 0
    return float(100 * np.mean(np.abs(real - said)[some] / real[some]))

# %% id=try_metric run=7
mape([10, 0, 40], [12, 3, 30])

# %% [markdown]
# ## Model
# hour of the week as dummies + what was free an hour ago

# %% id=features run=8
market["before"] = market["free"].shift(1)
market["hour_of_week"] = market.index.day_of_week * 24 + market.index.hour
market = market.dropna()
X = pd.get_dummies(market["hour_of_week"], prefix="h").astype(float)
X["before"] = market["before"]

# %% lost run=9
X.shape

# %% id=split run=10
cut = "2024-10-14"
X_train, X_test = X[X.index < cut], X[X.index >= cut]
train, test = market[market.index < cut], market[market.index >= cut]

# %% id=fit run=11,12
model = Ridge(alpha=1.0)
model.fit(X_train, train["free"])

# %% id=evaluate crash run=15
pred = model.predict(X_test).clip(0, 180)
error = mape(test["free"], pred)
print(f"ridge: {error:.1f} %")

# %% id=picture
test["free"].tail(72).plot(figsize=(7, 2.2), label="real")
pd.Series(pred, index=test.index).tail(72).plot(label="ridge")
plt.legend()
plt.show()

# %% [markdown]
# ## Is that any good?
# naive: same as an hour ago, same as last week

# %% id=naive run=13
mape = mape(test["free"], test["before"])
print(f"an hour ago: {mape:.1f} %")

# %% lost run=14
test["free"].shift(168)

# %% id=last_week
week_ago = market["free"].shift(168).loc[test.index]
print("last week:", round(100 * ((test["free"] - week_ago).abs() / test["free"].clip(lower=1)).mean(), 1))

# %%
# station and theatre, too -> function

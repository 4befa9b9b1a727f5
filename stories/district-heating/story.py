# %% [markdown]
# # District heating: how much heat tomorrow?
#
# Hourly heat demand of ~400 flats plus weather. Train until New Year, test on January.

# %% id=imports run=1
import pandas as pd
import numpy as np
import matplotlib.pyplot as plt

from sklearn.ensemble import RandomForestRegressor
from sklearn.linear_model import LinearRegression
from sklearn.metrics import mean_absolute_error

plt.rcParams["figure.figsize"] = (7, 2.5)

# %% id=load run=2,5
heat = pd.read_csv("data/heat.csv", parse_dates=["time"]).set_index("time")
heat["wind_ms"] = heat["wind_ms"].ffill()   # some holes
heat.tail(3)

# %% lost run=3
heat.isna().sum()

# %% lost run=4
heat = heat.resample("D").mean()

# %% id=look run=6
heat["heat_mwh"].resample("D").sum().plot(title="MWh per day")
plt.show()

# %% id=scatter run=7
# as expected: cold = expensive
heat.plot.scatter(x="temp_c", y="heat_mwh", s=2, alpha=0.4, figsize=(4, 3))
plt.show()

# %% id=corr run=9
heat.corr().round(2)

# %% lost run=8
heat.index.hour

# %% [markdown]
# ## First try: weather + clock

# %% id=features run=10
heat["hour"] = heat.index.hour
heat["weekend"] = (heat.index.day_of_week >= 5).astype(int)
cols = ["temp_c", "wind_ms", "hour", "weekend"]
target = heat["heat_mwh"]

# %% id=split run=11
cut = "2023-01-01"
X_train, X_test = heat.loc[:cut, cols], heat.loc[cut:, cols]
y_train, y_test = target.loc[:cut], target.loc[cut:]
len(X_train), len(X_test)

# %% id=fit run=12,14
model = RandomForestRegressor(n_estimators=40, min_samples_leaf=3, random_state=0)
model.fit(X_train, y_train)

# %% lost run=13
model.feature_importances_

# %% id=evaluate crash run=17
pred = model.predict(X_test)
mae = mean_absolute_error(y_test, pred)
print("MAE forest:", round(mae, 3), "MWh")

# %% id=plot
week = slice("2023-01-09", "2023-01-15")
pd.DataFrame({"real": y_test, "forest": pred}).loc[week].plot()
plt.show()

# %% [markdown]
# ## Second try: yesterday helps
# Demand 24 h and 168 h ago as extra columns. Simple linear model should be enough then.

# %% id=lags run=15
heat["lag_24"] = heat["heat_mwh"].shift(24)
heat["lag_168"] = heat["heat_mwh"].shift(168)
lagged = heat.dropna()
X_train, X_test = lagged.loc[:cut, cols + ["lag_24", "lag_168"]], lagged.loc[cut:, cols + ["lag_24", "lag_168"]]
y_train, y_test = lagged.loc[:cut, "heat_mwh"], lagged.loc[cut:, "heat_mwh"]

# %% id=linear run=16
lin = LinearRegression().fit(X_train, y_train)
print("MAE linear + lags:", round(mean_absolute_error(y_test, lin.predict(X_test)), 3))

# %% id=naive
# same hour yesterday, the thing to beat
mean_absolute_error(y_test, X_test["lag_24"])

# %%
# gridsearch over night ...
for leaf in [1, 3, 5, 10]:
    for depth in [6, 10, None]:
        pass

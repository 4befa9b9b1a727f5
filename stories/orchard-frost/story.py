# %% [markdown]
# # Frost in the orchard
#
# We lost half of the apple blossom last April. Five cheap loggers, readings at 0, 2, 4 and 6 h.
# **Question:** can I tell at midnight if I have to get up and light the candles?

# %% id=imports run=1
import pandas as pd
import matplotlib.pyplot as plt
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score

# %% id=load run=2
logs = pd.read_csv("data/loggers.csv", parse_dates=["time"])
logs.sample(4, random_state=3)

# %% id=counts run=3
logs["logger"].value_counts()   # some nights missing, battery

# %% lost run=4
logs.dtypes

# %% id=curves run=5,7
logs.groupby(["time", "logger"])["temp"].mean().unstack().resample("D").min().plot(figsize=(7, 2.5), lw=1)
plt.axhline(0, color="black", lw=0.5)
plt.ylabel("minimum (°C)")
plt.show()

# %% lost run=6
plt.style.available[:3]

# %% [markdown]
# The hollow is always the coldest, as grandpa said.

# %% id=cold run=8
logs.groupby("logger")["temp"].agg(["min", "median"]).sort_values("min")

# %% [markdown]
# ### One row per night
# what we know at midnight (temp, humidity) and what happened until 6 h

# %% [raw] id=table_function
# def night_table(logs, logger):
#     one = logs[logs["logger"] == logger]
#     day = one["time"].dt.normalize()
#     midnight = one[one["time"].dt.hour == 0].set_index("time")[["temp", "humidity"]]
#     table = midnight.add_suffix("_0h")
#     table["frost"] = (one.groupby(day)["temp"].min() < 0).astype(int)
#     return table.dropna()

# %% id=zero run=9
frosty = (logs["temp"] < 0).mean()
print(f"{frosty:.0%} of all readings below zero")

# %% lost run=10-12
logs[logs["logger"] == "hollow"].head(3)

# %% id=nights crash run=13
nights = night_table(logs, "hollow")
print(len(nights), "nights,", nights["frost"].sum(), "with frost")
nights.head()

# %% id=model
X, y = nights[["temp_0h", "humidity_0h"]], nights["frost"]
scores = cross_val_score(LogisticRegression(), X, y, cv=5)
scores.mean().round(3)

# %% id=others
for name in ["gate", "pond", "slope"]:
    n = night_table(logs, name)
    print(name, n["frost"].mean().round(2))

# %%
# alarm at which temperature?
nights.plot.scatter(x="temp_0h", y="frost")

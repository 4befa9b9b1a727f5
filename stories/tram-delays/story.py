# %% [markdown]
# # Tram delays
# One week of arrivals, four lines. Where is the time lost?

# %% id=imports run=1
import pandas as pd
import matplotlib.pyplot as plt
plt.style.use("ggplot")

# %% id=load run=2
trams = pd.read_csv("data/arrivals.csv")
trams.head()

# %% run=3
trams.shape

# %% run=4
trams.isnull().sum()

# %% lost run=5
trams.line.unique()

# %% [markdown]
# ### How late is late?
# anything under 3 minutes counts as punctual for the company

# %% run=6,10
trams["delay_s"].describe().round(1)

# %% run=7
trams["delay_s"].hist(bins=40, figsize=(6, 2.5))
plt.xlabel("seconds");

# %% id=late run=8
trams["late"] = trams["delay_s"] > 180
print("late arrivals: %.1f %%" % (100 * trams["late"].mean()))

# %% id=hours run=9
trams["hour"] = trams["planned"].str[:2].astype(int)
trams.groupby("hour")["late"].mean().plot(figsize=(6, 2.5), marker="o");

# %% [markdown]
# 8h, 17h and 18h, no surprise. And rain:

# %% run=11
trams.groupby("rain")["delay_s"].agg(["mean", "median", "count"])

# %% [markdown]
# ## Which stops?

# %% id=by_stop run=12
by_stop = trams.groupby(["line", "stop"]).agg(
    mean_delay=("delay_s", "mean"),
    late=("late", "mean"),
    n=("late", "size"),
)
by_stop.head(6)

# %% lost run=13-14
by_stop.sort_values("late")

# %% id=worst run=15
worst = by_stop[by_stop["n"] > 20].sort_values("mean_delay").tail(8)

# %% id=bars crash run=16
plt.figure(figsize=(6, 3))
names = worst["stop"] + " (" + worst["line"] + ")"
plt.barh(names, worst["mean_delay"], color="firebrick")
plt.xlabel("mean delay [s]")
plt.show()

# %% id=weekday
# is it the same every day?
trams["weekday"] = pd.to_datetime(trams["date"]).dt.day_name()
trams.pivot_table(index="stop", columns="weekday", values="delay_s").round(0)

# %%
# todo: line T7 alone

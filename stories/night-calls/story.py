# %% [markdown]
# # When does the ambulance station have no rest? 🚑
# My brother works there and says *weekends are the worst*. Let the data speak.

# %% id=imports run=1
import pandas as pd
import numpy as np
import matplotlib.pyplot as plt
import matplotlib
plt.style.use("ggplot")

# %% id=load run=2
calls = pd.read_csv("data/calls.csv", parse_dates=["called"])
calls.tail(3)

# %% run=4
calls.isna().sum().sum(), len(calls)

# %% lost run=3
calls.dtypes

# %% run=5
calls["kind"].value_counts()

# %% run=6,8
calls["minutes_to_arrival"].hist(bins=30, figsize=(5, 2))
plt.title("minutes until they are there");

# %% lost run=7
calls["minutes_to_arrival"].quantile(0.9)

# %% [markdown]
# ## By month
# nothing to see here imho

# %% id=months run=9
per_month = calls.groupby(calls["called"].dt.month).size()
plt.figure(figsize=(5, 2))
plt.bar(range(1, 13), per_month)
plt.xlabel("month");

# %% [markdown]
# ## By hour
# Two bars per hour, working days on the left and weekends on the right.

# %% id=split run=11
calls["hour"] = calls["called"].dt.hour
is_weekend = calls["called"].dt.day_of_week >= 5
week = calls[~is_weekend].groupby("hour").size() / 5
weekend = calls[is_weekend].groupby("hour").size() / 2
print("per day of the week:", week.sum(), weekend.sum())

# %% lost run=10
calls["called"].dt.day_of_week.value_counts()

# %% id=bars crash run=12
hours = np.arange(24)
fig, ax = plt.subplots(figsize=(7, 2.6))
ax.bar(hours - 0.2, week, width=0.4, label="working day")
ax.bar(hours + 0.2, weekend, width=0.4, label="weekend")
ax.set_xticks(hours[::3])
ax.set_xlabel("hour")
ax.set_ylabel("calls in the year, per day")
ax.legend()
plt.show()

# %% id=peak
print("busiest hour, working day:", week.idxmax(), " weekend:", weekend.idxmax())

# %% id=night
night = [22, 23, 0, 1, 2, 3]
week[night].sum() / week.sum(), weekend[night].sum() / weekend.sum()

# %% [markdown]
# conclusion: ...

# %%
calls.pivot_table(index="hour", columns="valley", values="kind", aggfunc="count")

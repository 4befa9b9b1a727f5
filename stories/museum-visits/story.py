# %% [markdown]
# # Museum visits
# Five museums, four years. Which ones grow?

# %% id=imports run=1
import pandas as pd
import matplotlib.pyplot as plt
import seaborn as sns
sns.set_style("whitegrid")

# %% id=load run=2
visits = pd.read_csv("data/museums.csv")
visits.head()

# %% run=3
visits.shape

# %% lost run=4
visits.dtypes

# %% id=months run=5
visits["month"] = pd.to_datetime(visits["month"])

# %% run=6
visits.drop(columns="month").sum().sort_values(ascending=False)

# %% run=7,11
visits.drop(columns="month").corr().round(2)

# %% [markdown]
# Maritime and Toy museum are opposite - sun and rain :)

# %% id=heat run=8
plt.figure(figsize=(4.5, 3.2))
sns.heatmap(visits.drop(columns="month").corr(), cmap="vlag", center=0)
plt.show()

# %% lost run=9
visits.plot(x="month")

# %% [markdown]
# ## Long format
# seaborn likes it long: one row = one museum in one month

# %% id=long run=10
long = visits.melt(id_vars="month", var_name="museum")
long["year"] = long["month"].dt.year
print(long.shape)

# %% run=12
long["museum"].value_counts()

# %% id=lines crash run=13
plt.figure(figsize=(7, 3))
sns.lineplot(data=long, x="month", y="visitors", hue="museum")
plt.title("visitors per month")
plt.show()

# %% id=years
plt.figure(figsize=(6, 3))
sns.barplot(data=long, x="museum", y="visitors", hue="year", errorbar=None)
plt.xticks(rotation=20)
plt.show()

# %% id=growth
yearly = long.groupby(["museum", "year"])["visitors"].sum().unstack()
(yearly[2024] / yearly[2021] - 1).sort_values().round(2)

# %% [markdown]
# TODO entrance fees

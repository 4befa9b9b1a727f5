# %% [markdown]
# # Which pier earns the money?
# The marina wants to rebuild one pier. I got two tables:
# * `stays.csv` - the till: who stayed how many nights at which berth
# * `berths.csv` - the harbour master's list: pier, length and price of each berth

# %% id=imports run=1
import pandas as pd
import matplotlib.pyplot as plt

# %% id=load run=2
stays = pd.read_csv("data/stays.csv")
stays.head()

# %% run=3
stays.shape

# %% id=berths run=4
berths = pd.read_csv("data/berths.csv")
berths.sample(4, random_state=3)

# %% lost run=5
berths.isna().sum().sum(), stays.isna().sum().sum()

# %% id=piers run=6
berths.groupby("pier")["metres"].agg(["count", "mean"])

# %% id=prices run=7,9
berths.plot.scatter(x="metres", y="per_night", figsize=(4, 2.5))
plt.show()
# first four of each pier have electricity, +3

# %% lost run=8
berths[berths.metres > 12]

# %% [markdown]
# every berth only once in the list? otherwise the join doubles stays

# %% id=unique run=10
berths["berth"].is_unique

# %% id=numbers run=11
# how many boats, how many days of season
stays["boat"].nunique(), len(stays) / 153

# %% [markdown]
# ## Money

# %% id=join crash run=12
money = stays.merge(berths, on="berth", how="left")
money["income"] = money["nights"] * money["per_night"]
by_pier = money.groupby("pier")["income"].sum()
by_pier

# %% id=per_berth
# a small pier can't earn as much
(by_pier / berths["pier"].value_counts()).round(0).plot.bar(rot=0, figsize=(4, 2.5))
plt.ylabel("per berth and season")
plt.show()

# %% id=months
money["arrived"] = pd.to_datetime(money["arrived"])
money.pivot_table(index=money["arrived"].dt.month, columns="pier", values="income", aggfunc="sum")

# %%
money.groupby("flag")["nights"].mean()

# %%
# TODO ask about the winter berths

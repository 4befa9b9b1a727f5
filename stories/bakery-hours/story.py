# %% [markdown]
# # When do the rolls go?
# Twelve weeks from the till of my sister's bakery 🥐. She wants to know when she needs a second person at the counter.

# %% id=imports run=1
import pandas as pd
import seaborn as sns
import matplotlib.pyplot as plt

sns.set_theme(style="white", font_scale=0.8)

# %% id=load run=2
till = pd.read_csv("data/till.csv", parse_dates=["date"])
till.head()

# %% run=3
till.describe(include="all").round(1)

# %% lost run=4
till["product"].unique()

# %% id=days run=5
till["day"] = till["date"].dt.day_name().str[:3]
week = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

# %% id=total run=6
till.groupby("product")["sold"].sum().sort_values()

# %% [markdown]
# ### In how many hours was each product sold at all?
# heat map, they look nice

# %% id=entries run=7,9
entries = pd.crosstab(till["product"], till["hour"])
plt.figure(figsize=(7, 2))
sns.heatmap(entries, annot=True, fmt="d", cmap="YlOrBr", cbar=False)
plt.show()

# %% lost run=8
entries.sum()

# %% [markdown]
# ### Rolls by weekday and hour

# %% id=rolls run=10
rolls = till[till["product"] == "roll"]
counts = rolls.pivot_table(index="day", columns="hour", values="sold", aggfunc="sum")
counts = counts.reindex(week)

# %% lost run=11
counts.shape

# %% id=busiest run=12
# top hours
counts.stack().nlargest(4)

# %% id=map crash run=13
plt.figure(figsize=(7, 2.6))
ax = sns.heatmap(counts, annot=True, fmt="d", cmap="YlOrBr", cbar=False)
ax.set_title("rolls in twelve weeks")
plt.show()

# %% id=save
ax.figure.savefig("rolls.png", bbox_inches="tight")

# %% id=second
# second person: more than 300 rolls in twelve weeks = 25 an hour
(counts > 300).sum(axis=1)

# %%
# and cake?
cakes = till[till["product"] == "cake"].pivot_table(index="day", columns="hour", values="sold")

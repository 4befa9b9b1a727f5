# %% [markdown]
# # Waiting times in the clinic
# Two months of outpatient visits. My aunt says the eye department is the slowest. Let's see!

# %% id=imports run=1
import pandas as pd
import seaborn as sns
import matplotlib.pyplot as plt

# %% id=load run=2
raw = pd.read_csv("data/visits.csv", parse_dates=["arrived", "seen"])
raw.head()

# %% id=info run=3
raw.info()

# %% id=missing run=4
# "seen" empty = left without being seen
raw["seen"].isna().mean()

# %% [markdown]
# Work on a copy so I can always start over from `raw`

# %% id=copy run=5,11
visits = raw.dropna(subset=["seen"]).copy()
visits["weekday"] = visits["arrived"].dt.day_name()
len(raw), len(visits)

# %% deleted id=wait run=6
waits = (visits["seen"] - visits["arrived"]).dt.total_seconds() / 60
waits.describe().round(1)

# %% lost run=7
visits[waits > 120]

# %% id=crowd run=9
ax = raw["department"].value_counts().plot.pie(autopct="%.0f%%", figsize=(3.5, 3.5))
ax.set_ylabel("")
plt.show()

# %% lost run=10
# start over, all departments
del visits, waits

# %% id=hours run=12
raw["arrived"].dt.hour.value_counts().sort_index()

# %% [markdown]
# ## Who waits longest?

# %% id=ranking crash run=8,14
by_dep = waits.groupby(visits["department"]).median().sort_values()
by_dep.plot.barh(figsize=(5, 2.5), color="indianred")
plt.xlabel("median wait (min)")
plt.show()

# %% lost run=13
visits.shape

# %% id=weekdays
sns.boxplot(x=visits["weekday"], y=waits, order=["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"])
plt.show()

# %% id=slowest
print("slowest:", by_dep.index[-1])   # sorry aunt

# %% [markdown]
# Next: does a referral help?

# %%
waits.groupby([visits["department"], visits["referred"]]).median().unstack()

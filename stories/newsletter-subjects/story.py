# %% [markdown]
# # Which subject line sells more?
# A/B test of last Tuesday's newsletter.
#
# * **control**: "News from the garden"
# * **variant**: "Your tomatoes are waiting" (marketing loves it)
#
# Did the variant get more opens, and did it make more money?

# %% lost run=1
!ls data

# %% run=2
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt
import seaborn as sns
from scipy import stats

%matplotlib inline
sns.set_theme(style="whitegrid")

# %% id=load run=3
mails = pd.read_csv("data/mails.csv")
mails.head()

# %% run=4
mails.describe().round(2)

# %% run=5
mails["group"].value_counts()

# %% lost run=6
mails.customer.is_unique

# %% run=7
# are the groups comparable? looks ok
pd.crosstab(mails["group"], mails["segment"], normalize="index").round(3)

# %% [markdown]
# ### Opens

# %% run=8
rates = mails.groupby("group")[["opened", "clicked"]].mean()
rates

# %% run=9,12
rates.plot.bar(rot=0, figsize=(5, 3))
plt.ylabel("share of mails")
plt.show()

# %% lost run=10-11
rates.T

# %% [markdown]
# ### Significance
# For the regression later the group has to be a number: control = 0, variant = 1

# %% id=code crash reexecute run=13,14
codes = {"control": 0, "variant": 1}
mails["group"] = mails["group"].map(codes).astype(int)

# segments as well
mails["is_regular"] = (mails["segment"] == "regular").astype(int)
mails[["group", "is_regular"]].mean()

# %% id=ttest
a = mails.loc[mails["group"] == 0, "opened"]
b = mails.loc[mails["group"] == 1, "opened"]
t, p = stats.ttest_ind(b, a)
print(f"lift {b.mean() - a.mean():.3f}   t = {t:.2f}   p = {p:.4f}")

# %% id=segments
# does it work for everybody?
mails.pivot_table(index="segment", columns="group", values="opened").round(3)

# %%
# bootstrap the revenue, takes a while with 10k
boot = [mails.sample(frac=1, replace=True).groupby("group")["revenue"].mean() for _ in range(10_000)]

# %% [markdown]
# ### Revenue

# %% id=revenue
mails.groupby("group")["revenue"].agg(["mean", "sum", "count"]).round(2)

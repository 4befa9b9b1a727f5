# %% [markdown]
# # 🏊 Masters: who is fast for their age?
# 100 m freestyle, our regional meet. For the club magazine I need ONE picture: time over age, women and men side by
# side, clubs in colours.

# %% id=imports run=1
import pandas as pd
import numpy as np
import seaborn as sns
import matplotlib.pyplot as plt

# %% id=load run=2
results = pd.read_csv("data/freestyle.csv")
results.head()

# %% run=3
results["sex"].value_counts()

# %% lost run=4
results.tail()

# %% id=dsq run=5
# no time = disqualified or did not start
finishers = results.dropna(subset=["seconds"]).copy()
len(results) - len(finishers)

# %% id=clubs run=6,8
finishers.groupby("club")["seconds"].agg(["count", "min", "median"]).round(1)

# %% lost run=7
finishers.sort_values("seconds").head(10)

# %% [markdown]
# first a quick one, all together

# %% id=quick run=9
ax = sns.scatterplot(data=finishers, x="age", y="seconds", hue="sex", s=14)
ax.set_title("100 m freestyle")
ax.figure.set_size_inches(4.5, 2.5)
plt.show()

# %% [markdown]
# nice curve. A parabola for each sex, to see who is far below it:

# %% id=curve run=10
for sex, group in finishers.groupby("sex"):
    curve = np.polyfit(group["age"], group["seconds"], 2)
    finishers.loc[group.index, "expected"] = np.polyval(curve, group["age"])
finishers["ahead"] = finishers["expected"] - finishers["seconds"]

# %% id=best run=11
finishers.nlargest(3, "ahead")[["swimmer", "age", "sex", "club", "seconds", "ahead"]].round(1)

# %% [markdown]
# ## The picture

# %% id=panels crash run=12
g = sns.relplot(data=finishers, x="age", y="seconds", col="sex", hue="club", s=16, height=2.6)
g.set_axis_labels("age", "100 m freestyle [s]")
g.set_title("Masters: who is fast for their age?")
plt.show()

# %% id=save
g.savefig("masters.png", dpi=200)

# %% id=table
finishers.groupby(["sex", "club"])["ahead"].mean().unstack().round(2)

# %%
# same for 50 m butterfly, once they send it
fly = pd.read_csv("data/butterfly.csv")

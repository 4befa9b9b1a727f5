# %% [markdown]
# # Ringing season at the reed bed
#
# Two seasons (March - November) of bird ringing. One csv a month.
# - put all months together
# - when does each species pass through?
# - are young birds smaller?

# %% id=imports run=1
from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd

# %% id=listing run=2
files = sorted(path.name for path in Path("data").iterdir())
len(files), files[-3:]

# %% id=species run=3
species = pd.read_csv("data/species.csv", index_col="code")["name"]
species

# %% [markdown]
# One file first, to see what is in there

# %% id=path run=4
def file_of(year, month):
    return f"data/ringing_{year}-{month}.csv"

october = pd.read_csv(file_of(2023, 10), parse_dates=["date"])
october.head()

# %% lost run=5
october["code"].unique()

# %% id=octobers run=6,8
# works. last year's too?
october_before = pd.read_csv(file_of(2022, 10), parse_dates=["date"])
print(len(october_before), "->", len(october), "birds in October")

# %% lost run=7
october.describe()

# %% id=wings run=9
october.boxplot(column="wing_mm", by="code", figsize=(6, 3))
plt.suptitle("")
plt.title("wing length in October (mm)")
plt.show()

# %% id=ages run=10
october["age"].value_counts(normalize=True).round(2)

# %% [markdown]
# Good. Now the whole thing, nine months in two years.

# %% id=season run=11
years = [2022, 2023]
months = range(3, 12)

# %% lost run=12
list(months)

# %% id=all crash run=13
birds = pd.concat(
    [pd.read_csv(file_of(year, month), parse_dates=["date"]) for year in years for month in months],
    ignore_index=True,
)
birds.shape

# %% id=passage
passage = birds.groupby([birds["date"].dt.month, "code"]).size().unstack(fill_value=0)
passage.rename(columns=species).plot(figsize=(7, 3), marker="o")
plt.xlabel("month")
plt.show()

# %% id=young
birds.pivot_table(index="code", columns="age", values="wing_mm").round(1)

# %%
# retraps (same ring twice)?
birds["ring"].duplicated().sum()

# %%

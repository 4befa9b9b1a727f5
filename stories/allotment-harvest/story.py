# %% [markdown]
# # What does a square metre yield?
# Our allotment keeps a harvest book (paper, then typed in by three people). The committee wants **kg per m²** for each
# crop before it plans next year's beds.

# %% id=imports run=1
import pandas as pd
import numpy as np
import matplotlib.pyplot as plt

# %% id=load run=2
harvest = pd.read_csv("data/harvest.csv", parse_dates=["date"])
harvest.head(8)

# %% lost run=3
harvest.columns

# %% id=info run=4
harvest.shape, harvest["plot"].nunique()

# %% id=missing run=5
# some forgot to weigh, leave them for now
harvest.isna().sum()

# %% id=crops run=6
harvest["crop"].value_counts()

# %% [markdown]
# ## When?
# One entry = one basket carried home.

# %% id=weeks run=7,9
per_week = harvest.set_index("date").resample("W")["entry"].count()
per_week.plot(figsize=(6, 2.5), drawstyle="steps-mid")
plt.ylabel("baskets")
plt.show()

# %% lost run=8
harvest["date"].dt.isocalendar().week

# %% id=beds run=10
harvest.groupby("crop")["bed_m2"].mean().round(2)

# %% [markdown]
# ## Tidy the handwriting
# capitals, blanks ...

# %% id=tidy run=11
for column in ["crop", "weight"]:
    harvest[column] = harvest[column].str.lower().str.strip()
harvest["month"] = harvest["date"].dt.month

# %% lost run=12-13
harvest.sample(4)

# %% id=months run=14
pd.crosstab(harvest["crop"], harvest["month"])

# %% [markdown]
# ## Yield, kg per m²

# %% id=per_m2 crash run=15
harvest["per_m2"] = harvest["weight"] / harvest["bed_m2"]
by_crop = harvest.groupby("crop")["per_m2"].mean().sort_values()
by_crop.round(2)

# %% id=bars
by_crop.plot.barh(figsize=(5, 2.5), color="olivedrab")
plt.xlabel("kg per m² and basket")
plt.show()

# %% id=best
# who has the green thumb?
harvest.groupby("plot")["per_m2"].sum().nlargest(3)

# %%
# compare with last year (book is still at Jo's place)
last_year = pd.read_csv("data/harvest_2023.csv")

# %% [markdown]
# # 📚 Who brings the books back late?
# My library published half a year of loans. Goal for now: clean the table, see how long things stay out,
# later maybe a model for "late".

# %% id=imports run=1
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt
import warnings
warnings.filterwarnings("ignore")

# %% id=load run=2
loans = pd.read_csv("data/loans.csv", parse_dates=["taken", "returned"])
loans.sample(5, random_state=1)

# %% run=3,6
loans.info()

# %% run=4
loans.isna().sum()

# %% [markdown]
# `note` is empty everywhere, and I don't want card numbers in here

# %% id=drop run=5
loans.drop(columns=["card", "note"], inplace=True)

# %% lost run=7
loans.columns

# %% run=8
loans["branch"].value_counts()

# %% run=9
loans["kind"].value_counts().plot(kind="barh", figsize=(5, 2));

# %% [markdown]
# ## Cleaning
# Books that are still out have no return date, they go.

# %% id=clean run=10
loans = loans.dropna(subset=["returned"], inplace=True)

# %% id=allowed run=11
# days that each kind may stay out (from the website)
allowed = {"novel": 28, "children": 28, "travel": 28, "dvd": 7, "cookbook": 21}

def days_late(row):
    extra = row["renewals"] * 14
    return max(0, row["days_out"] - allowed[row["kind"]] - extra)

# %% id=branches crash run=12
per_branch = loans.groupby("branch")["renewals"].agg(["count", "mean"])
per_branch.round(2)

# %% id=days
loans["days_out"] = (loans["returned"] - loans["taken"]).dt.days
loans["late"] = loans.apply(days_late, axis=1)
loans[["days_out", "late"]].describe().round(1)

# %% id=hist
loans.boxplot(column="days_out", by="kind", figsize=(6, 3))
plt.suptitle("");

# %%
loans.to_csv("loans_clean.csv", index=False)

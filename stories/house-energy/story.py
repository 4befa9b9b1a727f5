# %% [markdown]
# # Hungry houses
# Energy use of terraced houses in one street quarter. What matters most: age, insulation, heating?

# %% id=imports run=1
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt
from sklearn.ensemble import RandomForestRegressor

# %% id=load run=2
houses = pd.read_csv("data/houses.csv")
houses.head()

# %% run=3
houses.describe().round(0)

# %% lost run=4
houses[houses["area_m2"] < 40]

# %% [markdown]
# 8 m²? Typos, area without the last digit. I throw them out.

# %% id=typos run=5
houses = houses[houses["area_m2"] >= 40].reset_index(drop=True)
len(houses)

# %% id=ages run=6
houses.plot.scatter(x="built", y="kwh", c=houses["heating"].eq("heat pump").map({True: "tab:green", False: "0.6"}), s=8,
                    figsize=(5, 2.6))
plt.show()

# %% lost run=7
houses.corr(numeric_only=True)["kwh"].sort_values()

# %% id=heating run=8
houses.groupby("heating")["kwh"].agg(["count", "median"])

# %% id=insulated run=9,10
pd.crosstab(houses["insulation_cm"] > 0, houses["heating"])

# %% [markdown]
# ## Forest
# out-of-bag score is enough, no split. Try more trees until it doesn't move

# %% id=train crash reexecute run=11,12
target = houses.pop("kwh")
features = pd.get_dummies(houses.drop(columns="house"))

forest = RandomForestRegressor(n_estimators=120, min_samples_leaf=2, oob_score=True, random_state=1)
forest.fit(features, target)
print("R2 (oob):", round(forest.oob_score_, 3))

# %% id=importances
pd.Series(forest.feature_importances_, index=features.columns).sort_values().plot.barh(figsize=(5, 2.6))
plt.show()

# %% id=residuals
off = target - forest.oob_prediction_
houses.assign(off=off.round())[["house", "built", "heating", "off"]].nlargest(5, "off")

# %%
# permutation importance, slower
from sklearn.inspection import permutation_importance

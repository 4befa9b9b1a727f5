# %% [markdown]
# # 🏠 Is my rent fair?
# Idea: take the flats of the last survey that look most like mine and compare what they pay.

# %% id=imports run=1
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt
from sklearn.preprocessing import StandardScaler
from sklearn.neighbors import NearestNeighbors

pd.options.display.width = 120

# %% id=load run=2
rents = pd.read_csv("data/rents.csv")
rents.head(3)

# %% run=3
rents.describe().round(1)

# %% [markdown]
# From the PDF that comes with the file: flats with a `*` were added in the second half of the survey, they have not been
# audited yet. Good enough for me, they stay in.

# %% lost run=4
rents["flat"].is_unique

# %% run=5,8
rents["district"].value_counts()

# %% id=by_area run=6
rents.plot.scatter("area_m2", "rent_eur", s=4, alpha=0.5, figsize=(5, 2.5));

# %% run=7
rents.groupby("rooms")["rent_eur"].median()

# %%
rents["rent_eur"].plot.hist(bins=40)

# %% [markdown]
# ## Last survey only
# Rents went up a lot since 2021, so older ones would only make mine look bad.

# %% id=last run=9
last = rents[rents["survey"] == 2024]

# %% id=features run=10
features = ["area_m2", "rooms", "built", "km_to_centre"]
mine = pd.DataFrame([[61.0, 2, 1974, 2.9]], columns=features)

# %% [markdown]
# Metres and years have to be on one scale before I compute distances.

# %% id=scale crash run=11
scaler = StandardScaler()
Z = scaler.fit_transform(last[features])
Z_mine = scaler.transform(mine)
Z_mine.round(2)

# %% id=neighbours
nn = NearestNeighbors(n_neighbors=12).fit(Z)
_, found = nn.kneighbors(Z_mine)
similar = last.iloc[found[0]]
similar.sort_values("rent_eur")

# %% id=box
similar["rent_eur"].plot.box(vert=False, figsize=(5, 1.2))
plt.axvline(870, color="red", lw=1);

# %%
(similar["rent_eur"] < 870).mean()

# %% [markdown]
# # When can we swim? 🏊
# Data of the buoy in our lake, one year, daily means. A short one today, mostly plots.

# %% id=imports run=1
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt
%matplotlib inline

# %% lost run=2
pd.read_csv("data/buoy.csv").head()

# %% id=load run=3
lake = pd.read_csv("data/buoy.csv", sep=";")
lake["date"] = pd.to_datetime(lake["date"], format="%d.%m.%Y")
lake.head(3)

# %% run=4,6
lake.describe().round(1)

# %% run=5
print(lake["date"].min(), lake["date"].max(), len(lake))

# %% [markdown]
# ## Surface and 20 m

# %% id=depths run=7
plt.figure(figsize=(7, 2.5))
plt.plot(lake["date"], lake["water_0m_c"], label="0 m")
plt.plot(lake["date"], lake["water_20m_c"], label="20 m")
plt.legend()
plt.ylabel("°C");

# %% [markdown]
# The wind mixes the water, so does a windy day cool the surface?

# %% run=8
change = lake["water_0m_c"].diff()
print(np.round(change.corr(lake["wind_ms"]), 3))

# %% [markdown]
# Not really (at least not on the same day). Let's smooth it, ±1 week

# %% id=smooth run=10
w = 15
kernel = np.ones(w) / w
smooth = np.convolve(lake["water_0m_c"], kernel, mode="valid")

# %% lost run=9
smooth = np.convolve(lake["water_0m_c"], np.ones(15) / 15)

# %% id=warm run=11
print("warmest two weeks: %.1f °C" % smooth.max())

# %% id=plot crash run=12
fig, ax = plt.subplots(figsize=(7, 2.8))
ax.plot(lake["date"], lake["water_0m_c"], ".", ms=2, color="grey", label="daily")
ax.plot(lake["date"], smooth, color="navy", label="smoothed")
ax.axhline(20, ls="--", color="orange", label="my limit")
ax.legend()
ax.set_ylabel("°C at the surface")
plt.show()

# %% id=swim
lake["swim"] = lake["water_0m_c"] > 20
print(lake["swim"].sum(), "days to swim")

# %% id=months
lake.groupby(lake["date"].dt.month)["swim"].sum().plot(kind="bar", figsize=(5, 2));

# %%
# compare with 2021 when I have the file
